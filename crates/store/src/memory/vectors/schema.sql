-- Half precision halves the size of the index; the recall is the same.
ALTER TABLE note_embedding ADD COLUMN IF NOT EXISTS embedding halfvec;
CREATE INDEX IF NOT EXISTS note_embedding_near_256 ON note_embedding USING hnsw ((embedding::halfvec(256)) halfvec_cosine_ops) WHERE dimensions = 256;
CREATE INDEX IF NOT EXISTS note_embedding_near_384 ON note_embedding USING hnsw ((embedding::halfvec(384)) halfvec_cosine_ops) WHERE dimensions = 384;
CREATE INDEX IF NOT EXISTS note_embedding_near_512 ON note_embedding USING hnsw ((embedding::halfvec(512)) halfvec_cosine_ops) WHERE dimensions = 512;
CREATE INDEX IF NOT EXISTS note_embedding_near_768 ON note_embedding USING hnsw ((embedding::halfvec(768)) halfvec_cosine_ops) WHERE dimensions = 768;
CREATE INDEX IF NOT EXISTS note_embedding_near_1024 ON note_embedding USING hnsw ((embedding::halfvec(1024)) halfvec_cosine_ops) WHERE dimensions = 1024;
CREATE INDEX IF NOT EXISTS note_embedding_near_1536 ON note_embedding USING hnsw ((embedding::halfvec(1536)) halfvec_cosine_ops) WHERE dimensions = 1536;
CREATE INDEX IF NOT EXISTS note_embedding_near_2048 ON note_embedding USING hnsw ((embedding::halfvec(2048)) halfvec_cosine_ops) WHERE dimensions = 2048;
CREATE INDEX IF NOT EXISTS note_embedding_near_3072 ON note_embedding USING hnsw ((embedding::halfvec(3072)) halfvec_cosine_ops) WHERE dimensions = 3072;
ALTER TABLE research_embedding ADD COLUMN IF NOT EXISTS embedding halfvec;
CREATE INDEX IF NOT EXISTS research_embedding_near_256 ON research_embedding USING hnsw ((embedding::halfvec(256)) halfvec_cosine_ops) WHERE dimensions = 256;
CREATE INDEX IF NOT EXISTS research_embedding_near_384 ON research_embedding USING hnsw ((embedding::halfvec(384)) halfvec_cosine_ops) WHERE dimensions = 384;
CREATE INDEX IF NOT EXISTS research_embedding_near_512 ON research_embedding USING hnsw ((embedding::halfvec(512)) halfvec_cosine_ops) WHERE dimensions = 512;
CREATE INDEX IF NOT EXISTS research_embedding_near_768 ON research_embedding USING hnsw ((embedding::halfvec(768)) halfvec_cosine_ops) WHERE dimensions = 768;
CREATE INDEX IF NOT EXISTS research_embedding_near_1024 ON research_embedding USING hnsw ((embedding::halfvec(1024)) halfvec_cosine_ops) WHERE dimensions = 1024;
CREATE INDEX IF NOT EXISTS research_embedding_near_1536 ON research_embedding USING hnsw ((embedding::halfvec(1536)) halfvec_cosine_ops) WHERE dimensions = 1536;
CREATE INDEX IF NOT EXISTS research_embedding_near_2048 ON research_embedding USING hnsw ((embedding::halfvec(2048)) halfvec_cosine_ops) WHERE dimensions = 2048;
CREATE INDEX IF NOT EXISTS research_embedding_near_3072 ON research_embedding USING hnsw ((embedding::halfvec(3072)) halfvec_cosine_ops) WHERE dimensions = 3072;
