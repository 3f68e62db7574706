//! The deliveries of a webhook, and their replay.

use domain::Time;
use maud::{Markup, html};
use operations::Page;
use operations::webhooks::{DeliveryItem, WebhookItem};

use super::frame::{Tone, lede, pager, state};
use super::{Body, Section, figure, text};

/// What the page shows.
#[derive(Debug)]
pub struct DeliveriesView<'a> {
    /// The receiver of the deliveries.
    pub webhook: &'a WebhookItem,
    /// A page of its deliveries, newest first.
    pub page: &'a Page<DeliveryItem>,
    /// Cursor in the address.
    pub cursor: Option<&'a str>,
    /// Number of events that were scheduled again just now.
    pub replayed: Option<u64>,
    /// Time of the page.
    pub now: Time,
}

/// Returns the address of the page.
pub fn address(id: &str, cursor: Option<&str>) -> String {
    let cursor = cursor.map(|cursor| format!("?cursor={}", text::encoded(cursor))).unwrap_or_default();
    format!("/console/webhooks/{}{cursor}", text::encoded(id))
}

/// The state of a webhook in words.
pub(super) fn webhook_state(one: &WebhookItem, now: Time) -> Markup {
    html! {
        @match (one.enabled, &one.disabled_reason, one.failing_since) {
            (false, Some(reason), _) => { (state(Tone::Bad, "disabled")) " " (text::clipped(reason, 120)) }
            (false, None, _) => (state(Tone::Plain, "disabled")),
            (true, _, Some(since)) => { (state(Tone::Warn, "failing")) " since " (figure::time(now, since)) }
            (true, _, None) => (state(Tone::Good, "enabled")),
        }
    }
}

/// Renders the page.
pub fn deliveries(view: &DeliveriesView<'_>) -> Body {
    let (webhook, now) = (view.webhook, view.now);
    let content = html! {
        nav.trail aria-label="Path" { a href="/console/setup" { "Setup" } " / Webhook " (text::id(&webhook.id)) }
        h1 { span.url { (text::clipped(&webhook.url, 160)) } }
        @if let Some(count) = view.replayed { p.notice role="status" { (figure::counted(count, "event is", "events are")) " sent again." } }
        (lede(&html! { "This receiver is " (webhook_state(webhook, now)) "." }))
        (replay(webhook))
        h2 { "Deliveries" }
        @if view.page.items.is_empty() { p.empty { "Nothing has been sent to it within 30 days." } } @else { (table(view)) }
        (pager(
            view.cursor.map(|_| address(&webhook.id, None)).as_deref(),
            view.page.next.as_deref().map(|next| address(&webhook.id, Some(next))).as_deref(),
        ))
    };
    Body::new(Section::Setup, "Webhook", content)
}

fn replay(webhook: &WebhookItem) -> Markup {
    html! {
        form.inline method="post" action=(format!("{}/replay", address(&webhook.id, None))) {
            label for="from" { "Send again what was published since" }
            input #from name="from" type="text" placeholder="2026-11-22 or a time" size="20" required;
            label for="until" { "until" }
            input #until name="until" type="text" placeholder="now" size="20";
            button type="submit" { "Send again" }
        }
    }
}

fn table(view: &DeliveriesView<'_>) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Deliveries" {
            table.rows {
                caption.sr { "Deliveries, newest first" }
                thead { tr { th scope="col" { "Event" } th scope="col" { "Kind" } th scope="col" { "State" } th.num scope="col" { "Attempts" } th scope="col" { "Last answer" }
                             th.num scope="col" { "Next try" } th.num scope="col" { "Happened" } th scope="col" { span.sr { "Send again" } } } }
                tbody { @for delivery in &view.page.items { (row(delivery, view)) } }
            }
        }
    }
}

fn row(delivery: &DeliveryItem, view: &DeliveriesView<'_>) -> Markup {
    html! {
        tr {
            td.main { (text::long_id(&delivery.id)) }
            td data-label="Kind" { (text::clipped(&delivery.kind.replace('_', " "), 40)) }
            td data-label="State" { (delivery_state(&delivery.state)) }
            td.num data-label="Attempts" { (delivery.attempts) }
            td data-label="Last answer" { @if let Some(status) = delivery.status { (status) " " } @if let Some(error) = &delivery.error { (text::clipped(error, 120)) } }
            td.num data-label="Next try" { @if let Some(at) = delivery.next_at { (figure::time(view.now, at)) } @else { span.muted { "–" } } }
            td.num data-label="Happened" { (figure::time(view.now, delivery.occurred_at)) }
            td {
                form method="post" action=(format!("{}/replay", address(&view.webhook.id, None))) {
                    button.quiet type="submit" name="event" value=(delivery.id) { "Send again" }
                }
            }
        }
    }
}

fn delivery_state(name: &str) -> Markup {
    match name {
        "delivered" => state(Tone::Good, name),
        "failed" => state(Tone::Bad, name),
        "pending" => state(Tone::Busy, name),
        other => state(Tone::Plain, other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_delivery_and_a_period_can_be_sent_again() {
        let webhook = WebhookItem {
            id: "5e7f".into(),
            tenant: "acme".into(),
            url: "https://example.com/<b>".into(),
            kinds: Vec::new(),
            description: String::new(),
            enabled: true,
            disabled_reason: None,
            created_at: Time::UNIX_EPOCH,
            failing_since: None,
        };
        let delivery = DeliveryItem {
            id: "msg_1".into(),
            kind: "dead_letter".into(),
            state: "failed".into(),
            attempts: 3,
            status: Some(503),
            error: Some("<i>".into()),
            occurred_at: Time::UNIX_EPOCH,
            created_at: Time::UNIX_EPOCH,
            next_at: None,
            done_at: None,
        };
        let page = Page { items: vec![delivery], next: Some("abc".into()) };
        let view =
            DeliveriesView { webhook: &webhook, page: &page, cursor: None, replayed: Some(2), now: Time::UNIX_EPOCH };
        let shown = deliveries(&view).content.into_string();
        for part in [
            "action=\"/console/webhooks/5e7f/replay\"",
            "value=\"msg_1\"",
            "503",
            "2 events are sent again",
            "cursor=abc",
            "dead letter",
        ] {
            assert!(shown.contains(part), "{part}: {shown}");
        }
        assert!(!shown.contains("<i>") && !shown.contains("/<b>"), "{shown}");
    }
}
