//! Pages without a text of their own: a browser renders them once, and what it made is stored and read.

use domain::Research;
use web::fake::FakeWeb;

use crate::tests::{Bench, PAGE, look_up, sensible};

const SHELL: &str = "<html><body><div id=root>Loading</div><script src=/app.js></script></body></html>";
const WALL: &str = "<html><body><div id=root></div><noscript>You need to enable JavaScript to run this app.</noscript><script src=/app.js></script></body></html>";
const STATIC: &str = "<p>The token dogwifhat was listed on a large exchange in March and its price rose by a fifth.</p><script>1</script>";
const RENDERED: &str = "<html><body><div id=root><p>The token dogwifhat was listed on a large exchange in March and its price rose.</p></div></body></html>";

async fn researched(web: FakeWeb) -> (Bench, Research) {
    let bench = Bench::new(sensible).on(web);
    let (research, _) = bench.done(&look_up("dogwifhat"), "job").await;
    (bench, research)
}

fn renderings(bench: &Bench) -> usize {
    bench.web.requests.lock().unwrap().iter().filter(|request| request.starts_with("render ")).count()
}

#[tokio::test]
async fn a_page_that_is_empty_without_its_scripts_is_rendered_and_read() {
    for page in [SHELL, "<script>1</script>", WALL] {
        let (bench, research) = researched(FakeWeb::default().page(PAGE, "WIF", page).rendering(PAGE, RENDERED)).await;
        assert_eq!(renderings(&bench), 1, "{page}");
        assert_eq!(research.findings.len(), 1, "{page}");
        let hash = web::content_hash(RENDERED.as_bytes());
        assert!(research.sources.iter().any(|source| source.content_hash == hash), "the rendered page is the evidence");
    }
}

#[tokio::test]
async fn a_page_with_text_and_one_without_scripts_are_not_rendered() {
    for page in [STATIC, "<p>Loading</p>"] {
        let web = FakeWeb::default().page(PAGE, "WIF", page).rendering("https://other.example.org/", RENDERED);
        let (bench, _) = researched(web).await;
        assert_eq!(renderings(&bench), 0, "{page}");
    }
}

#[tokio::test]
async fn a_page_that_cannot_be_rendered_is_read_as_it_is() {
    let web = FakeWeb::default().page(PAGE, "WIF", SHELL).rendering("https://other.example.org/", RENDERED);
    let (bench, research) = researched(web).await;
    assert_eq!((renderings(&bench), research.findings.len()), (1, 0));
}
