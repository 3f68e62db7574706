//! Any task, research, run and forecast.

use domain::evidence::Removal;
use domain::forecast::{Action, BaseRate};
use domain::research::{Ending, OpenQuestion, TimelineEntry};
use domain::run::{Priority, Question};
use domain::*;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;

pub(crate) fn task() -> BoxedStrategy<ResearchTask> {
    (tenant(), event_id(), job(), subject(), text(), profile(), money(), of(time()))
        .prop_map(|(tenant, event, event_job, subject, reason, profile, budget, deadline)| ResearchTask {
            tenant,
            event,
            event_job,
            subject,
            reason,
            profile,
            budget,
            deadline,
        })
        .boxed()
}

fn subject() -> BoxedStrategy<Subject> {
    let priority = select(vec![Priority::Supplementary, Priority::Important, Priority::Critical]);
    let question = (filled(), text(), filled(), priority, vec(text(), 0..2)).prop_map(
        |(id, topic, text, priority, expected_sources)| Question { id, topic, text, priority, expected_sources },
    );
    prop_oneof![
        (filled(), text()).prop_map(|(identifier, symbol)| Subject::Identifier { identifier, symbol }),
        (run_id(), question, text()).prop_map(|(run, question, context)| Subject::Question { run, question, context }),
        (filled(), text(), 1..=20_u32).prop_map(|(query, context, max_sources)| Subject::Miss {
            query,
            context,
            max_sources
        }),
        (text(), bundle()).prop_map(|(episode, bundle)| Subject::Bundle { episode, bundle }),
        macro_request().prop_map(Subject::Macro),
    ]
    .boxed()
}

pub(crate) fn research() -> BoxedStrategy<Research> {
    let status = select(vec![ClaimStatus::Unclear, ClaimStatus::Contested, ClaimStatus::Supported]);
    let weight = (status, fraction(), 0..9_u32);
    let said = (vec(text(), 0..2), vec(text(), 0..2), text());
    let finding = (text(), text(), weight, said).prop_map(
        |(id, text, (status, importance, voices), (sources, against, quote))| Finding {
            id,
            text,
            status,
            importance,
            sources,
            against,
            voices,
            quote,
        },
    );
    let entry = (text(), time(), text(), vec(text(), 0..2)).prop_map(|(id, at, text, sources)| TimelineEntry {
        id,
        at,
        text,
        sources,
    });
    let open = (text(), text()).prop_map(|(id, text)| OpenQuestion { id, text });
    let found = (vec(finding, 0..3), vec(entry, 0..3), vec(source(), 0..3), vec(open, 0..2));
    let judged = (of(-1.0..1.0_f64), fraction(), vec(text(), 0..2), vec(text(), 0..2));
    let made = (time(), time(), ending(), any::<bool>(), vec(text(), 0..2), money(), text(), text());
    (of(slug()), text(), found, judged, made)
        .prop_map(
            |(
                entity,
                summary,
                (findings, timeline, sources, open_questions),
                (sentiment, confidence, risks, opportunities),
                (made_at, expires_at, ending, from_cache, tools_used, cost, model, prompt_version),
            )| Research {
                entity,
                summary,
                findings,
                timeline,
                sources,
                open_questions,
                sentiment,
                confidence,
                risks,
                opportunities,
                made_at,
                expires_at,
                ending,
                from_cache,
                tools_used,
                cost,
                model,
                prompt_version,
            },
        )
        .boxed()
}

fn ending() -> BoxedStrategy<Ending> {
    prop_oneof![Just(Ending::Complete), text().prop_map(Ending::Partial), text().prop_map(Ending::Failed)].boxed()
}

fn source() -> BoxedStrategy<Source> {
    let tier = select(vec![Tier::Other, Tier::Secondary, Tier::Official]);
    (text(), text(), text(), text(), of(time()), time(), tier, text())
        .prop_map(|(id, url, title, publisher, published_at, fetched_at, tier, content_hash)| Source {
            id,
            url,
            title,
            publisher,
            published_at,
            fetched_at,
            tier,
            content_hash,
        })
        .boxed()
}

pub(crate) fn evidence() -> BoxedStrategy<Evidence> {
    let removed = || vec((text(), text()).prop_map(|(id, reason)| Removal { id, reason }), 0..2);
    let filtering = prop_oneof![
        removed().prop_map(|removed| Filtering::Filtered { removed }),
        (text(), removed()).prop_map(|(reason, removed)| Filtering::Unfiltered { reason, removed }),
    ];
    (task(), research(), filtering, money())
        .prop_map(|(task, research, filtering, cost)| Evidence { task, research, filtering, cost })
        .boxed()
}

pub(crate) fn run() -> BoxedStrategy<Run> {
    (run_id(), tenant(), event_id(), job(), question(), of(alert()), money(), time())
        .prop_map(|(id, tenant, event, event_job, asked, alert, budget, asked_at)| Run {
            id,
            tenant,
            event,
            event_job,
            asked,
            alert,
            budget,
            asked_at,
        })
        .boxed()
}

pub(crate) fn forecast() -> BoxedStrategy<Forecast> {
    let base =
        (text(), text(), probability()).prop_map(|(kind, description, rate)| BaseRate { kind, description, rate });
    let advice = (select(vec![Action::Buy, Action::Sell, Action::Abstain]), fraction(), -1.0..1.0_f64, text())
        .prop_map(|(action, price, edge, reason)| Recommendation { action, price, edge, reason });
    let estimate = (probability(), probability(), probability(), fraction());
    let weighed = (text(), vec(base, 0..3), vec(probability(), 0..4), of(advice), vec(text(), 0..3));
    let made = (any::<[u32; 3]>(), money(), vec(text(), 0..2), text(), text(), time());
    (run(), estimate, weighed, made)
        .prop_map(
            |(
                run,
                (probability, lower, upper, confidence),
                (reasoning, base_rates, samples, recommendation, evidence_used),
                ([iterations, questions_asked, questions_answered], cost, flags, model, prompt_version, made_at),
            )| Forecast {
                run,
                probability,
                lower,
                upper,
                confidence,
                reasoning,
                base_rates,
                samples,
                recommendation,
                evidence_used,
                iterations,
                questions_asked,
                questions_answered,
                cost,
                flags,
                model,
                prompt_version,
                made_at,
            },
        )
        .boxed()
}
