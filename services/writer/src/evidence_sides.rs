//! The findings that a forecast used, grouped by the answer that they support.

use std::collections::BTreeSet;

use domain::Forecast;
use domain::forecast::{EvidenceDirection, WeighedEvidence};

use crate::forecast_report::{evidence, linked};
use crate::page::{Block, Inline, Line, plain, section, table};
use crate::refs::MergedFinding;
use crate::research_report::status;

/// Returns one section per direction, each finding with its weight, the question that it answers and its sources.
/// A forecast without weighed evidence has one table without directions.
pub(crate) fn blocks(forecast: &Forecast, used: &[MergedFinding<'_>]) -> Vec<Block> {
    let weighed = &forecast.account.evidence;
    if weighed.is_empty() {
        return evidence(used);
    }
    let kind = forecast.run.answer_kind();
    // A finding is named at its first place; a second one, for another option, cites it.
    let mut anchored = BTreeSet::new();
    let mut blocks = Vec::new();
    for direction in EvidenceDirection::ALL {
        let mut rows: Vec<[Line; 5]> = Vec::new();
        for one in weighed.iter().filter(|one| one.direction == direction) {
            let Some(finding) = used.iter().find(|finding| finding.names.contains(&one.reference)) else { continue };
            rows.push(row(finding, Some(one), (forecast, &mut anchored)));
        }
        if direction == EvidenceDirection::Context {
            let is_weighed =
                |finding: &&MergedFinding<'_>| weighed.iter().any(|one| finding.names.contains(&one.reference));
            for finding in used.iter().filter(|finding| !is_weighed(finding)) {
                rows.push(row(finding, None, (forecast, &mut anchored)));
            }
        }
        let heading = direction.heading(&kind);
        blocks.extend(section(heading, table(["", "Finding", "Weight", "Status", "Sources"], rows)));
    }
    blocks
}

fn row(
    finding: &MergedFinding<'_>,
    weighed: Option<&WeighedEvidence>,
    (forecast, anchored): (&Forecast, &mut BTreeSet<String>),
) -> [Line; 5] {
    let name = |name: &String| match anchored.insert(name.clone()) {
        true => Inline::Anchor(name.clone()),
        false => Inline::Cite(name.clone()),
    };
    let mut names: Line = Vec::new();
    for one in finding.names.iter().map(name) {
        if !names.is_empty() {
            names.push(plain(" "));
        }
        names.push(one);
    }
    let mut text = vec![plain(&finding.finding.text)];
    let question = weighed.map(|one| one.question.trim()).filter(|question| !question.is_empty());
    text.extend(question.map(|question| plain(format!(" Answers: {question}"))));
    let told = weighed.and_then(|one| {
        let weight = one.weight_text(&forecast.run.answer_kind())?;
        Some(if one.about.is_empty() { weight } else { format!("{}: {weight}", one.about) })
    });
    let weight = told.into_iter().map(plain).collect();
    [names, text, weight, status(finding.finding), linked(finding.sources.iter().copied())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forecast_report::page;
    use crate::page::{html, markdown, violations};
    use crate::sample::{forecast, state};

    fn weighed(reference: &str, direction: EvidenceDirection, weight: f64) -> WeighedEvidence {
        let question = "Has it passed the lower house?".into();
        WeighedEvidence { reference: reference.into(), direction, about: String::new(), weight, estimates: 2, question }
    }

    #[test]
    fn used_findings_are_grouped_with_weight_question_and_citation() {
        let mut made = forecast();
        made.evidence_used = vec!["i1q1/f1".into(), "i1q1/f2".into()];
        made.account.evidence = vec![
            weighed("i1q1/f2", EvidenceDirection::For, 2f64.ln()),
            weighed("i1q1/f1", EvidenceDirection::Against, 1.3f64.ln()),
        ];
        let page = page(&made, Some(&state()));
        assert_eq!(violations(&page, &crate::forecast_report::cited(Some(&state()))), Vec::<String>::new());
        let text = markdown::render(&page);
        let (yes, no) = (text.find("### For").unwrap(), text.find("### Against").unwrap());
        assert!(yes < no && !text.contains("### Context"), "{text}");
        for part in ["odds \u{d7}2.00", "odds \u{d7}1.30", "Answers: Has it passed the lower house?"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let html = html::render(&page);
        assert!(html.contains("For</h3>") && html.contains("Against</h3>"), "{html}");
    }

    #[test]
    fn a_used_finding_without_a_direction_is_context_and_one_of_two_options_is_anchored_once() {
        let mut made = forecast();
        made.evidence_used = vec!["i1q1/f1".into(), "i1q1/f2".into()];
        let ada = WeighedEvidence { about: "Ada".into(), ..weighed("i1q1/f2", EvidenceDirection::For, 0.5) };
        let bo = WeighedEvidence { about: "Bo".into(), ..weighed("i1q1/f2", EvidenceDirection::Against, 0.5) };
        made.account.evidence = vec![ada, bo];
        let page = page(&made, Some(&state()));
        let text = markdown::render(&page);
        assert!(text.contains("### Context") && text.contains("Ada: ") && text.contains("Bo: "), "{text}");
        let html = html::render(&page);
        let ids: Vec<&str> = html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len(), "{ids:?}");
    }
}
