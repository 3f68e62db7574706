//! Settings of the embedder, which all processes that search memory share.

use std::sync::Arc;
use std::time::Duration;

use domain::port::embedding::{DIMENSIONS, Embedder, EmbeddingModel};
use llm::embeddings::{EmbeddingClient, EmbeddingEndpoint, Prefixes};
use runtime::config::Env;
use store::Store;
use store::memory::Calibration;

/// The embedder's endpoint; none if memory is searched by words alone.
#[derive(Debug, Clone, Default)]
pub struct EmbeddingsConfig(Option<EmbeddingEndpoint>, Option<Calibration>);

impl EmbeddingsConfig {
    /// Reads the settings.
    pub fn read(env: &mut Env) -> Self {
        let base_url = env.optional_url(
            "AUSPEX_EMBEDDINGS_URL",
            "Base address of a server with `POST /v1/embeddings` as OpenAI defines it; memory then finds texts in other words and languages, \
             too. Without it, or without pgvector in Postgres, memory is searched by words alone. `auspex up --embeddings` starts one.",
        );
        let name = env.text(
            "AUSPEX_EMBEDDINGS_MODEL",
            "multilingual-e5-small",
            "Model, as the server names it. After a change all notes are embedded again, newest first. Equal in all processes of a fleet.",
        );
        let key = env.secret("AUSPEX_EMBEDDINGS_KEY", "Key of the server with embeddings, sent as a bearer token.");
        let dimensions = env.number(
            "AUSPEX_EMBEDDINGS_DIMENSIONS",
            384_usize,
            &format!("Components of the model's vectors: {}.", supported()),
        );
        if !DIMENSIONS.contains(&dimensions) {
            env.mistake("AUSPEX_EMBEDDINGS_DIMENSIONS", &format!("must be one of {}", supported()));
        }
        let prefixes = read_prefixes(env, &name);
        let query_timeout = env.duration(
            "AUSPEX_EMBEDDINGS_TIMEOUT",
            "1s",
            "Maximum time that a look-up waits for its vector; then it uses words alone, and says so.",
        );
        if query_timeout < Duration::from_millis(1) {
            env.mistake("AUSPEX_EMBEDDINGS_TIMEOUT", "must be at least 1ms");
        }
        let model = EmbeddingModel { name, dimensions };
        let calibration = read_calibration(env);
        let endpoint = base_url.map(|base_url| EmbeddingEndpoint { base_url, key, model, prefixes, query_timeout });
        Self(endpoint, calibration)
    }

    /// Returns the store with the embedder of the settings, if there is one.
    ///
    /// # Errors
    /// No HTTP client can be built.
    pub fn apply(&self, store: Store) -> anyhow::Result<Store> {
        Ok(match self.embedder()? {
            Some(embedder) => {
                let calibration = self.calibration(&embedder.model().name);
                store.with_calibrated(embedder, calibration)
            }
            None => store,
        })
    }

    /// Returns the calibration of a model: the configured one, or the built-in one.
    pub fn calibration(&self, model: &str) -> Calibration {
        self.1.unwrap_or_else(|| Calibration::of_model(model))
    }

    /// Returns the embedder of the settings; `None` if there is none.
    ///
    /// # Errors
    /// No HTTP client can be built.
    pub fn embedder(&self) -> anyhow::Result<Option<Arc<dyn Embedder>>> {
        let client = self.0.clone().map(EmbeddingClient::new).transpose()?;
        Ok(client.map(|client| Arc::new(client) as Arc<dyn Embedder>))
    }
}

fn read_prefixes(env: &mut Env, model: &str) -> Prefixes {
    let setting = "AUSPEX_EMBEDDINGS_PREFIXES";
    let doc = "Words in front of each text that tell the model its side: `e5` for `query: ` and `passage: `, `none`, or `auto`, which follows \
               from the name of the model.";
    match env.text(setting, "auto", doc).as_str() {
        "auto" => Prefixes::of_model(model),
        "e5" => Prefixes::E5,
        "none" => Prefixes::None,
        _ => {
            env.mistake(setting, "must be auto, e5 or none");
            Prefixes::None
        }
    }
}

fn read_calibration(env: &mut Env) -> Option<Calibration> {
    let setting = "AUSPEX_EMBEDDINGS_CALIBRATION";
    let doc = "Confidence of hits by vectors: four numbers that `lab eval confidence --vectors FILE --fit` prints for a set with labels. Empty: \
               that of multilingual-e5-small, if the model is one; hits by any other model are ordered by rank only, and their confidence of 0.1 \
               is no probability.";
    let text = env.text(setting, "", doc);
    if text.trim().is_empty() {
        return None;
    }
    let read = text.parse::<Calibration>();
    if let Err(error) = &read {
        env.mistake(setting, error);
    }
    read.ok()
}

fn supported() -> String {
    DIMENSIONS.map(|dimensions| dimensions.to_string()).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<Option<EmbeddingEndpoint>, String> {
        let mut env = Env::from_pairs(pairs.iter().copied());
        let config = EmbeddingsConfig::read(&mut env);
        env.finish().map(|()| config.0).map_err(|error| error.to_string())
    }

    #[test]
    fn vectors_are_off_without_an_address() {
        assert!(read(&[("AUSPEX_EMBEDDINGS_MODEL", "m")]).unwrap().is_none());
        let local = read(&[("AUSPEX_EMBEDDINGS_URL", "http://127.0.0.1:9")]).unwrap().unwrap();
        assert_eq!((local.model.name.as_str(), local.model.dimensions), ("multilingual-e5-small", 384));
        assert_eq!(local.prefixes, Prefixes::E5);
    }

    #[test]
    fn a_length_without_an_index_and_unknown_prefixes_are_mistakes() {
        let url = ("AUSPEX_EMBEDDINGS_URL", "http://127.0.0.1:9");
        for (name, value) in [
            ("AUSPEX_EMBEDDINGS_DIMENSIONS", "300"),
            ("AUSPEX_EMBEDDINGS_PREFIXES", "bge"),
            ("AUSPEX_EMBEDDINGS_TIMEOUT", "0s"),
            ("AUSPEX_EMBEDDINGS_CALIBRATION", "1 2 3"),
        ] {
            assert!(read(&[url, (name, value)]).unwrap_err().contains(name), "{name}");
        }
        let none = read(&[url, ("AUSPEX_EMBEDDINGS_PREFIXES", "none")]).unwrap().unwrap();
        assert_eq!(none.prefixes, Prefixes::None);
    }
}
