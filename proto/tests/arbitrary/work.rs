//! Generators of tasks, research, runs and forecasts.

use domain::event::Episode;
use domain::evidence::{Lowered, Removal, Remover};
use domain::forecast::{
    Account, Action, AgentCost, BaseRate, BudgetLeft, Case, Cases, Measure, MemoryShare, Valuation,
};
use domain::research::{
    CriterionResult, DirectionResult, Ending, FieldResult, Lack, LeftOut, OpenQuestion, Recollection, TimelineEntry,
};
use domain::run::{Priority, Question};
use domain::*;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

use super::distributions::{distribution, estimate, stated, views};
use super::readings::{coherence, option_sum, reading, weighed};
use super::*;

pub(crate) fn task() -> BoxedStrategy<ResearchTask> {
    let terms = (of(select(EntityKind::ALL.to_vec())), of(any::<u64>()), time())
        .prop_map(|(kind, max_age_secs, requested_at)| EntityTerms { kind, max_age_secs, requested_at });
    let facts = vec((filled(), of(time())).prop_map(|(text, at)| EventFact { text, at }), 0..3);
    let bounds = (of(time()), of(time()), text(), any::<bool>(), any::<bool>(), of(terms), rules(), facts);
    (tenant(), event_id(), job(), subject(), text(), profile(), money(), bounds)
        .prop_map(
            |(
                tenant,
                event,
                event_job,
                subject,
                reason,
                profile,
                budget,
                (deadline, as_of, alarm, can_wait, is_foreign, entity_terms, sources, event_facts),
            )| {
                ResearchTask {
                    tenant,
                    event,
                    event_job,
                    subject,
                    reason,
                    profile,
                    budget,
                    deadline,
                    as_of,
                    alarm,
                    can_wait,
                    is_foreign,
                    entity_terms,
                    sources,
                    event_facts,
                }
            },
        )
        .boxed()
}

pub(crate) fn asked() -> BoxedStrategy<Question> {
    let priority = select(vec![Priority::Supplementary, Priority::Important, Priority::Critical]);
    (filled(), text(), filled(), priority, vec(text(), 0..2))
        .prop_map(|(id, topic, text, priority, expected_sources)| Question {
            id,
            topic,
            text,
            priority,
            expected_sources,
        })
        .boxed()
}

fn subject() -> BoxedStrategy<Subject> {
    let question = asked();
    prop_oneof![
        (filled(), text()).prop_map(|(identifier, symbol)| Subject::Identifier { identifier, symbol }),
        (run_id(), question, text()).prop_map(|(run, question, context)| Subject::Question { run, question, context }),
        (filled(), text(), 1..=20_u32).prop_map(|(query, context, max_sources)| Subject::Miss {
            query,
            context,
            max_sources
        }),
        ([text(), text(), text(), text()], bundle()).prop_map(|([id, url, title, context], bundle)| Subject::Bundle {
            episode: Episode { id, url, title, context },
            bundle
        }),
        macro_request().prop_map(Subject::Macro),
    ]
    .boxed()
}

pub(crate) fn research() -> BoxedStrategy<Research> {
    let status = select(vec![ClaimStatus::Unclear, ClaimStatus::Contested, ClaimStatus::Supported]);
    let weight = (status, fraction(), 0..9_u32);
    let details = (vec(text(), 0..2), vec(text(), 0..2), text());
    let finding = (text(), text(), weight, details).prop_map(
        |(id, text, (status, importance, voices), (sources, contradictions, quote))| Finding {
            id,
            text,
            status,
            importance,
            sources,
            contradictions,
            independent_sources: voices,
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
    let left_out = (text(), of(time())).prop_map(|(address, published_at)| LeftOut { address, published_at });
    let lack = (text(), any::<bool>()).prop_map(|(reason, inherited)| Lack { reason, inherited });
    let recalled = (money(), any::<u32>()).prop_map(|(saved, facts)| Recollection { saved, facts });
    let missing = (vec(left_out, 0..2), vec(lack, 0..2), of(recalled), vec(direction_result(), 0..2));
    let made = (time(), time(), ending(), any::<bool>(), vec(text(), 0..2), money(), (text(), text()), missing);
    (of(slug()), text(), found, judged, made)
        .prop_map(
            |(
                entity,
                summary,
                (findings, timeline, sources, open_questions),
                (sentiment, confidence, risks, opportunities),
                (
                    made_at,
                    expires_at,
                    ending,
                    from_cache,
                    tools_used,
                    cost,
                    (model, prompt_version),
                    (left_out, lacks, recalled, directions),
                ),
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
                left_out,
                lacks,
                recalled,
                directions,
            },
        )
        .boxed()
}

fn direction_result() -> BoxedStrategy<DirectionResult> {
    let field = (text(), text(), vec(text(), 0..2));
    let field = field.prop_map(|(name, value, sources)| FieldResult { name, value, sources });
    let criterion = (text(), of(any::<bool>()), text());
    let criterion = criterion.prop_map(|(criterion, met, reason)| CriterionResult { criterion, met, reason });
    ([text(), text(), text(), text()], any::<bool>(), vec(field, 0..2), vec(criterion, 0..2))
        .prop_map(|([entity, direction, objective, reason], is_done, fields, criteria)| DirectionResult {
            entity,
            direction,
            objective,
            is_done,
            reason,
            fields,
            criteria,
        })
        .boxed()
}

fn ending() -> BoxedStrategy<Ending> {
    prop_oneof![Just(Ending::Complete), text().prop_map(Ending::Partial), text().prop_map(Ending::Failed)].boxed()
}

fn source() -> BoxedStrategy<Source> {
    let tier = select(vec![Tier::Other, Tier::Secondary, Tier::Official]);
    (text(), text(), text(), text(), of(time()), time(), (tier, text()), text())
        .prop_map(|(id, url, title, publisher, published_at, fetched_at, (tier, tier_reason), content_hash)| Source {
            id,
            url,
            title,
            publisher,
            published_at,
            fetched_at,
            tier,
            tier_reason,
            content_hash,
        })
        .boxed()
}

fn status() -> BoxedStrategy<ClaimStatus> {
    select(vec![ClaimStatus::Unclear, ClaimStatus::Contested, ClaimStatus::Supported]).boxed()
}

pub(crate) fn evidence() -> BoxedStrategy<Evidence> {
    let by = select(vec![Remover::Unspecified, Remover::Arithmetic, Remover::Model, Remover::Cap]);
    let removal = (text(), text(), text(), by).prop_map(|(id, reason, text, by)| Removal { id, reason, text, by });
    let removed = move || vec(removal.clone(), 0..2);
    let filtering = prop_oneof![
        removed().prop_map(|removed| Filtering::Filtered { removed }),
        (text(), removed()).prop_map(|(reason, removed)| Filtering::Unfiltered { reason, removed }),
    ];
    let lowered =
        (text(), status(), status(), text()).prop_map(|(id, from, to, reason)| Lowered { id, from, to, reason });
    (task(), research(), filtering, money(), vec(lowered, 0..2), text(), text())
        .prop_map(|(task, research, filtering, cost, lowered, model, prompt_version)| Evidence {
            task,
            research,
            filtering,
            cost,
            lowered,
            model,
            prompt_version,
        })
        .boxed()
}

pub(crate) fn run() -> BoxedStrategy<Run> {
    (run_id(), tenant(), event_id(), job(), question(), of(alert()), money(), (time(), of(reading())))
        .prop_map(|(id, tenant, event, event_job, asked, alert, budget, (asked_at, reading))| Run {
            id,
            tenant,
            event,
            event_job,
            asked,
            alert,
            budget,
            asked_at,
            reading,
        })
        .boxed()
}

pub(crate) fn forecast() -> BoxedStrategy<Forecast> {
    let cases = (any::<u32>(), any::<u32>()).prop_map(|(successes, failures)| {
        let successes = u64::from(successes);
        Cases { successes, trials: successes + u64::from(failures) }
    });
    let base = (text(), text(), probability(), of(cases), text())
        .prop_map(|(kind, description, rate, cases, source)| BaseRate { kind, description, rate, cases, source });
    let edges = (-1.0..1.0_f64, -1.0..1.0_f64, fraction(), money());
    let advice = (select(vec![Action::Buy, Action::Sell, Action::Abstain]), fraction(), edges, text()).prop_map(
        |(action, price, (edge, net_edge, fraction, size), reason)| Recommendation {
            action,
            price,
            edge,
            net_edge,
            fraction,
            size,
            reason,
        },
    );
    let estimate = (probability(), probability(), probability(), fraction());
    let weighed = (text(), vec(base, 0..3), vec(probability(), 0..4), of(advice), vec(text(), 0..3));
    let made = (any::<[u32; 3]>(), money(), vec(text(), 0..2), text(), text(), time(), of(probability()));
    (run(), estimate, weighed, made, account(), of(distribution()))
        .prop_map(
            |(
                run,
                (probability, lower, upper, confidence),
                (reasoning, base_rates, samples, recommendation, evidence_used),
                (
                    [iterations, questions_asked, questions_answered],
                    cost,
                    flags,
                    model,
                    prompt_version,
                    made_at,
                    uncalibrated,
                ),
                account,
                distribution,
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
                uncalibrated,
                account,
                distribution,
            },
        )
        .boxed()
}

fn account() -> BoxedStrategy<Account> {
    let measure = prop_oneof![
        (fraction(), money(), fraction()).prop_map(|(price, stake, cost)| Measure::Trade { price, stake, cost }),
        money().prop_map(|per_point| Measure::Score { per_point }),
    ];
    let valuation = (
        any::<[u32; 2]>(),
        measure,
        probability(),
        [fraction(), fraction()],
        [money(), money()],
        any::<bool>(),
        text(),
    )
        .prop_map(
            |([round, questions], measure, estimate, [uncertainty, movable], [gain, cost], goes_on, reason)| {
                Valuation { round, measure, estimate, uncertainty, movable, questions, gain, cost, goes_on, reason }
            },
        );
    let cost = (text(), text(), any::<[u32; 3]>(), money()).prop_map(|(agent, model, [calls, input, output], cost)| {
        AgentCost { agent, model, calls: calls.into(), cost, input_tokens: input.into(), output_tokens: output.into() }
    });
    let left = (text(), money(), money()).prop_map(|(scope, limit, left)| BudgetLeft { scope, limit, left });
    let memory = (any::<u32>(), money()).prop_map(|(questions, saved)| MemoryShare { questions, saved });
    (
        text(),
        vec(valuation, 0..3),
        vec(cost, 0..3),
        vec(left, 0..3),
        memory,
        views(),
        vec(estimate(), 0..3),
        [text(), text(), text()],
        (
            vec(stated(), 0..3),
            vec(text(), 0..3),
            of(coherence()),
            of(option_sum()),
            vec(weighed(), 0..3),
            of(fraction()),
        ),
    )
        .prop_map(|(recalibration, rounds, costs, budgets, memory, views, estimates, case, added)| {
            let (distributions, review, coherence, options, evidence, rescaled) = added;
            let [why_not_higher, why_not_lower, would_change] = case;
            let case = Case { why_not_higher, why_not_lower, would_change };
            Account {
                recalibration,
                rounds,
                costs,
                budgets,
                memory,
                views,
                estimates,
                case,
                distributions,
                review,
                coherence,
                options,
                evidence,
                rescaled,
            }
        })
        .boxed()
}
