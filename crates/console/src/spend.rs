//! Money: today against the budget, the projection to midnight, the days before, and today's calls.

use chrono::Timelike;
use domain::budget::describe_kind;
use domain::{MicroUsd, Time};
use maud::{Markup, html};
use operations::spend::{AgentSpending, DaySpending, RefusedAmount, Spending};

use super::chart::{DayBar, day_bars};
use super::frame::{Tone, lede, state};
use super::{Body, Section, figure, text};

/// Share of the budget from which the page warns.
const NEARLY: f64 = 0.8;
/// Seconds of a day.
const DAY: u64 = 86_400;

/// Renders the page.
pub fn spend(spending: &Spending, now: Time) -> Body {
    let day = now.format("%Y-%m-%d").to_string();
    let today = spending.days.iter().find(|one| one.day == day);
    let content = html! {
        h1.sr { "Spend" }
        (lede(&html! {
            @match today { Some(today) => { (sentence(today, now)) } None => { "Nothing has been spent today." } }
            (refused_of(&day, &spending.refusals))
        }))
        (refusals(&spending.refusals, now))
        @if spending.days.is_empty() { (nothing_yet()) } @else {
            @let bars: Vec<DayBar> = spending.days.iter().rev().map(|day| bar(day, &spending.agents)).collect();
            h2 { "Days " span.count { (bars.len()) } }
            (day_bars("Committed amounts by day", &bars))
            (legend(&spending.agents))
            (days(spending))
            h2 { "Today by worker and model" }
            @if spending.today.is_empty() { p.empty { "No call has been made today." } } @else { (calls(spending)) }
        }
    };
    Body::new(Section::Spend, "Spend", content)
}

/// Workers in the order of their colours; other callers share the last one.
const WORKERS: [&str; 6] = ["researcher", "forecaster", "filter", "writer", "classifier", "other"];

/// Returns the place of a worker in [`WORKERS`].
fn worker(agent: &str) -> &'static str {
    WORKERS.into_iter().find(|worker| *worker == agent).unwrap_or("other")
}

fn bar(day: &DaySpending, agents: &[AgentSpending]) -> DayBar {
    let of_day = || agents.iter().filter(|one| one.day == day.day);
    let charged = |name: &str| -> u64 {
        of_day().filter(|one| worker(&one.agent) == name).map(|one| one.charged_micro_usd).sum()
    };
    let parts = WORKERS.map(|name| (name, charged(name))).into_iter().filter(|(_, amount)| *amount > 0).collect();
    DayBar { day: day.day.clone(), amount: day.committed_micro_usd, limit: day.limit_micro_usd, parts }
}

fn legend(agents: &[AgentSpending]) -> Markup {
    let shown = WORKERS.iter().filter(|name| agents.iter().any(|one| worker(&one.agent) == **name));
    html! {
        @if !agents.is_empty() {
            ul.legend { @for name in shown { li { span class=(format!("key {name}")) aria-hidden="true" { "■" } " " (name) } } }
            p.note { "Workers are apart for the last 7 days; before, and for what is reserved by no call, a bar has one colour." }
        }
    }
}

/// Returns the amount at midnight if the day goes on as it began.
fn projected(committed: u64, now: Time) -> u64 {
    let elapsed = u64::from(now.num_seconds_from_midnight()).max(1);
    let projected = u128::from(committed) * u128::from(DAY) / u128::from(elapsed);
    u64::try_from(projected).unwrap_or(u64::MAX)
}

fn sentence(today: &DaySpending, now: Time) -> Markup {
    let (committed, limit) = (today.committed_micro_usd, today.limit_micro_usd);
    let share = if limit == 0 { 1.0 } else { committed as f64 / limit as f64 };
    let projection = projected(committed, now);
    html! {
        strong.big { (MicroUsd(committed).rounded()) } " of " (MicroUsd(limit).rounded()) " is spent or reserved today (" (figure::percent(share)) "). "
        @if share >= 1.0 { (state(Tone::Bad, "used up")) " Further calls are refused until midnight UTC." }
        @else if projection > limit { (state(Tone::Warn, "on course for")) " " (MicroUsd(projection).rounded()) " at midnight UTC: calls will be refused before." }
        @else if share >= NEARLY { (state(Tone::Warn, "nearly used up")) }
        @else { "On course for " (MicroUsd(projection).rounded()) " at midnight UTC." }
    }
}

/// Says what budgets refused on a day, if they refused anything.
fn refused_of(day: &str, refusals: &[RefusedAmount]) -> Markup {
    let of_day = || refusals.iter().filter(|one| one.day == day);
    let calls: u64 = of_day().map(|one| one.calls).sum();
    let amount = of_day().fold(0_u64, |sum, one| sum.saturating_add(one.amount_micro_usd));
    html! {
        @if calls > 0 {
            " " (state(Tone::Warn, "refused")) " " (figure::counted(calls, "call", "calls")) " of at least " (figure::money(amount)) ": "
            a href="#refused" { "by which budget" } "."
        }
    }
}

fn refusals(refusals: &[RefusedAmount], now: Time) -> Markup {
    html! {
        @if !refusals.is_empty() {
            h2 #refused { "What budgets refused" }
            p.note { "A call is refused if it could cost more than a budget has left; the worker then goes on with what it has. A call that is asked for again counts again." }
            div.scroll tabindex="0" role="region" aria-label="Refused calls" {
                table.rows {
                    caption.sr { "Calls that budgets refused, by day, worker and budget" }
                    thead { tr { th scope="col" { "Day (UTC)" } th scope="col" { "Worker" } th scope="col" { "Refused by" } th.num scope="col" { "Calls" }
                                 th.num scope="col" title="Sum of the lowest amounts that the calls could have had to reserve" { "At least" } th.num scope="col" { "Newest" } } }
                    tbody {
                        @for one in refusals {
                            tr {
                                th.main scope="row" { (one.day) }
                                td data-label="Worker" { (text::clipped(&one.agent, 40)) }
                                td data-label="Refused by" { (text::clipped(describe_kind(&one.budget), 40)) }
                                td.num data-label="Calls" { (figure::integer(one.calls)) }
                                td.num.strong data-label="At least" { (figure::money(one.amount_micro_usd)) }
                                td.num data-label="Newest" { (figure::time(now, one.newest_at)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn days(Spending { days, agents, .. }: &Spending) -> Markup {
    html! {
        details.twin {
            summary { "As a table" }
            table.rows {
                caption.sr { "Amounts by day" }
                thead { tr { th scope="col" { "Day (UTC)" } th.num scope="col" { "Committed" } th.num scope="col" { "Limit" } th.num scope="col" { "Used" } } }
                tbody {
                    @for day in days {
                        tr {
                            th.main scope="row" {
                                (day.day)
                                p.note { @for one in agents.iter().filter(|one| one.day == day.day) { (text::clipped(&one.agent, 40)) " " (figure::money(one.charged_micro_usd)) " " } }
                            }
                            td.num data-label="Committed" { (figure::money(day.committed_micro_usd)) }
                            td.num data-label="Limit" { (figure::money(day.limit_micro_usd)) }
                            td.num data-label="Used" { @if day.limit_micro_usd > 0 { (figure::percent(day.committed_micro_usd as f64 / day.limit_micro_usd as f64)) } @else { "–" } }
                        }
                    }
                }
            }
        }
    }
}

fn calls(spending: &Spending) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Calls of today" {
            table.rows {
                caption.sr { "Calls of today by worker and model" }
                thead { tr { th scope="col" { "Worker" } th scope="col" { "Model" } th.num scope="col" { "Calls" } th.num scope="col" { "Tokens in" } th.num scope="col" { "Tokens out" } th.num scope="col" { "Charged" } } }
                tbody {
                    @for total in &spending.today {
                        tr {
                            td.main { (text::clipped(&total.agent, 40)) }
                            td data-label="Model" { (text::clipped(&total.model, 60)) " " span.note { (text::clipped(&total.provider, 40)) } }
                            td.num data-label="Calls" { (figure::integer(total.calls)) }
                            td.num data-label="Tokens in" { (figure::integer(total.tokens.read)) }
                            td.num data-label="Tokens out" { (figure::integer(total.tokens.written)) }
                            td.num.strong data-label="Charged" { (figure::money(total.charged.0)) }
                        }
                    }
                }
            }
        }
    }
}

fn nothing_yet() -> Markup {
    html! {
        div.teach {
            p { "Every model call is paid from a budget before it is made. The budget of a tenant and day is set by the operator:" }
            pre.code tabindex="0" { code { "AUSPEX_BUDGET_TENANT_DAY=200\nauspex budget" } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(committed: u64, limit: u64) -> String {
        // The page is rendered at 09:00 UTC.
        let now = Time::from_timestamp(1_795_251_600, 0).unwrap();
        let day = now.format("%Y-%m-%d").to_string();
        let agent =
            |agent: &str, charged_micro_usd| AgentSpending { day: day.clone(), agent: agent.into(), charged_micro_usd };
        let agents = vec![agent("researcher", committed / 2), agent("<b>", 10)];
        let days = vec![DaySpending { day: day.clone(), limit_micro_usd: limit, committed_micro_usd: committed }];
        let refusals = vec![RefusedAmount {
            day: day.clone(),
            agent: "researcher".into(),
            budget: "tenant".into(),
            calls: 3,
            amount_micro_usd: 45_000,
            first_at: now,
            newest_at: now,
        }];
        spend(&Spending { days, today: Vec::new(), agents, refusals }, now).content.into_string()
    }

    #[test]
    fn what_budgets_refused_today_is_in_the_first_sentence_and_in_a_table() {
        let page = rendered(3_000_000, 20_000_000);
        let first = page.split("</p>").next().unwrap();
        assert!(first.contains("3 calls") && first.contains("$0.04") && first.contains("href=\"#refused\""), "{first}");
        for part in ["id=\"refused\"", "budget of the day", "$0.0450", "45,000 micro-dollars"] {
            assert!(page.contains(part), "{part}: {page}");
        }
        let nothing = Spending { days: Vec::new(), today: Vec::new(), agents: Vec::new(), refusals: Vec::new() };
        assert!(!spend(&nothing, Time::UNIX_EPOCH).content.into_string().contains("refused"));
    }

    #[test]
    fn the_first_sentence_compares_the_day_with_its_budget() {
        assert!(rendered(3_000_000, 20_000_000).contains("On course for $8.00"), "{}", rendered(3_000_000, 20_000_000));
        assert!(rendered(15_000_000, 20_000_000).contains("calls will be refused before"));
        assert!(rendered(20_000_000, 20_000_000).contains("refused until midnight"));
        assert!(rendered(u64::MAX, u64::MAX).contains("18,446,744,073,709,551,615 micro-dollars"));
    }

    #[test]
    fn a_day_is_divided_by_worker_in_the_picture_and_in_its_table() {
        let page = rendered(3_000_000, 20_000_000);
        for part in ["class=\"bar researcher\"", "class=\"bar other\"", "key researcher", "$1.5000", "&lt;b&gt;"] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(!page.contains("<b>") && !page.contains("class=\"bar writer\""), "{page}");
    }
}
