//! Memory: a search, the newest notes, and one entity.

mod findings;
mod history;
mod uses;

use domain::{Entity, Representation, Research, Time};
use maud::{Markup, html};
use operations::Page;
use operations::entities::{EntityHistory, TimelineItem};
use operations::memory::{FactDetails, NoteItem, NoteQuery, Retrieved, RetrievedItem};
use operations::runs::RunItem;

use super::address::entity_address;
use super::frame::{Tone, lede, pager, state};
use super::{Body, Section, figure, text};

/// What a search shows.
#[derive(Debug)]
pub struct SearchView<'a> {
    /// The text in the address.
    pub query: &'a str,
    /// Entities that match exactly.
    pub entities: &'a [Entity],
    /// Similar entities, which are never the answer.
    pub similar: &'a [Entity],
    /// Notes and research that answer the text.
    pub found: &'a Retrieved,
    /// Time of the page.
    pub now: Time,
}

/// What the page of an entity shows.
#[derive(Debug)]
pub struct EntityView<'a> {
    /// The entity that the page shows.
    pub entity: &'a Entity,
    /// Its forms on chains and protocols.
    pub representations: &'a [Representation],
    /// Its newest research with its version.
    pub research: Option<&'a (u64, Research)>,
    /// Versions of the research, and facts with their validity.
    pub history: &'a EntityHistory,
    /// Research, facts, events and forecasts, newest first.
    pub timeline: &'a [TimelineItem],
    /// Its newest runs and their number.
    pub runs: (&'a [RunItem], u64),
    /// Its newest notes and their number.
    pub notes: (&'a [NoteItem], u64),
    /// `true` if a report about its research was written.
    pub has_report: bool,
    /// Time of the page.
    pub now: Time,
}

fn search_form(query: &str) -> Markup {
    html! {
        form.search role="search" method="get" action="/console/memory" {
            label.sr for="q" { "Search memory" }
            input #q name="q" type="search" value=(query) maxlength="4000" placeholder="Name, mint, symbol, or a question" dir="auto";
            button.primary type="submit" { "Search" }
        }
    }
}

/// Returns the address of the list of notes, or of those about an entity.
fn notes_address(query: &NoteQuery, cursor: Option<&str>) -> String {
    let parts = [("entity", query.entity.as_deref()), ("cursor", cursor)];
    let parts: Vec<String> =
        parts.iter().filter_map(|(name, value)| Some(format!("{name}={}", text::encoded((*value)?)))).collect();
    if parts.is_empty() { "/console/memory".to_owned() } else { format!("/console/memory?{}", parts.join("&")) }
}

/// Renders the newest notes, or those about an entity.
pub fn notes(page: &Page<NoteItem>, query: &NoteQuery, now: Time) -> Body {
    let cursor = query.cursor.as_deref();
    let next = |cursor: &str| notes_address(query, Some(cursor));
    let content = html! {
        h1.sr { "Memory" }
        @if let Some(entity) = &query.entity {
            (lede(&html! { "Notes that research of " a href=(entity_address(entity)) { (text::clipped(entity, 120)) } " has seen, newest first." }))
            @if page.items.is_empty() { p.empty { "There is none. " a href="/console/memory" { "All notes" } } }
            div.notes { @for note in &page.items { (note_card(note, now)) } }
            (pager(cursor.map(|_| notes_address(query, None)).as_deref(), page.next.as_deref().map(next).as_deref()))
        } @else if page.items.is_empty() && cursor.is_none() {
            (lede(&html! { "Memory is empty." }))
            (search_form(""))
            div.teach {
                p { "Memory keeps " strong { "notes" } ", one for each supported finding with its sources, and " strong { "entities" } ": tokens, companies,
                     people and pages with their research. Research fills it:" }
                pre.code tabindex="0" { code { "auspex research WIF\nauspex ask \"Will WIF trade above $2 on New Year's Eve?\"" } }
            }
        } @else {
            (lede(&html! { "What does the fleet know? Search it, or read the newest notes and " a href="/console/reports" { "reports" } "." }))
            (search_form(""))
            h2 { "Newest notes" }
            div.notes { @for note in &page.items { (note_card(note, now)) } }
            (pager(cursor.map(|_| "/console/memory"), page.next.as_deref().map(next).as_deref()))
        }
    };
    Body::new(Section::Memory, "Memory", content)
}

fn note_card(note: &NoteItem, now: Time) -> Markup {
    html! {
        article.note-card {
            p { (text::clipped(&note.text, 500)) }
            p.note {
                (text::clipped(&note.kind, 40)) " · learned " (figure::time(now, note.learned_at))
                @if let Some(seen) = note.seen_at { " · source last read " (figure::time(now, seen)) }
                @if !note.source_url.is_empty() { " · " (text::origin(&note.source_url, "source")) }
            }
            @if let Some(reason) = &note.ended_because { p { (state(Tone::Warn, "no longer valid")) " " (text::clipped(reason, 200)) } }
        }
    }
}

/// Renders the answer to a search.
pub fn search(view: &SearchView<'_>) -> Body {
    let count = view.entities.len() + view.found.results.len();
    let content = html! {
        h1.sr { "Search in memory" }
        (search_form(view.query))
        (lede(&html! {
            @if count == 0 { "Memory does not know “" (text::clipped(view.query, 120)) "”." }
            @else {
                "Memory answers with a confidence of " strong { (figure::percent(view.found.confidence)) } ": "
                (figure::counted(view.entities.len() as u64, "entity", "entities")) " and "
                (figure::counted(view.found.results.len() as u64, "passage", "passages")) "."
            }
        }))
        @if !view.entities.is_empty() { h2 { "Entities" } (entity_table(view.entities)) }
        @if !view.found.results.is_empty() { h2 { "Passages" } div.notes { @for hit in &view.found.results { (passage(hit, view.now)) } } }
        @if !view.similar.is_empty() {
            h2 { "Similar names" }
            p.note { "Similar is not the same: an imitation has a similar name, too." }
            (entity_table(view.similar))
        }
        @if count == 0 {
            div.teach { p { "Request research of it:" } pre.code tabindex="0" { code { "auspex retrieve --research \"" (view.query.chars().filter(|c| !c.is_control() && *c != '"').take(120).collect::<String>()) "\"" } } }
        }
    };
    Body::new(Section::Memory, "Memory", content)
}

fn entity_table(entities: &[Entity]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Entities" {
            table.rows {
                caption.sr { "Entities" }
                thead { tr { th scope="col" { "Name" } th scope="col" { "Symbol" } th scope="col" { "Type" } th scope="col" { "Trust" } th scope="col" { "Owner" } } }
                tbody {
                    @for entity in entities {
                        tr data-row {
                            td.main { a href=(entity_address(entity.id.as_str())) { (text::clipped(&entity.name, 120)) } " " (text::id(entity.id.as_str())) }
                            td data-label="Symbol" { (text::clipped(entity.symbol.as_deref().unwrap_or("–"), 20)) }
                            td data-label="Type" { (entity.kind.name().replace('-', " ")) }
                            td data-label="Trust" { (trust(entity)) }
                            td data-label="Owner" { @if entity.owner.is_some() { "your tenant" } @else { "catalogue" } }
                        }
                    }
                }
            }
        }
    }
}

fn trust(entity: &Entity) -> Markup {
    match (&entity.banned, entity.verified) {
        (Some(_), _) => state(Tone::Bad, "banned"),
        (None, true) => state(Tone::Good, "verified"),
        (None, false) => state(Tone::Plain, "not verified"),
    }
}

fn passage(hit: &RetrievedItem, now: Time) -> Markup {
    html! {
        article.note-card {
            @if hit.kind == "research" { h3 { a href=(entity_address(&hit.id)) { (text::clipped(&hit.summary, 200)) } } }
            p { (text::clipped(&hit.text, 800)) }
            p.note {
                (text::clipped(&hit.kind, 20)) " · confidence " (figure::percent(hit.confidence)) " · learned " (figure::time(now, hit.learned_at))
                @if !hit.source_url.is_empty() { " · " (text::origin(&hit.source_url, "source")) }
            }
            @if let Some(fact) = &hit.fact { (fact_details(fact, now)) }
        }
    }
}

fn fact_details(fact: &FactDetails, now: Time) -> Markup {
    html! {
        @for source in fact.sources.iter().filter(|source| !source.quote.is_empty()).take(2) {
            p.note { "“" (text::clipped(&source.quote, 400)) "” " (text::external(&source.url, &source.title)) " · " (source.tier) " · read " (figure::time(now, source.fetched_at)) }
        }
        @for old in fact.replaced.iter().take(1) { p.note { (state(Tone::Warn, "replaces")) " " (text::clipped(&old.text, 200)) } }
    }
}

/// Renders the page of an entity.
pub fn entity(view: &EntityView<'_>) -> Body {
    let entity = view.entity;
    let content = html! {
        nav.trail aria-label="Path" { a href="/console/memory" { "Memory" } " / " (text::id(entity.id.as_str())) }
        h1 { (text::clipped(&entity.name, 160)) @if let Some(symbol) = &entity.symbol { " " span.muted { (text::clipped(symbol, 30)) } } }
        (warnings(entity))
        (lede(&html! {
            @match view.research {
                Some((_, research)) => {
                    (text::untrusted(&research.summary)) " " span.note { "confidence " (figure::percent(research.confidence)) ", researched " (figure::time(view.now, research.made_at)) }
                    @if research.expires_at < view.now { " " (state(Tone::Warn, "stale")) }
                    @if view.has_report { " " a href=(format!("{}/report", entity_address(entity.id.as_str()))) { "Report" } }
                }
                None => { "Nothing has been researched about this " (entity.kind.name().replace('-', " ")) " yet." }
            }
        }))
        div.columns {
            div {
                @if let Some((version, research)) = view.research { (findings::findings(*version, research)) }
                (history::versions(&view.history.versions))
            }
            aside { (identity(entity)) (representations(view.representations)) (uses::runs(view)) (uses::notes(view)) }
        }
        (history::facts(&view.history.facts, view.now))
        (timeline(view))
    };
    Body::new(Section::Memory, entity.name.clone(), content)
}

fn warnings(entity: &Entity) -> Markup {
    html! {
        @if let Some(reason) = &entity.banned { p.refusal role="alert" { (state(Tone::Bad, "banned")) " " (text::untrusted(reason)) } }
        @else if !entity.verified { p.notice { (state(Tone::Warn, "not verified")) " No trusted list vouches for it. An imitation has the same name: compare its keys." } }
    }
}

/// What happened, what is expected, and what the fleet has learned, apart: a poll of today about an election is no
/// event of the day of the election.
fn timeline(view: &EntityView<'_>) -> Markup {
    let is_learned = |item: &TimelineItem| matches!(item.kind.as_str(), "research" | "forecast");
    let (later, past): (Vec<_>, Vec<_>) = view.timeline.iter().partition(|item| item.at > view.now);
    let (learned, happened): (Vec<_>, Vec<_>) = past.into_iter().partition(|item| is_learned(item));
    let expected: Vec<_> = later.into_iter().rev().collect();
    html! {
        h2 { "Timeline" }
        @if !view.history.facts.is_empty() { p.note { "The " a href="#facts" { "facts" } " have a table of their own." } }
        @if view.timeline.is_empty() { p.empty { "Nothing has happened to it that the fleet knows." } }
        @for (heading, items) in [("Expected", expected), ("Happened", happened), ("Learned", learned)] {
            @if !items.is_empty() {
                h3 { (heading) }
                ol.timeline {
                    @for item in items { li { (figure::day(item.at)) " " span.kind { (text::clipped(&item.kind, 20)) } " " (text::clipped(&item.text, 400)) } }
                }
            }
        }
    }
}

fn identity(entity: &Entity) -> Markup {
    html! {
        section {
            h2 { "Identity" }
            dl.pairs {
                dt { "Type" } dd { (entity.kind.name().replace('-', " ")) }
                dt { "Trust" } dd { (trust(entity)) }
                dt { "Id" } dd { span.url { (text::clipped(entity.id.as_str(), 120)) } }
                @for alias in &entity.aliases { dt { "Also" } dd { (text::clipped(&alias.name, 80)) " " (text::clipped(&alias.symbol, 20)) } }
                @for (name, value) in &entity.metadata { dt { (text::clipped(&name.replace('_', " "), 40)) } dd { span.url { (text::clipped(value, 200)) } } }
            }
        }
    }
}

fn representations(all: &[Representation]) -> Markup {
    html! {
        @if !all.is_empty() {
            section {
                h2 { "Forms" }
                @for one in all {
                    dl.pairs {
                        dt { (text::clipped(&one.kind.replace('-', " "), 40)) } dd { (text::clipped(&one.protocol, 40)) " " (text::clipped(&one.chain, 40)) @if !one.active { " " (state(Tone::Plain, "no longer used")) } }
                        @for (key, value) in &one.context { dt { (text::clipped(key, 40)) } dd { span.url { (text::clipped(value, 120)) } } }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entity_of(verified: bool, banned: Option<&str>) -> Entity {
        let new = domain::testing::entity();
        Entity {
            id: domain::EntityId::slug("wif"),
            kind: domain::EntityKind::CryptoToken,
            name: format!("{} <b>", new.name),
            symbol: None,
            verified,
            banned: banned.map(str::to_owned),
            aliases: Vec::new(),
            metadata: std::collections::BTreeMap::from([("website".to_owned(), "javascript:<i>".to_owned())]),
            created_at: Time::UNIX_EPOCH,
            owner: None,
        }
    }

    #[test]
    fn an_unverified_entity_is_announced_before_its_research() {
        let research = (3, domain::testing::research());
        let history = EntityHistory { versions: Vec::new(), facts: Vec::new() };
        let page = |one: &Entity| {
            let view = EntityView {
                entity: one,
                representations: &[],
                research: Some(&research),
                history: &history,
                timeline: &[],
                runs: (&[], 3),
                notes: (&[], 12_000),
                has_report: true,
                now: Time::UNIX_EPOCH,
            };
            entity(&view).content.into_string()
        };
        let unverified = page(&entity_of(false, None));
        assert!(
            unverified.find("No trusted list").unwrap() < unverified.find("class=\"lede\"").unwrap(),
            "{unverified}"
        );
        assert!(!unverified.contains("<b>") && !unverified.contains("<i>") && unverified.contains("version 3"));
        assert!(unverified.contains("href=\"/console/entities/wif/report\""), "{unverified}");
        assert!(unverified.contains("href=\"/console/runs?entity=wif\">All 3 runs"), "{unverified}");
        assert!(unverified.contains("href=\"/console/memory?entity=wif\">All 10,000+ notes"), "{unverified}");
        assert!(page(&entity_of(false, Some("a copy"))).contains("a copy"));
        assert!(!page(&entity_of(true, None)).contains("No trusted list"));
    }

    #[test]
    fn what_is_expected_what_happened_and_what_was_learned_are_apart() {
        let item = |seconds: i64, kind: &str, text: &str| TimelineItem {
            at: Time::from_timestamp(seconds, 0).unwrap(),
            kind: kind.to_owned(),
            text: text.to_owned(),
        };
        let items = [
            item(90, "event", "the second unlock"),
            item(70, "event", "the first unlock"),
            item(40, "research", "version 1"),
            item(10, "fact", "it went live"),
        ];
        let now = Time::from_timestamp(50, 0).unwrap();
        let view = EntityView {
            entity: &entity_of(true, None),
            representations: &[],
            research: None,
            timeline: &items,
            history: &EntityHistory { versions: Vec::new(), facts: Vec::new() },
            runs: (&[], 0),
            notes: (&[], 0),
            has_report: false,
            now,
        };
        let page = super::entity(&view).content.into_string();
        let order =
            ["Expected", "the first unlock", "the second unlock", "Happened", "it went live", "Learned", "version 1"];
        let places: Vec<usize> = order.iter().map(|part| page.find(part).unwrap_or_else(|| panic!("{part}"))).collect();
        assert!(places.is_sorted(), "{page}");
        assert!(!page.contains("/report\""), "{page}");
    }

    #[test]
    fn what_memory_does_not_know_can_be_researched() {
        let found = Retrieved {
            confidence: 0.0,
            confidence_level: operations::ConfidenceLevel::of(0.0),
            results: Vec::new(),
            research: None,
            lexical_only: false,
        };
        let view =
            SearchView { query: "who \"runs\" it?", entities: &[], similar: &[], found: &found, now: Time::UNIX_EPOCH };
        let page = search(&view).content.into_string();
        assert!(page.contains("auspex retrieve --research") && page.contains("who runs it?"), "{page}");
    }
}
