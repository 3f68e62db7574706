//! Reports in the console: the list, a page, the files, and the reason why there is no PDF.

use std::sync::Arc;

use domain::access::AccessScope;
use operations::printing::PagePrinter;

use crate::console::{Browser, acme};
use crate::support::{ALL, Api, Copier, Options, mcp, start_with};
use crate::world::{MARKER, World, write};

const PAGE: &str = "<!doctype html><title>Report</title>";

async fn world(has_browser: bool) -> (Api, World) {
    let printer: Option<Arc<dyn PagePrinter>> = if has_browser { Some(Arc::new(Copier)) } else { None };
    let api = start_with(Options { printer, ..Options::default() }, mcp).await;
    let world = write(&api.store, &acme(), 0).await;
    api.store_page(&world.report, PAGE);
    (api, world)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_report_is_shown_and_saved_as_markdown_html_and_pdf() {
    let (api, world) = world(true).await;
    let browser = Browser::signed_in(&api, &[AccessScope::Read]).await;
    let (_, list) = browser.page("/console/reports").await;
    let named = format!("/console/reports/content?key=runs%2F{}%2Freport.md", world.run);
    assert!(list.contains(&named), "{list}");
    for address in [format!("/console/runs/{}/report", world.run), named] {
        let (status, page) = browser.page(&address).await;
        assert!(status == 200 && page.contains(MARKER), "{address}: {status} {page}");
        let separator = if address.contains('?') { '&' } else { '?' };
        for (form, media_type, saved, content) in [
            ("markdown", "text/plain; charset=utf-8", "inline", format!("# {MARKER}")),
            ("html", "text/html; charset=utf-8", "attachment", PAGE.to_owned()),
            ("pdf", "application/pdf", "attachment", format!("%PDF-{PAGE}")),
        ] {
            assert!(page.contains(&format!("form={form}\"")), "{form}: {page}");
            let answer = browser.get(&format!("{address}{separator}form={form}")).await;
            let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
            assert_eq!((answer.status().as_u16(), header("content-type").as_str()), (200, media_type), "{form}");
            let disposition = header("content-disposition");
            assert!(disposition.starts_with(saved) && disposition.contains(&world.run.to_string()), "{disposition}");
            assert!(header("content-security-policy").starts_with("default-src 'none'"), "{form}");
            assert_eq!(answer.text().await.unwrap(), content, "{form}");
        }
        assert_eq!(browser.get(&format!("{address}{separator}form=docx")).await.status(), 422);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_browser_the_page_names_the_setting_and_another_tenant_gets_no_file() {
    let (api, world) = world(false).await;
    let browser = Browser::signed_in(&api, &ALL).await;
    let address = format!("/console/runs/{}/report", world.run);
    let (_, page) = browser.page(&address).await;
    assert!(page.contains("AUSPEX_BROWSER_URL") && !page.contains("form=pdf\""), "{page}");
    let (status, refused) = browser.page(&format!("{address}?form=pdf")).await;
    assert!(status == 409 && refused.contains("AUSPEX_BROWSER_URL"), "{status}: {refused}");

    let other = Browser::sign_in(&api, &api.token("other", &ALL).await).await;
    for form in ["", "?form=markdown", "?form=html", "?form=pdf"] {
        let (status, page) = other.page(&format!("{address}{form}")).await;
        assert!(status == 404 && !page.contains(MARKER), "{form}: {status}");
    }
    assert!(!other.page("/console/reports").await.1.contains("report.md"));
    assert_eq!(browser.page("/console/reports/content").await.0, 422, "no key");
}
