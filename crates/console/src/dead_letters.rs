//! Dead letters: groups by cause, the letters of a group, one letter, its redrive, and its end without one.

mod marked;
mod trail;

use domain::Time;
use domain::access::AccessScope;
use maud::{Markup, html};
use operations::Page;
use operations::dead_letter_groups::{DeadLetterGroupItem, DeadLetterQuery};
use operations::dead_letters::{DeadLetterItem, DeadLetterStep};
use operations::redrives::{RedriveItem, RedriveOrder};
use proto::v1;

use super::frame::{Tone, bounded, lede, pager, state};
use super::grafana::{self, Grafana};
use super::{Body, Section, Visitor, figure, now, redrives, text};
pub use marked::MARK;

/// Bytes of a payload that are shown if they are no text.
const SHOWN_BYTES: usize = 512;

/// The runbook of dead letters.
const RUNBOOK: &str = "AuspexDeadLetters";
/// Causes and headers of a letter that are shown at most.
const MAX_LISTED: usize = 20;

/// What the list of groups shows.
#[derive(Debug)]
pub struct GroupsView<'a> {
    /// Groups, newest first.
    pub groups: &'a [DeadLetterGroupItem],
    /// The newest redrives.
    pub redrives: &'a [RedriveItem],
    /// Number of open letters.
    pub open: u64,
    /// Number of all letters.
    pub all: u64,
    /// Time of the page.
    pub now: Time,
}

/// What the list of letters shows.
#[derive(Debug)]
pub struct LettersView<'a> {
    /// The selection in the address.
    pub query: &'a DeadLetterQuery,
    /// A page of the selected letters.
    pub page: &'a Page<DeadLetterItem>,
    /// Number of the selected letters.
    pub count: u64,
    /// The person in front of the page.
    pub visitor: &'a Visitor,
    /// What was done with marked letters just now.
    pub notice: Option<&'a str>,
    /// Time of the page.
    pub now: Time,
}

/// Returns the address of a selection.
pub fn address(query: &DeadLetterQuery, cursor: Option<&str>) -> String {
    let open = query.open.then_some("true");
    let parts = [
        ("consumer", query.consumer.as_deref()),
        ("class", query.class.as_deref()),
        ("reason", query.reason.as_deref()),
        ("open", open),
        ("cursor", cursor),
    ];
    let parts: Vec<String> =
        parts.iter().filter_map(|(name, value)| Some(format!("{name}={}", text::encoded((*value)?)))).collect();
    format!("/console/dead-letters/list?{}", parts.join("&"))
}

fn of_group(group: &DeadLetterGroupItem) -> DeadLetterQuery {
    let DeadLetterGroupItem { consumer, class, reason, .. } = group.clone();
    DeadLetterQuery {
        consumer: Some(consumer),
        class: Some(class),
        reason: Some(reason),
        open: true,
        ..DeadLetterQuery::default()
    }
}

/// Renders the groups.
pub fn groups(view: &GroupsView<'_>) -> Body {
    let all = address(&DeadLetterQuery::default(), None);
    let open = address(&DeadLetterQuery { open: true, ..DeadLetterQuery::default() }, None);
    let content = html! {
        h1.sr { "Dead letters" }
        @if view.open == 0 {
            (lede(&html! { "No message waits for a repair." @if view.all > 0 { " " a href=(all) { (bounded(view.all)) " redriven or dropped before" } "." } }))
            @if view.all == 0 { (nothing_yet()) }
        } @else {
            (lede(&html! {
                a href=(open) { (bounded(view.open)) @if view.open == 1 { " message" } @else { " messages" } }
                " could not be processed, from " (figure::counted(view.groups.len() as u64, "cause", "causes")) "."
            }))
            p.note { "Fix the cause first, then try one message of its group. " a href=(all) { "All letters, redriven and dropped ones included" } "." }
            div.scroll tabindex="0" role="region" aria-label="Groups" {
                table.rows {
                    caption.sr { "Dead letters by cause" }
                    thead { tr { th scope="col" { "Reason" } th scope="col" { "Worker" } th scope="col" { "Class" } th.num scope="col" { "Letters" }
                                 th.num scope="col" title="In a storm, one letter stands for many messages" { "Messages" }
                                 th.num scope="col" { "Last hour" } th.num scope="col" { "Newest" } th.num scope="col" { "Oldest" } } }
                    tbody { @for group in view.groups { (group_row(group, view.now)) } }
                }
            }
        }
        (redrives::newest(view.redrives, view.now))
    };
    Body::new(Section::DeadLetters, "Dead letters", content)
}

fn group_row(group: &DeadLetterGroupItem, now: Time) -> Markup {
    html! {
        tr data-row {
            td.main { a href=(address(&of_group(group), None)) { (text::clipped(if group.reason.is_empty() { "no reason recorded" } else { &group.reason }, 200)) } }
            td data-label="Worker" { (text::clipped(&group.consumer, 40)) }
            td data-label="Class" { (class(&group.class)) }
            td.num.strong data-label="Letters" { (figure::integer(group.letters)) }
            td.num data-label="Messages" { (figure::integer(group.messages)) }
            td.num data-label="Last hour" { @if group.recent > 0 { span.flagged { "+" (figure::integer(group.recent)) } } @else { span.muted { "0" } } }
            td.num data-label="Newest" { (figure::time(now, group.newest_at)) }
            td.num data-label="Oldest" { (figure::time(now, group.oldest_at)) }
        }
    }
}

/// A class with its meaning.
fn class(name: &str) -> Markup {
    let (tone, meaning) = match name {
        "undecodable" => (Tone::Bad, "its bytes are no message"),
        "rejected" => (Tone::Bad, "the worker refuses it"),
        "exhausted" => (Tone::Warn, "every attempt failed"),
        "poisoned" => (Tone::Bad, "it ended its process"),
        _ => (Tone::Plain, "another version wrote it"),
    };
    html! { span title=(meaning) { (state(tone, name)) } }
}

fn nothing_yet() -> Markup {
    html! {
        div.teach {
            p { "A " strong { "dead letter" } " is a message that a worker could not process, kept with its bytes, headers and the reason. After the cause is
                 fixed, a redrive runs its job again." }
            pre.code tabindex="0" { code { "auspex dead list\nauspex dead redrive ID" } }
        }
    }
}

/// Renders the letters of a selection.
pub fn letters(view: &LettersView<'_>) -> Body {
    let query = view.query;
    let content = html! {
        nav.trail aria-label="Path" { a href="/console/dead-letters" { "Dead letters" } " / selection" }
        h1.sr { "Dead letters of a selection" }
        @if let Some(notice) = view.notice { p.notice role="status" { (notice) } }
        (lede(&html! {
            (bounded(view.count)) @if view.count == 1 { " letter" } @else { " letters" }
            @if let Some(consumer) = &query.consumer { " of the " (text::clipped(consumer, 40)) }
            @if query.open { ", open" }
            @if let Some(reason) = &query.reason { ": " (text::clipped(reason, 200)) }
            "."
        }))
        (redrive_group(view))
        @if view.page.items.is_empty() { p.empty { "The selection has no letter. " a href="/console/dead-letters" { "All causes" } "." } }
        @else { (marked::form(view, &letter_table(view))) }
        (pager(
            query.cursor.as_ref().map(|_| address(query, None)).as_deref(),
            view.page.next.as_deref().map(|next| address(query, Some(next))).as_deref(),
        ))
    };
    Body::new(Section::DeadLetters, "Dead letters", content)
}

fn letter_table(view: &LettersView<'_>) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Letters" {
            table.rows {
                caption.sr { "Dead letters, newest first" }
                thead { tr { (marked::head(view)) th scope="col" { "Reason" } th scope="col" { "Worker" } th scope="col" { "Subject" } th scope="col" { "Class" }
                             th scope="col" { "State" } th.num scope="col" { "At" } } }
                tbody { @for letter in &view.page.items { (letter_row(letter, view)) } }
            }
        }
    }
}

fn letter_row(letter: &DeadLetterItem, view: &LettersView<'_>) -> Markup {
    let now = view.now;
    html! {
        tr data-row {
            (marked::cell(letter, view))
            td.main { a href=(format!("/console/dead-letters/{}", letter.id)) { (text::clipped(if letter.reason.is_empty() { "no reason recorded" } else { &letter.reason }, 200)) } }
            td data-label="Worker" { (text::clipped(&letter.consumer, 40)) }
            td data-label="Subject" { span.url { (text::clipped(&letter.subject, 80)) } }
            td data-label="Class" { (class(&letter.class)) }
            td data-label="State" { (letter_state(letter, now)) }
            td.num data-label="At" { (figure::time(now, letter.at)) }
        }
    }
}

fn letter_state(letter: &DeadLetterItem, now: Time) -> Markup {
    html! {
        @match (letter.redriven_at, letter.dropped_at) {
            (Some(at), _) => { (state(Tone::Good, "redriven")) " " (figure::time(now, at)) }
            (None, Some(at)) => { (state(Tone::Plain, "dropped")) " " (figure::time(now, at)) }
            (None, None) => (state(Tone::Warn, "open")),
        }
    }
}

/// The redrive of all letters of a selection, after a preview.
fn redrive_group(view: &LettersView<'_>) -> Markup {
    let DeadLetterQuery { consumer, class, reason, open: true, .. } = view.query else { return html! {} };
    let is_bounded = consumer.is_some() || class.is_some() || reason.is_some();
    if view.count == 0 || !is_bounded || !view.visitor.may(AccessScope::Admin) {
        return html! {};
    }
    let (consumer, class, reason) = (consumer.clone(), class.clone(), reason.clone());
    let order = RedriveOrder { consumer, class, reason, ..RedriveOrder::default() };
    html! {
        div.inline {
            a href=(redrives::preview_address(&order)) { "Redrive these letters…" }
            span.note { "Each job runs again and may cost money. The next page shows how many and how much. The oldest runs first, the others wait for its outcome." }
        }
    }
}

/// What the page of one letter shows.
#[derive(Debug)]
pub struct LetterView<'a> {
    /// The letter with its message.
    pub letter: &'a v1::DeadLetter,
    /// The last lines of the audit trail of its event, oldest first.
    pub trail: &'a [DeadLetterStep],
    /// The person in front of the page.
    pub visitor: &'a Visitor,
    /// What was done with the letter just now.
    pub notice: Option<&'a Markup>,
    /// Grafana, which shows the trace of the letter.
    pub grafana: Option<&'a Grafana>,
    /// Time of the page.
    pub now: Time,
}

/// Renders one letter.
pub fn letter(view: &LetterView<'_>) -> Body {
    let LetterView { letter, trail, visitor, notice, grafana, now } = *view;
    let at = letter.at.as_ref().and_then(|at| Time::from_timestamp(at.seconds, 0));
    let content = html! {
        nav.trail aria-label="Path" { a href="/console/dead-letters" { "Dead letters" } " / " (text::id(&letter.id)) }
        h1.sr { "Dead letter" }
        @if let Some(notice) = notice { p.notice role="status" { (notice) } }
        (lede(&html! {
            "The " (text::clipped(&letter.consumer, 40)) " could not process this message: "
            (text::clipped(letter.errors.first().map_or("no reason recorded", String::as_str), 400))
        }))
        dl.pairs {
            dt { "Class" } dd { (class(&letter.class)) }
            dt { "Attempts" } dd { (letter.attempts) }
            @if let Some(at) = at { dt { "At" } dd { (figure::time(now, at)) } }
            dt { "Subject" } dd { span.url { (text::clipped(&letter.subject, 200)) } }
            dt { "Job" } dd { span.url { (text::clipped(&letter.job_id, 80)) } }
            @if !letter.trace_id.is_empty() { dt { "Trace" } dd { (grafana::trace(grafana, &letter.trace_id)) } }
        }
        @if letter.errors.len() > 1 { h2 { "Causes" } ol.causes { @for error in letter.errors.iter().take(MAX_LISTED) { li { (text::untrusted(error)) } } } }
        @if visitor.may(AccessScope::Admin) {
            form.inline method="post" action=(format!("/console/dead-letters/{}/redrive", letter.id)) {
                button.primary type="submit" { "Redrive" }
                span.note { "The job runs again. Fix the cause first: the message itself does not change." }
            }
            details {
                summary { "Drop this letter" }
                form.inline method="post" action=(format!("/console/dead-letters/{}/drop", letter.id)) {
                    button type="submit" { "Drop it" }
                    span.note { "Nobody will redrive it: it leaves the open letters. Its event stays dead." }
                }
            }
        }
        (trail::trail(trail, now))
        details.fold { summary { "Runbook" } (now::runbook(RUNBOOK)) }
        h2 { "Message" }
        (payload(&letter.payload))
        @if !letter.headers.is_empty() {
            details { summary { "Headers " span.count { (letter.headers.len()) } }
                dl.pairs { @for header in letter.headers.iter().take(MAX_LISTED) { dt { (text::clipped(&header.name, 80)) } dd { (text::clipped(&header.value, 200)) } } }
            }
        }
    };
    Body::new(Section::DeadLetters, "Dead letter", content)
}

/// Text as it is, other bytes in hexadecimal digits.
fn payload(bytes: &[u8]) -> Markup {
    match std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0')) {
        Some(written) => match serde_json::from_str::<serde_json::Value>(written) {
            Ok(value) => text::json(&value),
            Err(_) => text::code(written),
        },
        None => {
            let shown: Vec<String> = bytes.iter().take(SHOWN_BYTES).map(|byte| format!("{byte:02x}")).collect();
            let rows: Vec<String> = shown.chunks(32).map(|row| row.join(" ")).collect();
            html! {
                p.note { (figure::integer(bytes.len() as u64)) " bytes, of which the first " (shown.len()) " are shown" }
                (text::code(&rows.join("\n")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(scopes: &[AccessScope]) -> Visitor {
        Visitor { name: "ana".into(), tenant: "acme".into(), scopes: scopes.to_vec() }
    }

    fn group() -> DeadLetterGroupItem {
        DeadLetterGroupItem {
            consumer: "researcher".into(),
            class: "rejected".into(),
            reason: "page # & <b>".into(),
            letters: 1_204,
            messages: 3_000,
            recent: 4,
            oldest_at: Time::UNIX_EPOCH,
            newest_at: Time::UNIX_EPOCH,
        }
    }

    #[test]
    fn a_group_leads_to_exactly_its_letters() {
        let page =
            groups(&GroupsView { groups: &[group()], redrives: &[], open: 1_204, all: 1_300, now: Time::UNIX_EPOCH })
                .content
                .into_string();
        assert!(
            page.contains("consumer=researcher&amp;class=rejected&amp;reason=page%20%23%20%26%20%3Cb%3E&amp;open=true"),
            "{page}"
        );
        assert!(page.contains("1,204") && page.contains("+4") && !page.contains("<b>"), "{page}");
        let page = groups(&GroupsView { groups: &[], redrives: &[], open: 0, all: 0, now: Time::UNIX_EPOCH })
            .content
            .into_string();
        assert!(page.contains("auspex dead list"), "{page}");
    }

    #[test]
    fn a_group_leads_administrators_to_the_preview_of_its_redrive() {
        let none = Page { items: Vec::new(), next: None };
        let query = of_group(&group());
        let show = |scopes: &[AccessScope]| {
            let visitor = visitor(scopes);
            let view = LettersView {
                query: &query,
                page: &none,
                count: 1_204,
                visitor: &visitor,
                notice: None,
                now: Time::UNIX_EPOCH,
            };
            letters(&view).content.into_string()
        };
        let page = show(&AccessScope::ALL);
        let preview = "/console/redrives/new?consumer=researcher&amp;class=rejected&amp;reason=";
        assert!(page.contains(preview) && !page.contains("<form"), "one way to redrive a group: {page}");
        assert!(!show(&[AccessScope::Read]).contains("Redrive"));
    }

    #[test]
    fn a_payload_is_text_or_digits_and_never_markup() {
        let mut shown =
            v1::DeadLetter { payload: b"<script>".to_vec(), errors: vec!["<i>".into()], ..v1::DeadLetter::default() };
        let grafana = Grafana::new(&"https://grafana.example".parse().unwrap());
        let page = |letter: &v1::DeadLetter| {
            let (visitor, now) = (&visitor(&AccessScope::ALL), Time::UNIX_EPOCH);
            let view = LetterView { letter, trail: &[], visitor, notice: None, grafana: Some(&grafana), now };
            super::letter(&view).content.into_string()
        };
        assert!(page(&shown).contains("&lt;script&gt;") && !page(&shown).contains("<i>"));
        assert!(page(&shown).contains("Runbook</summary>") && page(&shown).contains(">Meaning</h3>"));
        shown.payload = vec![0xff, 0x00, 0x10];
        assert!(page(&shown).contains("ff 00 10") && !page(&shown).contains("grafana"));
        shown.trace_id = "4bf92f3577b34da6a3ce929d0e0e4736".to_owned();
        assert!(page(&shown).contains("href=\"https://grafana.example/explore?left="));
    }
}
