//! Generators of domain values that the contract permits.

mod distributions;
pub(crate) mod endings;
mod readings;
pub(crate) mod reviews;
pub(crate) mod work;

use domain::classification::{Classification, Decider, Fate, IdentifierFate};
use domain::event::*;
use domain::review::ReviewRules;
use domain::*;
use proptest::collection::{btree_map, vec};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

pub(crate) fn text() -> BoxedStrategy<String> {
    "[ -~äß日]{0,12}".boxed()
}

pub(crate) fn filled() -> BoxedStrategy<String> {
    "[a-z日]{1,9}".boxed()
}

/// At most six decimals, as people write them. (Without `float_roundtrip`, `serde_json` parses longer ones inexactly.)
pub(crate) fn fraction() -> BoxedStrategy<f64> {
    (0..=1_000_000_u32).prop_map(|n| f64::from(n) / 1e6).boxed()
}

pub(crate) fn money() -> BoxedStrategy<MicroUsd> {
    prop_oneof![Just(MicroUsd::ZERO), Just(MicroUsd::MAX), (0..=MicroUsd::MAX.0).prop_map(MicroUsd)].boxed()
}

pub(crate) fn time() -> BoxedStrategy<Time> {
    (-62_135_596_800_i64..=253_402_300_799, 0..1_000_000_000_u32)
        .prop_map(|(seconds, nanos)| Time::from_timestamp(seconds, nanos).unwrap())
        .boxed()
}

pub(crate) fn probability() -> BoxedStrategy<Probability> {
    fraction().prop_map(|p| Probability::clamp(p).unwrap()).boxed()
}

pub(crate) fn job() -> BoxedStrategy<JobId> {
    any::<u64>().prop_map(|n| JobId::named(&["test", &n.to_string()])).boxed()
}

pub(crate) fn run_id() -> BoxedStrategy<RunId> {
    job().prop_map(RunId::for_event).boxed()
}

pub(crate) fn tenant() -> BoxedStrategy<Tenant> {
    "[A-Za-z0-9_-]{0,20}".prop_map(|name| Tenant::parse(&name).unwrap()).boxed()
}

pub(crate) fn event_id() -> BoxedStrategy<EventId> {
    "[!-~ß]{1,40}".prop_map(|id| EventId::parse(&id).unwrap()).boxed()
}

pub(crate) fn slug() -> BoxedStrategy<EntityId> {
    text().prop_map(|name| EntityId::slug(&name)).boxed()
}

pub(crate) fn event() -> BoxedStrategy<Event> {
    (event_id(), tenant(), text(), of(time()), of(money()), kind())
        .prop_map(|(id, tenant, source, occurred_at, budget, kind)| Event {
            id,
            tenant,
            source,
            occurred_at,
            budget,
            kind,
        })
        .boxed()
}

fn kind() -> BoxedStrategy<EventKind> {
    prop_oneof![
        transaction().prop_map(EventKind::Transaction),
        alert().prop_map(EventKind::ScoutAlert),
        question().prop_map(EventKind::Question),
        miss().prop_map(EventKind::RetrievalMiss),
        directions().prop_map(EventKind::Directions),
        macro_request().prop_map(EventKind::Macro),
        entity_request().prop_map(EventKind::EntityRequest),
    ]
    .boxed()
}

fn transaction() -> BoxedStrategy<Transaction> {
    ((text(), of(time()), text(), text()), vec(text(), 0..3), vec(leg(), 0..3), of(money()), text(), any::<bool>())
        .prop_map(|((signature, time, kind, program), wallets, legs, usd_value, description, failed)| Transaction {
            signature,
            time,
            kind,
            program,
            wallets,
            legs,
            usd_value,
            description,
            failed,
        })
        .boxed()
}

fn leg() -> BoxedStrategy<Leg> {
    (filled(), text(), (0..=u32::MAX).prop_map(|n| f64::from(n) / 1e4), of(money()), text(), text())
        .prop_map(|(mint, symbol, amount, usd_value, from, to)| Leg { mint, symbol, amount, usd_value, from, to })
        .boxed()
}

fn market() -> BoxedStrategy<Market> {
    let event = (filled(), of(any::<u32>())).prop_map(|(id, options)| MarketEvent { id, options });
    let found = (filled(), of(time()), any::<bool>(), text(), of(event))
        .prop_map(|(id, price_at, inverse, reason, event)| MarketMatch { id, price_at, inverse, reason, event });
    (text(), filled(), of(fraction()), of(money()), of(time()), text(), of(found))
        .prop_map(|(condition_id, question, price, volume, end, url, found)| Market {
            condition_id,
            question,
            price,
            volume,
            end,
            url,
            found,
        })
        .boxed()
}

pub(crate) fn alert() -> BoxedStrategy<ScoutAlert> {
    let trader = (filled(), text(), of(fraction()), of(any::<u64>()), of(any::<i64>()), vec(text(), 0..3)).prop_map(
        |(address, alias, win_rate, trades, profit_micro_usd, tags)| Trader {
            address,
            alias,
            win_rate,
            trades,
            profit_micro_usd,
            tags,
        },
    );
    let trade = (
        select(vec![Side::Buy, Side::Sell]),
        money(),
        fraction(),
        (0..=u32::MAX).prop_map(|n| f64::from(n) / 1e4),
        text(),
        of(time()),
    )
        .prop_map(|(side, usd_value, price, size, outcome, time)| Trade {
            side,
            usd_value,
            price,
            size,
            outcome,
            time,
        });
    (trader, trade, market()).prop_map(|(trader, trade, market)| ScoutAlert { trader, trade, market }).boxed()
}

pub(crate) fn profile() -> BoxedStrategy<Profile> {
    select(vec![Profile::Strict, Profile::Default, Profile::Loose]).boxed()
}

fn review_if() -> BoxedStrategy<ReviewRules> {
    (of(fraction()), any::<[bool; 2]>(), of(fraction()))
        .prop_map(|(below_confidence, [over_budget, contradiction], price_gap)| ReviewRules {
            below_confidence,
            over_budget,
            contradiction,
            price_gap,
        })
        .boxed()
}

pub(crate) fn question() -> BoxedStrategy<AskedQuestion> {
    let wanted = select(vec![Wanted::Forecast, Wanted::Research]);
    let config =
        (of(1..=20_u32), of(profile()), of(fraction()), of(time()), wanted, rules(), any::<[bool; 4]>(), review_if())
            .prop_map(
                |(
                    max_iterations,
                    profile,
                    min_confidence,
                    as_of,
                    wanted,
                    sources,
                    [human_review, can_wait, independent, clarify],
                    review_if,
                )| AskConfig {
                    max_iterations,
                    profile,
                    min_confidence,
                    human_review,
                    as_of,
                    wanted,
                    can_wait,
                    sources,
                    independent,
                    review_if,
                    clarify,
                },
            );
    (filled(), text(), text(), of(time()), of(market()), config, text(), of(answer_kind()))
        .prop_map(|(text, background, resolution_criteria, closes, market, config, topic, kind)| {
            // A price needs a probability of YES.
            let kind = kind.filter(|kind| market.is_none() || kind.is_yes_or_no());
            let config =
                if kind.as_ref().and_then(AnswerKind::report_depth).is_some() { of_report(config) } else { config };
            AskedQuestion { text, background, resolution_criteria, closes, market, config, topic, kind }
        })
        .boxed()
}

/// A report is not published as a forecast, so it has neither a review nor a clarification.
fn of_report(config: AskConfig) -> AskConfig {
    let (wanted, review_if) = (Wanted::Forecast, ReviewRules::default());
    AskConfig { wanted, review_if, human_review: false, clarify: false, ..config }
}

fn answer_kind() -> BoxedStrategy<AnswerKind> {
    let options = (1..20_usize, any::<bool>()).prop_map(|(count, open)| {
        let least = if open { 0 } else { 1 };
        AnswerKind::MultipleChoice { options: (0..count + least).map(|n| format!("option {n}")).collect(), open }
    });
    let numeric = ("[a-z]{0,9}", of(-1_000..0_i32), of(0..1_000_i32)).prop_map(|(unit, lower, upper)| {
        AnswerKind::Numeric { unit, lower: lower.map(f64::from), upper: upper.map(f64::from) }
    });
    let conditional = "[a-z]{1,9}".prop_map(|condition| AnswerKind::Conditional { condition });
    let report = (1..=3_u8).prop_map(|depth| AnswerKind::Report { depth });
    prop_oneof![Just(AnswerKind::Binary), options, numeric, Just(AnswerKind::Date), conditional, report].boxed()
}

fn miss() -> BoxedStrategy<RetrievalMiss> {
    (filled(), fraction(), fraction(), text(), 1..=20_u32, rules())
        .prop_map(|(query, score, threshold, context, max_sources, sources)| RetrievalMiss {
            query,
            score,
            threshold,
            context,
            max_sources,
            sources,
        })
        .boxed()
}

pub(crate) fn bundle() -> BoxedStrategy<Bundle> {
    let direction = (filled(), vec(text(), 0..2), vec(text(), 0..2), 1..9_u32, any::<bool>()).prop_map(
        |(objective, fields, acceptance, priority, optional)| Direction {
            key: "role_and_affiliation".to_owned(),
            objective,
            fields,
            acceptance,
            priority,
            optional,
        },
    );
    let entity = (filled(), select(EntityKind::ALL.to_vec()), direction, vec(text(), 0..2)).prop_map(
        |(name, kind, direction, candidate_sources)| DirectedEntity {
            name,
            kind,
            directions: vec![direction],
            candidate_sources,
        },
    );
    let review = (any::<bool>(), any::<bool>())
        .prop_map(|(blocked, high_priority)| domain::event::BundleReview { blocked, high_priority });
    (slug(), vec(entity, 1..3), review)
        .prop_map(|(id, entities, review)| Bundle { id: id.into(), entities, review })
        .boxed()
}

fn directions() -> BoxedStrategy<Directions> {
    (filled(), text(), text(), bundle())
        .prop_map(|(episode_id, url, title, bundle)| Directions {
            context: title.clone(),
            episode_id,
            url,
            title,
            bundles: vec![bundle],
        })
        .boxed()
}

pub(crate) fn macro_request() -> BoxedStrategy<MacroRequest> {
    (filled(), object(), text(), any::<bool>())
        .prop_map(|(name, parameters, session, skip_review)| MacroRequest { name, parameters, session, skip_review })
        .boxed()
}

fn entity_request() -> BoxedStrategy<EntityRequest> {
    (vec(filled(), 1..4), of(select(EntityKind::ALL.to_vec())), of(any::<u64>()), rules())
        .prop_map(|(identifiers, kind, max_age_secs, sources)| EntityRequest {
            identifiers,
            kind,
            max_age_secs,
            sources,
        })
        .boxed()
}

pub(crate) fn rules() -> BoxedStrategy<SourceRules> {
    (vec("a[a-z]{0,5}[.]org", 0..3), vec("b[a-z]{0,5}[.]org", 0..3))
        .prop_map(|(allow, deny)| SourceRules::new(&allow, &deny).unwrap())
        .boxed()
}

/// A JSON object with members of every type.
pub(crate) fn object() -> BoxedStrategy<serde_json::Map<String, serde_json::Value>> {
    use serde_json::Value;
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        fraction().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    let value = leaf.prop_recursive(2, 8, 3, |inner| vec(inner, 0..3).prop_map(Value::from));
    btree_map(filled(), value, 0..3).prop_map(|members| members.into_iter().collect()).boxed()
}

pub(crate) fn classification() -> BoxedStrategy<Classification> {
    let decider = select(vec![Decider::Rule, Decider::Model, Decider::RulesWithoutModel]);
    let fate = (text(), select(vec![Fate::Research, Fate::Fresh, Fate::InProgress, Fate::Ignored]))
        .prop_map(|(identifier, fate)| IdentifierFate { identifier, fate });
    (event(), any::<bool>(), fraction(), text(), decider, vec(fate, 0..3), of(run_id()), (any::<u32>(), text()))
        .prop_map(|(event, interesting, score, reason, decided_by, identifiers, run, (tasks, prompt_version))| {
            let published_at = None;
            Classification {
                event,
                interesting,
                score,
                reason,
                decided_by,
                identifiers,
                run,
                tasks,
                prompt_version,
                published_at,
            }
        })
        .boxed()
}

pub(crate) fn verdict_group() -> BoxedStrategy<VerdictGroup> {
    let verdict = (event(), select(QuietRule::ALL.to_vec()), 0_u8..=4).prop_map(|(event, rule, score)| Verdict {
        event: event.id,
        kind: event.kind.name(),
        rule,
        score: f32::from(score) / 4.0,
    });
    (job(), tenant(), time(), vec(verdict, 1..4))
        .prop_map(|(id, tenant, made_at, verdicts)| VerdictGroup { id, tenant, made_at, verdicts })
        .boxed()
}
