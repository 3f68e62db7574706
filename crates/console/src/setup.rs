//! Setup: publish the first event, the token, webhooks, schedules, macros and models.

use domain::Time;
use domain::access::AccessScope;
use maud::{Markup, html};
use operations::fleet::WorkerModelItem;
use operations::macros::MacroItem;
use operations::schedules::ScheduleItem;
use operations::webhooks::WebhookItem;

use super::frame::{Tone, lede, state};
use super::{Body, Section, Visitor, figure, text};

/// Schedules of the page at most.
pub const MAX_SCHEDULES: usize = 60;

/// What the page shows.
#[derive(Debug)]
pub struct SetupView<'a> {
    /// Address of the gateway, without a slash at the end.
    pub url: &'a str,
    /// `true` once the tenant has published an event.
    pub has_events: bool,
    /// The tenant's schedules.
    pub schedules: &'a [ScheduleItem],
    /// The tenant's webhooks; `None` if the token may not see them.
    pub webhooks: Option<&'a [WebhookItem]>,
    /// Macros that the fleet has installed.
    pub macros: &'a [MacroItem],
    /// Models of the workers.
    pub models: &'a [WorkerModelItem],
    /// The person in front of the page.
    pub visitor: &'a Visitor,
    /// Time of the page.
    pub now: Time,
}

/// Renders the page.
pub fn setup(view: &SetupView<'_>) -> Body {
    let content = html! {
        h1.sr { "Setup" }
        (lede(&html! {
            @if view.has_events { (state(Tone::Good, "Events arrive.")) " This page connects publishers and receivers." }
            @else { "Publish your first event: copy one of these, and refresh this page. " (state(Tone::Busy, "waiting for the first event")) }
        }))
        (publish(view))
        (token(view))
        (schedules(view))
        (webhooks(view))
        (macros(view.macros))
        (models(view.models, view.now))
    };
    Body::new(Section::Setup, "Setup", content)
}

/// Name and text of the snippets. `{url}` is the address of the gateway.
const SNIPPETS: [(&str, &str); 5] = [
    (
        "curl",
        r#"curl -s {url}/v1/questions \
  -H "Authorization: Bearer $AUSPEX_TOKEN" -H "Content-Type: application/json" \
  -d '{"question": "Will the Fed cut rates in December?", "closes": "2026-12-17"}'"#,
    ),
    (
        "Python",
        r#"import json, os, urllib.request

body = {"question": "Will the Fed cut rates in December?", "closes": "2026-12-17"}
headers = {"Authorization": f"Bearer {os.environ['AUSPEX_TOKEN']}", "Content-Type": "application/json"}
request = urllib.request.Request("{url}/v1/questions", json.dumps(body).encode(), headers)
print(json.load(urllib.request.urlopen(request)))"#,
    ),
    (
        "TypeScript",
        r#"const answer = await fetch("{url}/v1/questions", {
  method: "POST",
  headers: { Authorization: `Bearer ${process.env.AUSPEX_TOKEN}`, "Content-Type": "application/json" },
  body: JSON.stringify({ question: "Will the Fed cut rates in December?", closes: "2026-12-17" }),
});
console.log(await answer.json());"#,
    ),
    (
        "Go",
        r#"body := strings.NewReader(`{"question": "Will the Fed cut rates in December?", "closes": "2026-12-17"}`)
request, _ := http.NewRequest("POST", "{url}/v1/questions", body)
request.Header.Set("Authorization", "Bearer "+os.Getenv("AUSPEX_TOKEN"))
request.Header.Set("Content-Type", "application/json")
answer, err := http.DefaultClient.Do(request)"#,
    ),
    (
        "Rust",
        r#"let answer: serde_json::Value = reqwest::Client::new()
    .post("{url}/v1/questions")
    .bearer_auth(std::env::var("AUSPEX_TOKEN")?)
    .json(&serde_json::json!({ "question": "Will the Fed cut rates in December?", "closes": "2026-12-17" }))
    .send().await?.json().await?;"#,
    ),
];

fn publish(view: &SetupView<'_>) -> Markup {
    html! {
        section {
            h2 { "Publish" }
            p.note { "These ask a question. " code { "POST /v1/events" } " takes events of every kind; " a href="/openapi.json" { "the description of the API" } " lists all routes." }
            @for (place, (name, snippet)) in SNIPPETS.iter().enumerate() {
                details.snippet name="snippet" open[place == 0] { summary { (name) } (text::code(&snippet.replace("{url}", view.url))) }
            }
        }
    }
}

fn token(view: &SetupView<'_>) -> Markup {
    let visitor = view.visitor;
    html! {
        section {
            h2 { "Token" }
            dl.pairs {
                dt { "Name" } dd { (text::clipped(&visitor.name, 80)) }
                dt { "Tenant" } dd { (text::clipped(&visitor.tenant, 80)) }
                @for scope in AccessScope::ALL {
                    dt { (scope.name()) }
                    dd { @if visitor.may(scope) { (state(Tone::Good, "permitted")) } @else { (state(Tone::Plain, "not permitted")) } " " span.note { (meaning(scope)) } }
                }
            }
            p.note { "An operator creates, lists and revokes tokens with " code { "auspex token" } "." }
        }
    }
}

fn meaning(scope: AccessScope) -> &'static str {
    match scope {
        AccessScope::Publish => "publish events and ask questions",
        AccessScope::Read => "read everything of the tenant",
        AccessScope::Review => "approve, edit and reject results",
        AccessScope::Admin => "cancel and resolve runs, redrive, edit schedules and webhooks",
        AccessScope::Operate => "see the state of the fleet, which all tenants share; without payloads",
    }
}

fn schedules(view: &SetupView<'_>) -> Markup {
    html! {
        section {
            h2 { "Schedules " span.count { (view.schedules.len()) } }
            @if view.schedules.len() >= MAX_SCHEDULES { p.note { "The first " (MAX_SCHEDULES) " are listed; " code { "auspex schedule list" } " lists all." } }
            @if view.schedules.is_empty() {
                p.empty { "No question is asked again and again. " code { "auspex schedule add daily \"30 6 * * *\" \"Will it rain tomorrow?\"" } }
            } @else {
                div.scroll tabindex="0" role="region" aria-label="Schedules" {
                    table.rows {
                        caption.sr { "Schedules" }
                        thead { tr { th scope="col" { "Question" } th scope="col" { "Name" } th scope="col" title="Minute, hour, day, month, weekday in UTC" { "Cron" } th.num scope="col" { "Next" }
                                     th.num scope="col" { "Fired" } th scope="col" { "Last run" } @if view.visitor.may(AccessScope::Admin) { th scope="col" { "Now" } } } }
                        tbody {
                            @for schedule in view.schedules {
                                tr {
                                    td.main { (text::clipped(&schedule.question, 160)) }
                                    td data-label="Name" { (text::clipped(&schedule.name, 60)) }
                                    td data-label="Cron" { code { (text::clipped(&schedule.cron, 60)) } }
                                    td.num data-label="Next" { @match schedule.next_at { Some(at) => { (figure::time(view.now, at)) } None => { (state(Tone::Plain, "ended")) } } }
                                    td.num data-label="Fired" { (figure::integer(schedule.fired)) }
                                    td data-label="Last run" { @if let Some(run) = &schedule.last_run { a href=(format!("/console/runs/{run}")) { (text::id(run)) } } @else { span.muted { "–" } } }
                                    @if view.visitor.may(AccessScope::Admin) { td { (run_now(schedule, view.now)) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A firing outside of the plan, confirmed by a second button. The form names its minute, so that it fires once.
fn run_now(schedule: &ScheduleItem, now: Time) -> Markup {
    html! {
        details {
            summary { "Run now" }
            form.inline method="post" action=(format!("/console/schedules/{}/run", text::encoded(&schedule.name))) {
                input type="hidden" name="at" value=(now.to_rfc3339_opts(chrono::SecondsFormat::Secs, true));
                button type="submit" { "Run " (text::plain(&schedule.name, 60)) }
                span.note { "It costs money, within the budget of the schedule. The plan stays as it is." }
            }
        }
    }
}

fn webhooks(view: &SetupView<'_>) -> Markup {
    html! {
        section {
            h2 { "Webhooks" @if let Some(all) = view.webhooks { " " span.count { (all.len()) } } }
            @match view.webhooks {
                None => { p.note { "Your token lacks the scope admin, which webhooks need." } }
                Some([]) => { p.empty { "No receiver is registered. " code { "auspex webhook create https://example.com/hook --kinds forecast" } } }
                Some(all) => {
                    div.scroll tabindex="0" role="region" aria-label="Webhooks" {
                        table.rows {
                            caption.sr { "Webhooks" }
                            thead { tr { th scope="col" { "Receiver" } th scope="col" { "Kinds" } th scope="col" { "State" } th.num scope="col" { "Created" } } }
                            tbody {
                                @for one in all {
                                    tr {
                                        td.main { a.url href=(super::webhooks::address(&one.id, None)) { (text::clipped(&one.url, 160)) } @if !one.description.is_empty() { p.note { (text::clipped(&one.description, 200)) } } }
                                        td data-label="Kinds" { @if one.kinds.is_empty() { "all" } @else { (text::clipped(&one.kinds.join(", "), 120)) } }
                                        td data-label="State" { (super::webhooks::webhook_state(one, view.now)) }
                                        td.num data-label="Created" { (figure::time(view.now, one.created_at)) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn macros(macros: &[MacroItem]) -> Markup {
    html! {
        section {
            h2 { "Macros " span.count { (macros.len()) } }
            p.note { "An asterisk marks a parameter that is required." }
            div.scroll tabindex="0" role="region" aria-label="Macros" {
                table.rows {
                    caption.sr { "Installed macros" }
                    thead { tr { th scope="col" { "Macro" } th scope="col" { "Version" } th scope="col" { "Parameters" } } }
                    tbody {
                        @for one in macros {
                            tr {
                                td.main { strong { (text::clipped(&one.name, 80)) } p.note { (text::clipped(&one.description, 400)) } }
                                td data-label="Version" { (text::clipped(&one.version, 30)) }
                                td data-label="Parameters" { @for (at, parameter) in one.parameters.iter().enumerate() { @if at > 0 { ", " } (text::clipped(&parameter.name, 40)) @if parameter.required { "*" } } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn models(models: &[WorkerModelItem], now: Time) -> Markup {
    html! {
        section {
            h2 { "Models" }
            @if models.is_empty() { p.empty { "No worker has reported its model yet." } } @else {
                div.scroll tabindex="0" role="region" aria-label="Models" {
                    table.rows {
                        caption.sr { "Models of the workers" }
                        thead { tr { th scope="col" { "Worker" } th scope="col" { "Model" } th scope="col" { "Fallback" } th.num scope="col" { "Read, 1 M tokens" }
                                     th.num scope="col" { "Written, 1 M tokens" } th scope="col" { "Source of the price" } th.num scope="col" { "Reported" } } }
                        tbody {
                            @for one in models {
                                tr {
                                    td.main { (text::clipped(&one.worker, 40)) }
                                    td data-label="Model" { (text::clipped(&one.model.model, 60)) " " span.note { (text::clipped(&one.model.provider, 40)) } }
                                    td data-label="Fallback" { @match &one.fallback { Some(model) if !model.model.is_empty() => { (text::clipped(&model.model, 60)) } _ => { span.muted { "–" } } } }
                                    td.num data-label="Read, 1 M tokens" { @if let Some(price) = one.model.price { (figure::money(price.input)) } @else { span.muted { "–" } } }
                                    td.num data-label="Written, 1 M tokens" { @if let Some(price) = one.model.price { (figure::money(price.output)) } @else { span.muted { "–" } } }
                                    td data-label="Source of the price" { (text::clipped(&one.model.price_source, 80)) }
                                    td.num data-label="Reported" { (figure::time(now, one.seen_at)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snippets_name_this_gateway_and_webhooks_need_their_scope() {
        let visitor = Visitor { name: "ana".into(), tenant: "acme".into(), scopes: vec![AccessScope::Read] };
        let view = SetupView {
            url: "https://auspex.example",
            has_events: false,
            schedules: &[],
            webhooks: None,
            macros: &[],
            models: &[],
            visitor: &visitor,
            now: Time::UNIX_EPOCH,
        };
        let page = setup(&view).content.into_string();
        assert_eq!(page.matches("https://auspex.example/v1/questions").count(), 5, "{page}");
        assert!(page.contains("lacks the scope admin") && page.contains("waiting for the first event"));
        let daily = ScheduleItem {
            tenant: "acme".into(),
            name: "daily".into(),
            cron: "30 6 * * *".into(),
            question: "Will it <b>?".into(),
            next_at: None,
            fired: 3,
            last_at: None,
            last_run: None,
            last_job: None,
        };
        let daily = [daily];
        let page = setup(&SetupView { schedules: &daily, ..view }).content.into_string();
        assert!(!page.contains("Run now") && !page.contains("<b>"), "only an administrator runs it: {page}");
        let visitor = Visitor { scopes: AccessScope::ALL.to_vec(), ..visitor.clone() };
        let page = setup(&SetupView { schedules: &daily, visitor: &visitor, ..view }).content.into_string();
        assert!(
            page.contains("action=\"/console/schedules/daily/run\"") && page.contains("value=\"1970-01-01T00:00:00Z\""),
            "{page}"
        );
    }
}
