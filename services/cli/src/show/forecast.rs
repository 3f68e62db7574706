//! A forecast as text: the answer, why, the findings and the cost; the rest on request.

use std::collections::BTreeSet;

use domain::forecast::{Coherence, OptionSum};
use domain::research::Finding;
use domain::{Evidence, Forecast, Probability};
use operations::ConfidenceLevel;

use super::run::RunView;
use crate::{Context, output};

/// Maximum findings without `--verbose`.
const MAX_FINDINGS: usize = 5;

/// Prints the forecast of a run.
///
/// # Errors
/// When standard output is closed.
pub(super) fn print(view: &RunView, made: &Forecast, (context, verbose): (&Context, bool)) -> anyhow::Result<()> {
    context.print(&proto::v1::ForecastMade::from(made), |_| lines(view, made, verbose))
}

fn percent(p: Probability) -> String {
    format!("{:.0} %", p.get() * 100.0)
}

fn lines(view: &RunView, made: &Forecast, verbose: bool) -> Vec<String> {
    let level = match ConfidenceLevel::of(made.confidence) {
        ConfidenceLevel::High => "high",
        ConfidenceLevel::Medium => "medium",
        ConfidenceLevel::Low => "low",
    };
    let mut lines = vec![
        format!("question     {}", made.run.asked.text),
        answer(made, &format!("confidence {level} ({:.2})", made.confidence)),
    ];
    lines.extend(super::reading::lines(&made.run));
    lines.extend(made.account.coherence.as_ref().map(|coherence| coherent(made, coherence)));
    lines.extend(made.account.options.as_ref().map(options));
    lines.extend(made.condition().map(|condition| format!("if           {condition}")));
    lines.extend(distribution(made));
    let market = made.run.asked.market.as_ref().and_then(domain::event::Market::describe_found);
    lines.extend(market.map(|market| format!("market       {market}")));
    lines.extend(numbers(made));
    if made.evidence_used.is_empty() {
        lines.push("evidence     none was found: the answer is a base rate or a guess".to_owned());
    }
    lines.extend(made.recommendation.as_ref().map(|advice| {
        format!(
            "advice       {} at {:.2}, edge {:+.2}: {}",
            advice.action.name(),
            advice.price,
            advice.edge,
            advice.reason
        )
    }));
    lines.push(format!("why          {}", made.reasoning.replace('\n', "\n             ")));
    lines.extend(findings(view, made, verbose));
    lines.extend(made.flags.iter().map(|flag| format!("flag         {flag}")));
    lines.push(format!("cost         {}", made.cost));
    let memory = made.account.memory.describe(made.questions_asked);
    lines.extend(memory.map(|share| format!("memory       {share}")));
    if verbose {
        lines.extend(details(made));
    }
    let id = made.run.id;
    let more = if verbose { "" } else { ", `--verbose` all of it" };
    lines.push(format!("run          {id}: `auspex show {id} --report` prints the report{more}"));
    lines
}

/// Returns the line with the answer.
fn answer(made: &Forecast, confidence: &str) -> String {
    match made.headline() {
        Some(answer) => format!("answer       {answer}, {confidence}"),
        None => format!(
            "probability  {}  ({} to {}), {confidence}",
            percent(made.probability),
            percent(made.lower),
            percent(made.upper),
        ),
    }
}

/// Returns the line about the repair of a contradiction to related forecasts.
fn coherent(made: &Forecast, coherence: &Coherence) -> String {
    let others: Vec<String> = coherence
        .related
        .iter()
        .map(|one| format!("{} of run {} ({})", percent(one.probability), one.run, one.question))
        .collect();
    let (before, after) = (percent(coherence.before), percent(made.probability));
    format!("coherent     changed from {before} to {after}, because of {}", others.join("; "))
}

/// Returns the line about the other options of the event.
fn options(OptionSum { others, is_complete, sum, .. }: &OptionSum) -> String {
    let told: Vec<String> = others
        .iter()
        .map(|one| format!("{} of run {} ({})", percent(one.probability), one.run, one.question))
        .collect();
    let rule = if *is_complete { "exactly" } else { "at most" };
    format!("options      sum {:.0} %, {rule} one comes true: {}", sum * 100.0, told.join("; "))
}

/// Returns what the forecast made of a finding: `for`, `against` or `context`, with its weight.
fn side(made: &Forecast, reference: &str) -> String {
    let kind = made.run.answer_kind();
    let sides = made.account.evidence.iter().filter(|one| one.reference == reference).map(|one| {
        let about = if one.about.is_empty() { String::new() } else { format!(" {}", one.about) };
        let weight = one.weight_text(&kind).map(|weight| format!(" ({weight})")).unwrap_or_default();
        format!("{}{about}{weight}", one.direction.name())
    });
    let sides: Vec<String> = sides.collect();
    if sides.is_empty() { String::new() } else { format!("{}: ", sides.join(", ")) }
}

/// Returns one line per quantile; options are in the answer itself.
fn distribution(made: &Forecast) -> Vec<String> {
    let texts = made.distribution.as_ref().and_then(domain::Distribution::quantile_texts).into_iter().flatten();
    texts.zip(domain::answer::LEVEL_NAMES).map(|(text, level)| format!("{level:<12} {text}")).collect()
}

/// Returns the four numbers: stated, computed, own view, and pooled with the price.
fn numbers(made: &Forecast) -> Option<String> {
    let views = &made.account.views;
    let (stated, computed, own) = (views.stated?, views.computed?, views.own?);
    let mut text = format!("own view     {}, stated {}, computed {}", percent(own), percent(stated), percent(computed));
    if let (Some(pooled), Some(price)) = (views.pooled, &views.price) {
        let (at, weight, own_weight) = (price.price * 100.0, price.weight, price.own_weight);
        let points = (pooled.get() - own.get()) * 100.0;
        let moved = format!("moves it to {} ({points:+.0} points)", percent(pooled)).replace("-0 points", "+0 points");
        text.push_str(&format!("; the price of {at:.0} % {moved}, weight {weight:.1} to {own_weight:.1}"));
    }
    Some(text)
}

fn details(made: &Forecast) -> Vec<String> {
    let base = |base: &domain::forecast::BaseRate| {
        format!("base rate    {}  {}: {}", percent(base.rate), base.kind, base.description)
    };
    let mut lines: Vec<String> = made.base_rates.iter().map(base).collect();
    lines.extend(made.account.estimates.iter().map(|estimate| {
        let [stated, computed, view] = [estimate.stated, estimate.computed, estimate.view].map(percent);
        format!("estimate     {view}  {}: stated {stated}, computed {computed}", estimate.perspective)
    }));
    lines.extend(made.account.distributions.iter().map(|one| {
        format!("estimate     {}: {}, confidence {:.2}", one.perspective, one.distribution.describe(), one.confidence)
    }));
    lines.extend(made.account.views.price.as_ref().map(|price| format!("weight       {}", price.reason)));
    lines.push(format!(
        "research     {} of {} questions answered in {}, {} pieces of evidence",
        made.questions_answered,
        made.questions_asked,
        output::pluralize(made.iterations, "round"),
        made.evidence_used.len()
    ));
    lines.push(format!("model        {} {}", made.model, made.prompt_version));
    lines.extend(super::account::lines(&made.account));
    lines
}

/// Lists the findings with their sources: those that the forecast cites first, then by importance.
fn findings(view: &RunView, made: &Forecast, verbose: bool) -> Vec<String> {
    let evidence = view.state.answers.iter().map(|answer| (&answer.question, &answer.evidence));
    let each = evidence.flat_map(|(question, evidence)| {
        evidence.research.findings.iter().map(move |finding| (format!("{question}/{}", finding.id), finding, evidence))
    });
    let mut all = Vec::new();
    let mut sorted: Vec<(String, &Finding, &Evidence)> = each.collect();
    let is_cited = |id: &String| made.evidence_used.contains(id);
    sorted.sort_by(|(a, one, _), (b, other, _)| {
        is_cited(b).cmp(&is_cited(a)).then(other.importance.total_cmp(&one.importance))
    });
    // Two questions may have the same finding.
    let mut texts = BTreeSet::new();
    for (id, finding, evidence) in sorted {
        if !texts.insert(&finding.text) {
            continue;
        }
        let (status, side, sources) = (finding.status.name(), side(made, &id), sources(finding, evidence));
        all.push(format!("  {status:<11}{side}{} ({sources})  [{id}]", finding.text));
    }
    let total = all.len();
    let shown = if verbose { total } else { total.min(MAX_FINDINGS) };
    let mut lines = Vec::new();
    if total > 0 {
        lines.push("findings".to_owned());
    }
    lines.extend(all.into_iter().take(shown));
    if total > shown {
        lines.push(format!("  … and {} more", total - shown));
    }
    lines
}

/// Names the sources of a finding by host.
fn sources(finding: &Finding, evidence: &Evidence) -> String {
    let hosts: Vec<&str> = finding
        .sources
        .iter()
        .filter_map(|id| evidence.research.sources.iter().find(|source| source.id == *id))
        .map(|source| host(&source.url))
        .collect();
    hosts.join(", ")
}

fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split('/').next().unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    use operations::runs::{RunMoney, RunOutput};

    use super::*;

    #[test]
    fn the_answer_comes_before_the_cost_and_the_rest_on_request() {
        let made = Forecast { evidence_used: Vec::new(), ..domain::testing::forecast() };
        let (run, money) = (domain::testing::run_state(), RunMoney::default());
        let output = RunOutput { run, money, budgets: Vec::new(), forecast: None, review: None };
        let view = RunView::read(output).unwrap();
        let short = lines(&view, &made, false);
        assert!(short[0].starts_with("question ") && short[1].starts_with("probability "), "{short:?}");
        assert!(short.iter().any(|line| line.contains("none was found")), "{short:?}");
        assert!(short.last().unwrap().contains("--verbose"), "{short:?}");
        let all = lines(&view, &made, true);
        assert!(all.iter().any(|line| line.starts_with("model ")) && !all.last().unwrap().contains("--verbose"));
    }

    #[test]
    fn a_source_is_named_by_its_host() {
        assert_eq!(host("https://news.example/zebras.html?a=1"), "news.example");
    }
}
