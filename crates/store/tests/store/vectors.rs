//! Vectors of notes and research: the background task that adds them, retrieval by words and vectors, and servers
//! without pgvector.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use domain::effect::Owner;
use domain::port::embedding::{Embedder, EmbeddingError, EmbeddingModel, EmbeddingSide};
use domain::port::memory::Recalled;
use domain::port::{BoxFuture, Journal};
use domain::{Effect, EntityId, Tenant};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use store::memory::{LeaseHolder, PendingCursor, PendingLimits};
use store::statements::vector_statement;
use store::{Memory, PostgresConfig, Store};

use crate::roles::{connect, database as with_roles, url_as};
use crate::samples::{at, job, note, research, settled};
use crate::support::{LEASE, database, execute, instance, number, store};

const DIMENSIONS: usize = 384;

/// Words of one concept have the same direction; a text without any has the last one.
const CONCEPTS: &[&[&str]] = &[&["zebra", "Streifenpferd"], &["bread", "Brot"], &["lighthouse", "Leuchtturm"]];

/// An embedder that knows [`CONCEPTS`].
struct Dictionary {
    model: EmbeddingModel,
    fails: AtomicBool,
    texts: AtomicUsize,
}

impl Dictionary {
    fn new(name: &str) -> Arc<Self> {
        let model = EmbeddingModel { name: format!("{name}-e5-small"), dimensions: DIMENSIONS };
        Arc::new(Self { model, fails: AtomicBool::new(false), texts: AtomicUsize::new(0) })
    }
}

impl Embedder for Dictionary {
    fn model(&self) -> &EmbeddingModel {
        &self.model
    }

    fn embed<'a>(
        &'a self,
        _: EmbeddingSide,
        texts: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbeddingError>> {
        Box::pin(async move {
            if self.fails.load(Ordering::SeqCst) {
                return Err(EmbeddingError::Unavailable { reason: "switched off".to_owned() });
            }
            self.texts.fetch_add(texts.len(), Ordering::SeqCst);
            Ok(texts.iter().map(|text| vector(text)).collect())
        })
    }
}

fn vector(text: &str) -> Vec<f32> {
    let concept = CONCEPTS.iter().position(|words| words.iter().any(|word| text.contains(word)));
    let mut vector = vec![0.0; DIMENSIONS];
    vector[concept.unwrap_or(DIMENSIONS - 1)] = 1.0;
    vector
}

async fn write(store: &Store, tenant: &str, texts: &[&str]) {
    let mut outcome = settled(&format!("{tenant}: {}", texts.join(" ")));
    for (n, text) in texts.iter().enumerate() {
        let mut note = note(&format!("{tenant}: {text}"), text);
        note.tenant = Tenant::parse(tenant).unwrap();
        note.made_at = at(i64::try_from(n).unwrap());
        outcome.effects.push(Effect::NoteStored(Box::new(note)));
    }
    store.journal().commit(outcome).await.unwrap();
}

/// Runs the background task to the end of its walk. Returns the texts in the order in which they were embedded.
async fn embed_all(store: &Store) -> Vec<String> {
    let (memory, mut cursor, mut embedded) = (store.memory(), PendingCursor::default(), Vec::new());
    loop {
        let page = memory.without_vector(cursor, PendingLimits { looked_at: 3, returned: 2 }).await.unwrap();
        assert!(page.texts.len() <= 2, "{page:?}");
        if !page.texts.is_empty() {
            assert_eq!(memory.embed_texts(&page.texts).await.unwrap(), page.texts.len() as u64);
        }
        embedded.extend(page.texts.into_iter().map(|pending| pending.text));
        match page.next {
            Some(next) => cursor = next,
            None => return embedded,
        }
    }
}

async fn ask(store: &Store, tenant: &str, query: &str) -> Recalled {
    let tenant = Tenant::parse(tenant).unwrap();
    store.of(&tenant).memory().retrieve(&tenant, query, 10).await.unwrap()
}

fn texts(recalled: &Recalled) -> Vec<&str> {
    recalled.hits.iter().map(|hit| hit.text.as_str()).collect()
}

const ACME: &[&str] = &["The zebra sleeps at noon.", "Fresh bread costs two coins.", "The lighthouse was lit in 1904."];

#[tokio::test]
async fn a_note_in_other_words_is_found_by_its_vector_and_only_by_its_tenant() {
    let (store, url) = store().await;
    write(&store, "acme", ACME).await;
    write(&store, "globex", &["The zebra of Globex is secret."]).await;
    let words = ask(&store, "acme", "Streifenpferd").await;
    assert_eq!((texts(&words), words.lexical_only), (vec![], false));
    let store = store.with_embedder(Dictionary::new("a"));
    assert_eq!(embed_all(&store).await.len(), 4);
    assert_eq!(number(&url, "SELECT count(*) FROM note_embedding WHERE embedding IS NOT NULL").await, 4);
    let found = ask(&store, "acme", "Streifenpferd").await;
    assert_eq!(texts(&found), [ACME[0]], "no word is shared, and nothing else is near");
    assert!(!found.lexical_only && found.confidence > 0.5 && found.hits[0].score > 0.5, "{found:?}");
    assert_eq!(texts(&ask(&store, "globex", "Streifenpferd").await), ["The zebra of Globex is secret."]);
    assert_eq!(texts(&ask(&store, "third", "Streifenpferd").await), Vec::<&str>::new());
    // Found by words and by vector.
    let both = ask(&store, "acme", "When was the lighthouse lit?").await;
    assert_eq!(texts(&both)[0], ACME[2]);
    // What has ended is found by neither.
    execute(&url, "UPDATE note SET ended_at = now() WHERE text LIKE 'The zebra sleeps%'").await;
    assert_eq!(texts(&ask(&store, "acme", "Streifenpferd").await), Vec::<&str>::new());
}

#[tokio::test]
async fn notes_and_vectors_of_another_tenant_change_neither_hits_nor_confidence() {
    let (store, _) = store().await;
    let store = store.with_embedder(Dictionary::new("a"));
    write(&store, "acme", ACME).await;
    embed_all(&store).await;
    let answers = async || {
        let mut all = Vec::new();
        for query in ["When was the lighthouse lit?", "Streifenpferd", "Fresh bread", "Who owns the moon?"] {
            all.push(ask(&store, "acme", query).await);
        }
        all
    };
    let before = answers().await;
    let theirs: Vec<String> =
        (0..40).map(|n| format!("Lighthouse {n} was lit for a zebra that eats fresh bread.")).collect();
    write(&store, "globex", &theirs.iter().map(String::as_str).collect::<Vec<_>>()).await;
    assert_eq!(embed_all(&store).await.len(), 40);
    assert_eq!(answers().await, before);
    assert!(before.iter().take(3).all(|recalled| recalled.confidence > 0.2 && recalled.hits.len() == 1), "{before:?}");
}

#[tokio::test]
async fn notes_are_embedded_newest_first_once_and_again_for_another_model() {
    let (store, url) = store().await;
    write(&store, "acme", ACME).await;
    let first = Dictionary::new("a");
    let store = store.with_embedder(first.clone());
    let embedded = embed_all(&store).await;
    let newest: Vec<&str> = ACME.iter().rev().copied().collect();
    assert_eq!(embedded, newest);
    assert_eq!((embed_all(&store).await, first.texts.load(Ordering::SeqCst)), (vec![], 3), "each note once");
    let store = instance(&url, "two").await.with_embedder(Dictionary::new("b"));
    assert_eq!(texts(&ask(&store, "acme", "Streifenpferd").await), Vec::<&str>::new(), "vectors of another model");
    assert_eq!(embed_all(&store).await, newest);
    assert_eq!(texts(&ask(&store, "acme", "Streifenpferd").await), [ACME[0]]);
    assert_eq!(number(&url, "SELECT count(*) FROM note_embedding").await, 3, "one vector per note");
    // A note without an embedder is left for later.
    let plain = instance(&url, "three").await;
    assert!(
        plain
            .memory()
            .without_vector(PendingCursor::default(), PendingLimits { looked_at: 9, returned: 9 })
            .await
            .unwrap()
            .texts
            .is_empty()
    );
}

#[tokio::test]
async fn without_an_answer_of_the_embedder_words_alone_answer_and_say_so() {
    let (store, _) = store().await;
    write(&store, "acme", ACME).await;
    let plain = ask(&store, "acme", "When was the lighthouse lit?").await;
    let embedder = Dictionary::new("a");
    let store = store.with_embedder(embedder.clone());
    embed_all(&store).await;
    embedder.fails.store(true, Ordering::SeqCst);
    let degraded = ask(&store, "acme", "When was the lighthouse lit?").await;
    assert!(degraded.lexical_only && !plain.lexical_only);
    assert_eq!(degraded, Recalled { lexical_only: true, ..plain });
    assert!(!ask(&store, "acme", "").await.lexical_only, "nothing was asked");
}

/// Stores a version of an entity's research.
async fn write_research(store: &Store, entity: &str, summary: &str, owner: Owner) {
    let (entity, name) = (EntityId::slug(entity), format!("{} {entity} {summary}", owner.tenant));
    let holder = LeaseHolder { tenant: owner.tenant.clone(), job: job(&name) };
    let fence = store.memory().take_fence(&entity, &holder, LEASE).await.unwrap().unwrap();
    let mut outcome = settled(&name);
    let research = Box::new(research(summary, at(9_000)));
    outcome.effects.push(Effect::ResearchStored { entity, research, fence, owner });
    store.journal().commit(outcome).await.unwrap();
}

fn ids(recalled: &Recalled) -> Vec<&str> {
    recalled.hits.iter().map(|hit| hit.id.as_str()).collect()
}

#[tokio::test]
async fn research_is_found_by_its_vector_by_those_who_may_read_it() {
    let (owner, url, prefix) = with_roles().await;
    let of = |name: &str, is_public| Owner { tenant: Tenant::parse(name).unwrap(), is_public };
    let store = owner.with_embedder(Dictionary::new("a"));
    write_research(&store, "zoo", "The zebra house opens in May.", of("acme", false)).await;
    write_research(&store, "park", "A zebra park for all.", of("globex", true)).await;
    write(&store, "acme", &["The lighthouse was lit in 1904."]).await;
    assert_eq!(ids(&ask(&store, "acme", "Streifenpferd").await), Vec::<&str>::new(), "no vector yet");
    assert_eq!(embed_all(&store).await.len(), 3, "notes and research");
    let gateway = connect(&url, &prefix, "gateway").await.with_embedder(Dictionary::new("a"));
    for store in [&store, &gateway] {
        let found = ask(store, "acme", "Streifenpferd").await;
        assert_eq!((ids(&found), found.hits[0].kind.as_str()), (vec!["zoo"], "research"));
        assert!(found.confidence > 0.5 && !found.lexical_only, "{found:?}");
        assert_eq!(ids(&ask(store, "globex", "Streifenpferd").await), ["park"]);
        assert_eq!(ids(&ask(store, "third", "Streifenpferd").await), Vec::<&str>::new());
    }
    // While memory is shared, public research of another tenant is found, and private research is not.
    let config = PostgresConfig { shares_memory: true, ..PostgresConfig::new(url.clone(), "sharing") };
    let sharing = Store::connect(config).await.unwrap().with_embedder(Dictionary::new("a"));
    assert_eq!(ids(&ask(&sharing, "third", "Streifenpferd").await), ["park"]);
    // A newer version replaces the older one and its vector.
    write_research(&store, "zoo", "The zoo sells bread.", of("acme", false)).await;
    assert_eq!(ids(&ask(&store, "acme", "Streifenpferd").await), Vec::<&str>::new());
    assert_eq!(embed_all(&store).await, ["zoo\nThe zoo sells bread."]);
    assert_eq!(ids(&ask(&store, "acme", "Brot").await), ["zoo"]);
    assert_eq!(number(&url, "SELECT count(*) FROM research_embedding WHERE embedding IS NOT NULL").await, 2);
    execute(&url, "UPDATE research SET ended_at = now(), ended_because = 'refuted' WHERE entity = 'zoo'").await;
    assert_eq!(ids(&ask(&store, "acme", "Brot").await), Vec::<&str>::new());
}

/// A server without pgvector refuses `CREATE EXTENSION vector`, as this trigger does.
const NO_EXTENSION: &str = "
CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$
BEGIN IF current_query() LIKE '%vector%' THEN RAISE EXCEPTION 'extension \"vector\" is not available' USING ERRCODE = '0A000'; END IF; END $$;
CREATE EVENT TRIGGER refuse ON ddl_command_start WHEN TAG IN ('CREATE EXTENSION') EXECUTE FUNCTION refuse();";

#[tokio::test]
async fn a_server_without_pgvector_searches_by_words_until_a_migration_finds_the_extension() {
    let url = database().await;
    let mut conn = PgConnection::connect(&url).await.unwrap();
    sqlx::raw_sql(NO_EXTENSION).execute(&mut conn).await.unwrap();
    let store = instance(&url, "one").await;
    write(&store, "acme", ACME).await;
    let plain = ask(&store, "acme", "When was the lighthouse lit?").await;
    assert!(!store.memory().stores_vectors().await.unwrap());
    let store = store.with_embedder(Dictionary::new("a"));
    assert_eq!(embed_all(&store).await, Vec::<String>::new());
    assert_eq!(ask(&store, "acme", "When was the lighthouse lit?").await, Recalled { lexical_only: true, ..plain });
    sqlx::raw_sql("DROP EVENT TRIGGER refuse").execute(&mut conn).await.unwrap();
    let store = instance(&url, "two").await.with_embedder(Dictionary::new("a"));
    assert!(store.memory().stores_vectors().await.unwrap());
    assert_eq!(embed_all(&store).await.len(), 3);
    assert_eq!(texts(&ask(&store, "acme", "Streifenpferd").await), [ACME[0]]);
}

#[tokio::test]
async fn vectors_of_deleted_notes_are_deleted() {
    let (store, url) = store().await;
    write(&store, "acme", ACME).await;
    let store = store.with_embedder(Dictionary::new("a"));
    embed_all(&store).await;
    execute(&url, "UPDATE note SET ended_at = now() - interval '10 years' WHERE text LIKE 'The zebra%'").await;
    let retention =
        store::Retention { history: Some(std::time::Duration::from_secs(3600)), ..store::Retention::shortest() };
    store.maintenance().prune(&retention).await.unwrap();
    assert_eq!(number(&url, "SELECT count(*) FROM note").await, 2);
    assert_eq!(number(&url, "SELECT count(*) FROM note_embedding").await, 2);
}

/// Vectors of one tenant above which the index is scanned, and a few of another.
const MANY: i32 = 5_200;

/// Notes with vectors whose directions differ in two components: `acme` has [`MANY`], every hundredth one belongs to
/// `globex`.
async fn fill(url: &str, model: &str) {
    let mut conn = PgConnection::connect(url).await.unwrap();
    let notes = format!(
        "INSERT INTO note (id, tenant, text, summary, keywords, tags, kind, source_url, made_at)
         SELECT md5('n' || i)::uuid, CASE WHEN i % 100 = 0 THEN 'globex' ELSE 'acme' END, 'note ' || i, '', '', '', '', '', now()
         FROM generate_series(1, {MANY}) AS i"
    );
    let vectors = format!(
        "INSERT INTO note_embedding (note, tenant, model, dimensions, embedding)
         SELECT n.id, n.tenant, '{model}', 384,
                (ARRAY[cos(i * 0.0003), sin(i * 0.0003)] || array_fill(0::float8, ARRAY[382]))::real[]::halfvec
         FROM generate_series(1, {MANY}) AS i JOIN note n ON n.id = md5('n' || i)::uuid"
    );
    for sql in [notes, vectors, "VACUUM ANALYZE note_embedding".to_owned(), "VACUUM ANALYZE note".to_owned()] {
        conn.execute(AssertSqlSafe(sql)).await.unwrap();
    }
}

/// Always asks for the direction of the first notes.
struct Direction(EmbeddingModel);

impl Embedder for Direction {
    fn model(&self) -> &EmbeddingModel {
        &self.0
    }

    fn embed<'a>(
        &'a self,
        _: EmbeddingSide,
        texts: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, EmbeddingError>> {
        let mut vector = vec![0.0; DIMENSIONS];
        vector[0] = 1.0;
        Box::pin(async move { Ok(vec![vector; texts.len()]) })
    }
}

#[tokio::test]
async fn many_vectors_are_found_by_the_index_also_under_the_policies_of_the_gateway() {
    let (owner, url, prefix) = with_roles().await;
    let model = EmbeddingModel { name: "d-e5-small".to_owned(), dimensions: DIMENSIONS };
    fill(&url, &model.name).await;
    let (statement, settings) = vector_statement();
    let query = format!("[1{}]", ",0".repeat(DIMENSIONS - 1));
    let literal = |tenant: &str| {
        statement
            .replace("$1", &format!("'{tenant}'"))
            .replace("$2", &format!("'{query}'"))
            .replace("$3", "'d-e5-small'")
            .replace("$4", "100")
    };
    for process in ["researcher", "gateway"] {
        let mut conn = PgConnection::connect(&url_as(&url, &prefix, process)).await.unwrap();
        let mut transaction = conn.begin().await.unwrap();
        transaction.execute("SET LOCAL auspex.tenant = 'acme'").await.unwrap();
        sqlx::raw_sql(settings).execute(&mut *transaction).await.unwrap();
        let explain = AssertSqlSafe(format!("EXPLAIN {}", literal("acme")));
        let plan: Vec<String> = sqlx::query_scalar(explain).fetch_all(&mut *transaction).await.unwrap();
        assert!(plan.join("\n").contains("note_embedding_near_384"), "{process}: {plan:#?}");
    }
    // The same answers from the index and from the comparison of all.
    let gateway = connect(&url, &prefix, "gateway").await.with_embedder(Arc::new(Direction(model.clone())));
    for store in [owner.with_embedder(Arc::new(Direction(model))), gateway] {
        let big = ask(&store, "acme", "anything").await;
        let found = texts(&big);
        assert_eq!(found.len(), 10);
        assert_eq!(texts(&ask(&store, "globex", "anything").await)[0], "note 100");
        let own = |recalled: &Recalled, is_own: &dyn Fn(u32) -> bool| {
            recalled.hits.iter().all(|hit| is_own(hit.text.trim_start_matches("note ").parse().unwrap()))
        };
        // Half precision does not distinguish the first forty.
        assert!(own(&big, &|n| n % 100 != 0 && n < 150), "{found:?}");
        assert!(own(&ask(&store, "globex", "anything").await, &|n| n % 100 == 0));
    }
    let wrong = Tenant::parse("globex").unwrap();
    let gateway = connect(&url, &prefix, "gateway").await;
    let acme = Tenant::parse("acme").unwrap();
    let crossed = gateway.of(&wrong).memory().retrieve(&acme, "anything", 5).await.unwrap();
    assert_eq!(texts(&crossed), Vec::<&str>::new());
}

#[tokio::test]
async fn a_role_without_the_right_to_create_extensions_migrates() {
    let url = database().await;
    let name = format!("owner_{}", url.rsplit('/').next().unwrap());
    let base = url.rsplit('/').next().unwrap();
    for sql in [
        format!("CREATE ROLE {name} LOGIN"),
        format!("GRANT CREATE ON DATABASE {base} TO {name}"),
        format!("GRANT USAGE, CREATE ON SCHEMA public TO {name}"),
    ] {
        execute(&url, &sql).await;
    }
    let config = PostgresConfig::new(store::roles::url_as(&url, &name), "one");
    let store = Store::connect(config).await.unwrap();
    store.migrate().await.unwrap();
    store.journal().renew_lease(LEASE).await.unwrap();
    // Whether pgvector is a trusted extension is a matter of the server's packages; both are served.
    let enabled = store.memory().stores_vectors().await.unwrap();
    write(&store, "acme", ACME).await;
    let store = store.with_embedder(Dictionary::new("a"));
    assert_eq!(ask(&store, "acme", "When was the lighthouse lit?").await.lexical_only, !enabled);
}
