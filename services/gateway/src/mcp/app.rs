//! The form of a review for hosts that show MCP Apps (SEP-1865): one HTML document, which the host shows in a sandbox.
//!
//! The document has no data. The host sends it the result of the tool that names it, and passes its calls on to this
//! server under the token of the connection, so a decision goes through the same tools, checks and digest as any other
//! (ADR 0024), and a host that can ask its user is asked as before. It reaches no other host: its own policy permits
//! only its script and its style, by their hashes, and the metadata names no domain.

use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, PreEscaped, html};
use rmcp::model::{MetaObject, ReadResourceResult, ResourceContents};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::schema;

/// Address of the form.
pub(super) const REVIEW_FORM: &str = "ui://auspex/review";
/// Media type by which hosts recognise the document of an app.
const MEDIA_TYPE: &str = "text/html;profile=mcp-app";

const SCRIPT: &str = include_str!("app/review.js");
const STYLE: &str = include_str!("app/review.css");

static DOCUMENT: LazyLock<String> = LazyLock::new(document);

/// Returns the metadata of a tool whose result the form shows.
pub(super) fn linked() -> MetaObject {
    meta(&json!({ "ui": { "resourceUri": REVIEW_FORM, "visibility": ["model", "app"] } }))
}

/// Returns the form as HTML.
pub(super) fn review_form() -> ReadResourceResult {
    let contents = ResourceContents::text(DOCUMENT.as_str(), REVIEW_FORM).with_mime_type(MEDIA_TYPE);
    ReadResourceResult::new(vec![contents.with_meta(sandbox())])
}

/// The restrictions under which a host shows the form: no request, no resource, no frame of any host.
fn sandbox() -> MetaObject {
    let none: [&str; 0] = [];
    let csp = json!({ "connectDomains": none, "resourceDomains": none, "frameDomains": none, "baseUriDomains": none });
    meta(&json!({ "ui": { "csp": csp, "prefersBorder": true } }))
}

fn meta(value: &Value) -> MetaObject {
    MetaObject(schema::object(value.clone()))
}

fn document() -> String {
    let [script, style] = [SCRIPT, STYLE].map(|text| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text))));
    let policy =
        format!("default-src 'none'; script-src {script}; style-src {style}; base-uri 'none'; form-action 'none'");
    let list = |id: &str, name: &str| {
        html! { section id=(format!("{id}-part")) hidden { h2 { (name) } ul id=(id) {} } }
    };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                title { "Auspex review" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main #page hidden {
                    h1 #title dir="auto" {}
                    p #facts .note {}
                    (list("parameters", "Parameters"))
                    h2 { "Data" }
                    pre #data tabindex="0" dir="auto" {}
                    (list("problems", "Violations of the schema"))
                    (list("checks", "Checks of LEIs"))
                    h2 { "Verbs" }
                    pre #verbs tabindex="0" {}
                    (list("sources", "Sources"))
                    div #decision hidden {
                        label for="reason" { "Reason, required to reject" }
                        input #reason type="text" maxlength="4000" autocomplete="off";
                        button #approve type="button" { "Approve" }
                        button #reject type="button" { "Reject" }
                    }
                }
                p #status .note role="status" { "Waiting for the result…" }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_reaches_no_host_and_its_policy_permits_its_own_text_only() {
        let page = DOCUMENT.as_str();
        assert!(!page.contains("http:") && !page.contains("https:") && !page.contains("unsafe"), "{page}");
        for forbidden in
            ["innerHTML", "eval(", "new Function", "fetch(", "XMLHttpRequest", "document.write", " onclick="]
        {
            assert!(!page.contains(forbidden), "{forbidden}");
        }
        let within = |open: &str, close: &str| page.split(open).nth(1).unwrap().split(close).next().unwrap().to_owned();
        for text in [within("<script>", "</script>"), within("<style>", "</style>")] {
            let hash = format!("sha256-{}", STANDARD.encode(Sha256::digest(&text)));
            assert!(page.contains(&hash), "the policy permits what the document has: {hash}");
        }
        for part in ["default-src 'none'; script-src", "base-uri 'none'; form-action 'none'"] {
            // An attribute may escape the quotes.
            assert!(page.replace("&#39;", "'").contains(part), "what the policy does not name is forbidden: {part}");
        }
        assert!(page.len() < 16 * 1024, "{}", page.len());
    }

    #[test]
    fn the_metadata_names_no_domain() {
        let form = serde_json::to_value(review_form()).unwrap();
        let contents = &form["contents"][0];
        assert_eq!((&contents["uri"], &contents["mimeType"]), (&json!(REVIEW_FORM), &json!(MEDIA_TYPE)));
        for kind in ["connectDomains", "resourceDomains", "frameDomains", "baseUriDomains"] {
            assert_eq!(contents["_meta"]["ui"]["csp"][kind], json!([]), "{kind}");
        }
    }
}
