//! The frame of every page: skip link, bar, menu, main part and footer.

use domain::Time;
use domain::access::AccessScope;
use maud::{DOCTYPE, Markup, html};

use super::live::Picture;
use super::{assets, figure, text};

/// An entry of the menu. What a token may not see is absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// The state of the fleet.
    Now,
    /// Runs of questions.
    Runs,
    /// Events and what became of them.
    Events,
    /// Results that wait for a person.
    Review,
    /// Scores and calibration.
    Forecasts,
    /// Entities, notes and research.
    Memory,
    /// Messages that could not be processed.
    DeadLetters,
    /// Budgets and costs.
    Spend,
    /// How to publish, schedules, webhooks and macros.
    Setup,
}

impl Section {
    /// All entries in the order of the menu.
    pub const ALL: [Self; 9] = [
        Self::Now,
        Self::Runs,
        Self::Events,
        Self::Review,
        Self::Forecasts,
        Self::Memory,
        Self::DeadLetters,
        Self::Spend,
        Self::Setup,
    ];

    /// Name, path, and the key that opens the page after `g`.
    pub fn entry(self) -> (&'static str, &'static str, char) {
        match self {
            Self::Now => ("Now", "/console/now", 'n'),
            Self::Runs => ("Runs", "/console/runs", 'r'),
            Self::Events => ("Events", "/console/events", 'e'),
            Self::Review => ("Review", "/console/reviews", 'v'),
            Self::Forecasts => ("Forecasts", "/console/forecasts", 'f'),
            Self::Memory => ("Memory", "/console/memory", 'm'),
            Self::DeadLetters => ("Dead letters", "/console/dead-letters", 'd'),
            Self::Spend => ("Spend", "/console/spend", 's'),
            Self::Setup => ("Setup", "/console/setup", 'o'),
        }
    }

    /// Returns the scope without which the entry is absent.
    pub fn scope(self) -> AccessScope {
        match self {
            Self::Now => AccessScope::Operate,
            _ => AccessScope::Read,
        }
    }
}

/// The person in front of the page, as far as the page shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visitor {
    /// Name of the token.
    pub name: String,
    /// Tenant of the token.
    pub tenant: String,
    /// Scopes of the token.
    pub scopes: Vec<AccessScope>,
}

impl Visitor {
    /// Returns `true` if the token has a scope.
    pub fn may(&self, scope: AccessScope) -> bool {
        self.scopes.contains(&scope)
    }
}

/// What surrounds a page.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The signed-in person, if any.
    pub visitor: Option<Visitor>,
    /// `light`, `dark`, or empty for the setting of the browser.
    pub theme: &'static str,
    /// Time of the page.
    pub now: Time,
}

/// A page without its frame.
#[derive(Debug, Clone)]
pub struct Body {
    /// Entry of the menu that the page belongs to.
    pub section: Option<Section>,
    /// Title of the page.
    pub title: String,
    /// Content of the main part.
    pub content: Markup,
    /// Address of the stream of its fragments, if parts of it change by themselves.
    pub live: Option<String>,
}

impl Body {
    /// Creates a page of the menu.
    pub fn new(section: Section, title: impl Into<String>, content: Markup) -> Self {
        Self { section: Some(section), title: title.into(), content, live: None }
    }

    /// Adds the stream of a view. The page shows `picture` already.
    #[must_use]
    pub fn with_live(self, view: &str, picture: &Picture) -> Self {
        let address = (!picture.is_final()).then(|| format!("/console/live?{view}&have={}", picture.id()));
        Self { live: address, ..self }
    }
}

/// Settings of htmx: no history, no style element, and what a person has opened stays open when a part changes.
const HTMX: &str = r#"{"extensions":"sse","history":false,"includeIndicatorCSS":false,"morphIgnore":["data-htmx-powered","open","aria-current"]}"#;

/// Renders a page in its frame.
pub fn page(frame: &Frame, body: &Body) -> Markup {
    let title = text::plain(&body.title, 120);
    html! {
        (DOCTYPE)
        html lang="en" data-theme=[(!frame.theme.is_empty()).then_some(frame.theme)] {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · Auspex" }
                link rel="stylesheet" href=(assets::STYLE.path);
                link rel="icon" href=(assets::ICON.path) type="image/svg+xml";
                script src=(assets::SCRIPT.path) defer {}
                // After the script of the console, which listens for the first event of the stream.
                @if body.live.is_some() {
                    meta name="htmx-config" content=(HTMX);
                    script src=(assets::LIVE.path) defer {}
                }
            }
            body {
                a.skip href="#main" { "Skip to the content" }
                (bar(frame, body.section))
                main #main tabindex="-1" { (body.content) }
                (footer(frame))
                @if let Some(address) = &body.live { div #live hx-sse:connect=(address) hx-swap="none" {} }
            }
        }
    }
}

fn bar(frame: &Frame, section: Option<Section>) -> Markup {
    html! {
        header.bar {
            a.brand href="/console" { (super::chart::mark()) span { "Auspex" } }
            @if let Some(visitor) = &frame.visitor {
                button.menu-button type="button" popovertarget="menu" { "Menu" }
                form.find role="search" method="get" action="/console/find" {
                    label.sr for="find" { "Open an id, or search memory" }
                    input #find name="text" type="search" placeholder="Id, event, entity, mint, words…" autocomplete="off" spellcheck="false";
                }
                (account(frame, visitor))
            }
        }
        @if let Some(visitor) = &frame.visitor { (menu(visitor, section)) }
    }
}

fn menu(visitor: &Visitor, current: Option<Section>) -> Markup {
    let sections = Section::ALL.into_iter().filter(|section| visitor.may(section.scope()));
    html! {
        nav #menu.menu popover aria-label="Pages" {
            ul {
                @for section in sections {
                    @let (name, path, key) = section.entry();
                    li {
                        a href=(path) data-go=(key) aria-current=[(current == Some(section)).then_some("page")] {
                            span { (name) } kbd title=(format!("Press g, then {key}")) { (key) }
                        }
                    }
                }
            }
        }
    }
}

fn account(frame: &Frame, visitor: &Visitor) -> Markup {
    html! {
        details.account {
            summary { span.who { (text::clipped(&visitor.name, 24)) } }
            div.sheet {
                dl {
                    dt { "Token" } dd { (text::clipped(&visitor.name, 80)) }
                    dt { "Tenant" } dd { (text::clipped(&visitor.tenant, 80)) }
                    dt { "Scopes" }
                    dd { (visitor.scopes.iter().map(|scope| scope.name()).collect::<Vec<_>>().join(", ")) }
                }
                form.themes method="post" action="/console/theme" {
                    span.muted { "Colours" }
                    @for (value, name) in [("", "System"), ("light", "Light"), ("dark", "Dark")] {
                        button type="submit" name="theme" value=(value) aria-pressed=(if frame.theme == value { "true" } else { "false" }) { (name) }
                    }
                }
                form method="post" action="/console/sign-out" { button type="submit" { "Sign out" } }
            }
        }
    }
}

fn footer(frame: &Frame) -> Markup {
    html! {
        footer {
            span { "As of " time data-clock datetime=(frame.now.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)) {
                (frame.now.format("%Y-%m-%d %H:%M:%S UTC").to_string())
            } }
            @if frame.visitor.is_some() {
                span #marks role="status" {}
                button #keys-button.quiet type="button" popovertarget="keys" { "Keys" kbd { "?" } }
                div #keys.keys popover { (keys()) }
            }
        }
    }
}

fn keys() -> Markup {
    let rows = [
        ("g, then a letter", "open a page of the menu"),
        ("/", "search"),
        ("j and k", "next and previous row"),
        ("Enter", "open the row"),
        ("x", "mark the row"),
        ("o", "open the marked rows, or the row, in new tabs"),
        ("[ and ]", "newer and older run of the list"),
        ("1 to 6", "chapter of a run"),
        ("r", "refresh the page; in a review, write a reason"),
        ("e", "edit the first field of a review"),
        ("f", "filter events"),
        ("c", "check the edits of a review"),
        ("Ctrl Enter", "approve a review"),
        (".", "show new rows"),
        ("p", "pause or resume live updates"),
        ("t", "change the colours"),
        ("?", "this list"),
    ];
    html! {
        h2 { "Keys" }
        p.muted { "They work while no field has the focus." }
        dl.keylist { @for (key, effect) in rows { dt { kbd { (key) } } dd { (effect) } } }
        button #keys-switch type="button" hidden { "Turn them off" }
    }
}

/// The first sentence of a page, which answers its question.
pub fn lede(sentence: &Markup) -> Markup {
    html! { p.lede { (sentence) } }
}

/// A row of a key figure: name, value, explanation.
pub fn figures(rows: &[(&str, Markup, Markup)]) -> Markup {
    html! {
        dl.figures {
            @for (name, value, note) in rows { div { dt { (name) } dd { (value) span.note { (note) } } } }
        }
    }
}

/// The links to the other pages of a list.
pub fn pager(first: Option<&str>, next: Option<&str>) -> Markup {
    html! {
        @if first.is_some() || next.is_some() {
            nav.pager aria-label="Pages of the list" {
                @if let Some(first) = first { a href=(first) { "Newest" } }
                @if let Some(next) = next { a href=(next) rel="next" { "Older" } }
            }
        }
    }
}

/// A count, which ends at the limit of the operations.
pub fn bounded(count: u64) -> String {
    let most = u64::from(operations::MAX_COUNT);
    if count >= most { format!("{}+", figure::integer(most)) } else { figure::integer(count) }
}

/// How a state is marked, besides its word and its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Done as wished.
    Good,
    /// The work is in progress.
    Busy,
    /// A person has to look at it.
    Warn,
    /// The work has failed.
    Bad,
    /// None of the other tones applies.
    Plain,
}

/// A state: word, shape and colour.
pub fn state(tone: Tone, word: &str) -> Markup {
    let (class, shape) = match tone {
        Tone::Good => ("good", "●"),
        Tone::Busy => ("busy", "◐"),
        Tone::Warn => ("warn", "▲"),
        Tone::Bad => ("bad", "■"),
        Tone::Plain => ("plain", "○"),
    };
    html! { span class=(format!("state {class}")) { span.shape aria-hidden="true" { (shape) } " " (word) } }
}
