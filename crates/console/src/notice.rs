//! Pages without data: sign-in, the end of a session, and errors.

use maud::{Markup, html};
use operations::FieldProblem;
use url::Url;

use super::frame::{Body, Section, lede};
use super::text;

/// Why a person is asked to sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInReason {
    /// There is no session.
    Needed,
    /// The session has ended, has expired, or its token was revoked.
    Ended,
    /// The token or the login is not valid.
    Refused,
    /// The person has signed out.
    SignedOut,
    /// The issuer has not signed the person in, with the reason.
    NotIssued,
}

/// The sign-in page.
#[derive(Debug, Clone, Copy)]
pub struct SignIn<'a> {
    /// Why the person is asked.
    pub reason: SignInReason,
    /// The reason in words, beside that of the kind.
    pub detail: &'a str,
    /// Secret of a login link.
    pub code: Option<&'a str>,
    /// Path that is opened afterwards.
    pub next: &'a str,
    /// Host of the issuer at which people can sign in.
    pub issuer: Option<&'a str>,
    /// Page at which a person signs out of the issuer.
    pub sign_out: Option<&'a Url>,
}

impl<'a> SignIn<'a> {
    /// Creates a page without a link and an issuer.
    pub fn new(reason: SignInReason, next: &'a str) -> Self {
        Self { reason, detail: "", code: None, next, issuer: None, sign_out: None }
    }
}

/// Renders the sign-in page.
pub fn sign_in(page: &SignIn<'_>) -> Body {
    let SignIn { reason, detail, code, next, issuer, sign_out } = *page;
    let content = html! {
        div.narrow {
            h1 { "Auspex console" }
            (lede(&html! {
                @match reason {
                    SignInReason::Needed => "Sign in with a token of your tenant.",
                    SignInReason::Ended => "Your session has ended: it has expired, or its token was revoked. Sign in again.",
                    SignInReason::Refused => "This token or link is not valid. A link can be used once, within a day.",
                    SignInReason::SignedOut => "You are signed out.",
                    SignInReason::NotIssued => "",
                }
                (text::untrusted(detail))
            }))
            @if let (Some(page), Some(host)) = (sign_out, issuer) {
                p { "You are still signed in at " (text::clipped(host, 80)) ": " a href=(page) rel="noopener noreferrer" { "sign out there, too" } "." }
            }
            @if let Some(code) = code {
                form method="post" action="/console/sign-in" {
                    input type="hidden" name="code" value=(code); input type="hidden" name="next" value=(next);
                    button.primary type="submit" autofocus { "Open the console" }
                    p.note { "The link is used by this step, not by looking at it." }
                }
            } @else {
                @if let Some(host) = issuer {
                    form method="post" action="/console/sign-in/issuer" {
                        input type="hidden" name="next" value=(next);
                        button.primary type="submit" { "Sign in with " (text::clipped(host, 80)) }
                    }
                    p.note { "Or with a token:" }
                }
                form method="post" action="/console/sign-in" {
                    input type="hidden" name="next" value=(next);
                    label for="token" { "Token" }
                    input #token name="token" type="password" required autocomplete="current-password" spellcheck="false" placeholder="auspex_…" autofocus[issuer.is_none()];
                    button.primary type="submit" { "Sign in" }
                }
            }
            div.teach {
                p { "A token is created by an operator, and a link by anyone who has a token:" }
                pre.code tabindex="0" { code { "auspex token create ana --scopes read,review\nauspex console" } }
                p.note { "The session acts for the token, lasts 12 hours and ends with the token. Over plain HTTP the console works on this machine only: a browser keeps the
                          cookie of another host only over HTTPS." }
            }
        }
    };
    Body { section: None, title: "Sign in".to_owned(), content, live: None }
}

/// An error as a person sees it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Failure {
    /// HTTP status of the answer.
    pub status: u16,
    /// What happened and what to do.
    pub detail: String,
    /// Fields that are invalid.
    pub fields: Vec<FieldProblem>,
    /// What the person has typed, by field.
    pub typed: Vec<(String, String)>,
}

/// Renders an error. What was typed is kept on the page.
pub fn failure(section: Option<Section>, failure: &Failure) -> Body {
    let title = match failure.status {
        401 => "Signed out",
        403 => "Not permitted",
        404 => "Not here",
        409 | 412 => "Changed in the meantime",
        429 => "Too many requests",
        400..=499 => "Not accepted",
        _ => "Not available",
    };
    let content = html! {
        h1 { (title) }
        (lede(&text::untrusted(&sentence(&failure.detail))))
        @if !failure.fields.is_empty() {
            ul.plain { @for field in &failure.fields { li { code.path { (text::clipped(&field.field, 200)) } " " (text::untrusted(&field.detail)) } } }
        }
        (typed(&failure.typed))
        p { @if failure.status == 401 { a href="/console/sign-in" { "Sign in" } } @else { a href="/console" { "Start page" } } }
    };
    Body { section, title: title.to_owned(), content, live: None }
}

/// Writes a message of the API, which begins with a small letter, as a sentence.
fn sentence(detail: &str) -> String {
    let mut rest = detail.chars();
    let first = rest.next().map(char::to_uppercase).into_iter().flatten();
    let end = if detail.ends_with(['.', '!', '?']) { "" } else { "." };
    first.chain(rest).chain(end.chars()).collect()
}

fn typed(fields: &[(String, String)]) -> Markup {
    html! {
        @if !fields.is_empty() {
            h2 { "What you typed" }
            p.note { "Nothing of it was stored. Copy it before you leave this page." }
            @for (name, value) in fields {
                label for=(format!("typed-{name}")) { (text::clipped(name, 80)) }
                textarea id=(format!("typed-{name}")) readonly rows=(value.lines().count().clamp(1, 8)) dir="auto" { "\n" (value) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_of_the_api_is_a_sentence_for_a_person() {
        for (detail, written) in [("no such page", "No such page."), ("Gone.", "Gone."), ("été", "Été."), ("", ".")]
        {
            assert_eq!(sentence(detail), written);
        }
    }

    #[test]
    fn an_error_keeps_what_was_typed_and_shows_it_as_text() {
        let one = Failure {
            status: 401,
            detail: "The session <b> ended.".into(),
            fields: Vec::new(),
            typed: vec![("reason".into(), "</textarea><script>".into())],
        };
        let page = failure(None, &one).content.into_string();
        assert!(
            page.contains("Signed out") && page.contains("&lt;/textarea&gt;&lt;script&gt;") && !page.contains("<b>"),
            "{page}"
        );
    }

    #[test]
    fn an_issuer_is_offered_beside_the_token() {
        let page = SignIn { issuer: Some("login.example"), ..SignIn::new(SignInReason::NotIssued, "/console") };
        let page = SignIn { detail: "you were not signed in: <b>", ..page };
        let html = sign_in(&page).content.into_string();
        for part in
            ["action=\"/console/sign-in/issuer\"", "Sign in with", "login.example", "name=\"token\"", "&lt;b&gt;"]
        {
            assert!(html.contains(part), "{part}: {html}");
        }
    }

    #[test]
    fn a_link_is_used_by_a_post_only() {
        let page = sign_in(&SignIn { code: Some("auspex_\"1"), ..SignIn::new(SignInReason::Needed, "/console/runs") })
            .content
            .into_string();
        assert!(
            page.contains("method=\"post\"") && page.contains("auspex_&quot;1") && !page.contains("name=\"token\""),
            "{page}"
        );
    }
}
