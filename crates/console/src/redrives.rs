//! Redrives of many dead letters: the preview with its confirmation, and the progress.

use domain::Time;
use domain::access::AccessScope;
use maud::{Markup, html};
use operations::redrives::{MAX_PER_SECOND, RedriveItem, RedriveOrder, RedrivePreview, RedriveStatus};

use super::frame::{Tone, bounded, lede, state};
use super::live::Picture;
use super::{Body, Section, Visitor, figure, text};

/// Returns the address of the preview of a redrive.
pub fn preview_address(order: &RedriveOrder) -> String {
    let fields: Vec<String> =
        fields(order).into_iter().map(|(name, value)| format!("{name}={}", text::encoded(value))).collect();
    format!("/console/redrives/new?{}", fields.join("&"))
}

fn fields(order: &RedriveOrder) -> Vec<(&'static str, &str)> {
    let all = [("consumer", &order.consumer), ("class", &order.class), ("reason", &order.reason)];
    all.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?))).collect()
}

/// Renders what a redrive would do, with the form that starts it.
pub fn preview(order: &RedriveOrder, preview: &RedrivePreview, visitor: &Visitor) -> Body {
    let content = html! {
        nav.trail aria-label="Path" { a href="/console/dead-letters" { "Dead letters" } " / new redrive" }
        h1.sr { "New redrive" }
        (lede(&html! {
            (bounded(preview.letters)) @if preview.letters == 1 { " letter" } @else { " letters" }
            @if let Some(cost) = preview.cost_micro_usd { ", about " (figure::money(cost)) " by cost history" } @else { ", without a cost history" }
            ", at " (preview.per_second) "/s" @if preview.letters > 1 { ": about " (figure::span(preview.seconds)) " after the first job" } "."
        }))
        dl.pairs { @for (name, value) in fields(order) { dt { (name) } dd { (text::clipped(value, 200)) } } }
        @if order.class.is_none() { p.note { "Undecodable letters are left out: they die again unchanged, unless their class is named." } }
        @if preview.letters == 0 {
            p.empty { "No open letter is selected. " a href="/console/dead-letters" { "All causes" } "." }
        } @else if visitor.may(AccessScope::Admin) { (start(order, preview)) }
    };
    Body::new(Section::DeadLetters, "New redrive", content)
}

fn start(order: &RedriveOrder, preview: &RedrivePreview) -> Markup {
    html! {
        p.note { "One job runs first. The others wait for its outcome, and the redrive pauses if it dies again." }
        form.inline method="post" action="/console/redrives" {
            @for (name, value) in fields(order) { input type="hidden" name=(name) value=(value); }
            label for="per-second" { "Letters per second" }
            input #per-second type="number" name="per_second" min="1" max=(MAX_PER_SECOND) value=(preview.per_second) required;
            @if preview.needs_confirmation {
                label for="confirm" { "Type " (preview.letters) " to confirm" }
                input #confirm type="text" name="confirm" inputmode="numeric" autocomplete="off" required;
            } @else { input type="hidden" name="confirm" value=(preview.letters); }
            button.primary type="submit" { "Redrive " (figure::counted(preview.letters, "letter", "letters")) }
        }
    }
}

/// Renders the newest redrives.
pub fn newest(redrives: &[RedriveItem], now: Time) -> Markup {
    html! {
        @if !redrives.is_empty() {
            h2 { "Redrives" }
            ul.plain {
                @for redrive in redrives {
                    li {
                        (word(redrive)) " "
                        a href=(format!("/console/redrives/{}", redrive.id)) { (figure::counted(redrive.letters, "letter", "letters")) (selected(redrive)) }
                        span.note { " by " (text::clipped(&redrive.created_by, 40)) ", " (figure::time(now, redrive.created_at)) }
                    }
                }
            }
        }
    }
}

fn word(redrive: &RedriveItem) -> Markup {
    let tone = match redrive.state.as_str() {
        "canary" | "running" => Tone::Busy,
        "paused" => Tone::Warn,
        "done" => Tone::Good,
        _ => Tone::Plain,
    };
    state(tone, &redrive.state)
}

fn selected(redrive: &RedriveItem) -> Markup {
    html! {
        @if let Some(consumer) = &redrive.consumer { " of the " (text::clipped(consumer, 40)) }
        @if let Some(class) = &redrive.class { ", " (text::clipped(class, 40)) }
        @if let Some(reason) = &redrive.reason { ": " (text::clipped(reason, 120)) }
    }
}

/// Renders a redrive with its progress.
pub fn progress(status: &RedriveStatus, viewer: (&Visitor, Time)) -> Body {
    let content = html! {
        nav.trail aria-label="Path" { a href="/console/dead-letters" { "Dead letters" } " / redrive " (text::id(&status.redrive.id)) }
        h1.sr { "Redrive" }
        (state_of(status, viewer))
    };
    Body::new(Section::DeadLetters, "Redrive", content)
}

/// Renders the parts of the page that change until the redrive has ended.
pub fn picture(status: &RedriveStatus, viewer: (&Visitor, Time)) -> Picture {
    let mut picture = Picture::default();
    picture.add("live-redrive", state_of(status, viewer));
    picture.finished(matches!(status.redrive.state.as_str(), "done" | "cancelled"))
}

fn state_of(status: &RedriveStatus, (visitor, now): (&Visitor, Time)) -> Markup {
    let redrive = &status.redrive;
    html! {
        div #live-redrive {
            (lede(&html! {
                (word(redrive)) " " (figure::integer(status.redriven)) " of " (figure::counted(redrive.letters, "letter", "letters")) (selected(redrive))
                " redriven, " (figure::integer(status.died_again)) " died again."
            }))
            progress value=(status.redriven) max=(redrive.letters) aria-label="Redriven letters" {}
            @if !redrive.note.is_empty() { p.notice { (text::clipped(&redrive.note, 400)) } }
            (explanation(&redrive.state))
            @if !status.reasons.is_empty() {
                h2 { "Died again" }
                dl.pairs { @for reason in &status.reasons { dt { (figure::integer(reason.letters)) } dd { (text::clipped(if reason.reason.is_empty() { "no reason recorded" } else { &reason.reason }, 200)) } } }
            }
            @if visitor.may(AccessScope::Admin) { (actions(redrive)) }
            p.note {
                "Started by " (text::clipped(&redrive.created_by, 40)) ", " (figure::time(now, redrive.created_at)) ", at most " (redrive.per_second) " letters per second. "
                a href=(format!("/console/redrives/{}", redrive.id)) { "Show the newest numbers" }
            }
        }
    }
}

fn explanation(state: &str) -> Markup {
    html! {
        @match state {
            "canary" => p.note { "The first job runs; the other letters wait for its outcome. Pause and resume to go on without it." },
            "paused" => p.note { "No letter is redriven until the redrive is resumed." },
            "cancelled" => p.note { "The letters that are left stay open." },
            "done" => p.note { "No selected letter is left. Letters that were redriven or dropped meanwhile by others are not counted." },
            _ => {}
        }
    }
}

fn actions(redrive: &RedriveItem) -> Markup {
    let actions: &[(&str, &str)] = match redrive.state.as_str() {
        "canary" | "running" => &[("pause", "Pause"), ("cancel", "Cancel")],
        "paused" => &[("resume", "Resume"), ("cancel", "Cancel")],
        _ => &[],
    };
    html! {
        @if !actions.is_empty() {
            div.inline {
                @for (action, label) in actions {
                    form method="post" action=(format!("/console/redrives/{}/{action}", redrive.id)) { button type="submit" { (label) } }
                }
                span.note { "Jobs that run again are not stopped." }
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

    fn order() -> RedriveOrder {
        RedriveOrder {
            consumer: Some("researcher".into()),
            reason: Some("page # & <b>".into()),
            ..RedriveOrder::default()
        }
    }

    fn would(letters: u64) -> RedrivePreview {
        RedrivePreview {
            letters,
            needs_confirmation: letters > 100,
            cost_micro_usd: Some(3_100_000),
            per_second: 20,
            seconds: letters / 20,
        }
    }

    fn status(state: &str) -> RedriveStatus {
        RedriveStatus {
            redrive: RedriveItem {
                id: "5e7f2370-0000-0000-0000-000000000000".into(),
                state: state.into(),
                note: if state == "paused" { "the first job died again: <i>".into() } else { String::new() },
                consumer: Some("filter".into()),
                class: None,
                reason: None,
                letters: 1_204,
                per_second: 20,
                created_by: "ana".into(),
                created_at: Time::UNIX_EPOCH,
                updated_at: Time::UNIX_EPOCH,
            },
            redriven: 301,
            died_again: 2,
            reasons: vec![operations::redrives::RedriveReason { reason: "no answer <b>".into(), letters: 2 }],
        }
    }

    #[test]
    fn a_preview_states_letters_cost_and_duration_and_asks_for_the_number_above_a_hundred() {
        let page = |letters, scopes: &[AccessScope]| {
            preview(&order(), &would(letters), &visitor(scopes)).content.into_string()
        };
        let large = page(1_204, &AccessScope::ALL);
        for part in [
            "1,204 letters",
            "$3.1000",
            "20/s",
            "Type 1204 to confirm",
            "name=\"reason\" value=\"page # &amp; &lt;b&gt;\"",
        ] {
            assert!(large.contains(part), "{part}: {large}");
        }
        let small = page(3, &AccessScope::ALL);
        assert!(small.contains("type=\"hidden\" name=\"confirm\" value=\"3\"") && !small.contains("Type 3"), "{small}");
        assert!(!page(3, &[AccessScope::Read]).contains("<form"), "a reader starts nothing");
        assert!(page(0, &AccessScope::ALL).contains("No open letter"));
        assert!(preview_address(&order()).ends_with("consumer=researcher&reason=page%20%23%20%26%20%3Cb%3E"));
    }

    #[test]
    fn a_redrive_shows_its_progress_and_the_actions_that_its_state_permits() {
        let page = |state: &str, scopes: &[AccessScope]| {
            progress(&status(state), (&visitor(scopes), Time::UNIX_EPOCH)).content.into_string()
        };
        let running = page("running", &AccessScope::ALL);
        for part in [
            "301 of 1,204 letters",
            "value=\"301\" max=\"1204\"",
            "2 died again",
            "no answer &lt;b&gt;",
            "/pause",
            "/cancel",
        ] {
            assert!(running.contains(part), "{part}: {running}");
        }
        let paused = page("paused", &AccessScope::ALL);
        assert!(paused.contains("/resume") && paused.contains("&lt;i&gt;"), "{paused}");
        let done = page("done", &AccessScope::ALL);
        assert!(!done.contains("<form"), "{done}");
        let is_final =
            |state: &str| picture(&status(state), (&visitor(&[AccessScope::Read]), Time::UNIX_EPOCH)).is_final();
        assert_eq!(["running", "paused", "done", "cancelled"].map(is_final), [false, false, true, true]);
        assert!(!page("running", &[AccessScope::Read]).contains("<form"));
    }
}
