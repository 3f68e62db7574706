//! Generators of endings of runs without a forecast.

use domain::DeepReport;
use domain::deep_report::{ReportSection, ReportSentence, SentenceChecks, SentenceSupport};
use domain::reading::Clarification;
use domain::run::{Cancellation, NoForecast, NotApproved, Proposal};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::work::asked;
use super::{fraction, money, probability, text, time};

pub(crate) fn no_forecast() -> BoxedStrategy<NoForecast> {
    let cancelled = (text(), text(), time(), any::<bool>())
        .prop_map(|(by, reason, at, forecast)| NoForecast::Cancelled(Cancellation { by, reason, at, forecast }));
    let proposed = (text(), vec(asked(), 0..3), money(), money(), probability(), fraction()).prop_map(
        |(reason, questions, gain, cost, estimate, uncertainty)| {
            NoForecast::Proposed(Box::new(Proposal { reason, questions, gain, cost, estimate, uncertainty }))
        },
    );
    let decision = (text(), time(), text(), any::<bool>()).prop_map(|(by, at, reason, is_expired)| {
        let decision = NotApproved { by, at, reason };
        if is_expired { NoForecast::Expired(decision) } else { NoForecast::Rejected(decision) }
    });
    let unclear =
        (text(), text()).prop_map(|(question, assumption)| NoForecast::Unclear(Clarification { question, assumption }));
    let reported = report().prop_map(|report| NoForecast::Reported(Box::new(report)));
    prop_oneof![cancelled, proposed, decision, unclear, reported].boxed()
}

fn report() -> BoxedStrategy<DeepReport> {
    let support = select(vec![SentenceSupport::Supported, SentenceSupport::Contested, SentenceSupport::Unsupported]);
    let sentence = (text(), vec(1..9_u32, 1..3), support).prop_map(|(text, findings, support)| ReportSentence {
        text,
        findings,
        support,
    });
    let section = (text(), vec(vec(sentence.clone(), 1..3), 0..3))
        .prop_map(|(heading, paragraphs)| ReportSection { heading, paragraphs });
    let checks = any::<[u32; 6]>().prop_map(|[supported, contested, unsupported, contradicted, invented, uncited]| {
        SentenceChecks { supported, contested, unsupported, contradicted, invented, uncited }
    });
    let texts = || vec(text(), 0..3);
    let about = (text(), 1..=3_u8, any::<u32>(), texts(), text(), text());
    (about, vec(sentence, 0..3), vec(section, 0..3), vec(texts(), 0..3), checks)
        .prop_map(|((title, depth, rounds, flags, model, prompt_version), summary, sections, references, checks)| {
            DeepReport { title, depth, summary, sections, references, checks, rounds, flags, model, prompt_version }
        })
        .boxed()
}
