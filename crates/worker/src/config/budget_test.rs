//! Tests of the limits and of the budgets that calls count against.

use super::*;

fn limits(pairs: &[(&str, &str)]) -> SpendingLimits {
    SpendingLimits::read(&mut Env::from_pairs(pairs.iter().copied()))
}

fn payer(work: Work) -> Payer {
    Payer { tenant: Tenant::default(), root: JobId::named(&["event"]), work, task: None }
}

fn run() -> RunId {
    RunId::for_event(JobId::named(&["event"]))
}

fn round(round: u32, limit: MicroUsd) -> Payer {
    payer(Work::Round { run: run(), limit, round })
}

fn keys(agent: &str, payer: &Payer) -> Vec<String> {
    let budgets = limits(&[]).budgets(agent, payer, Time::UNIX_EPOCH);
    budgets.iter().map(|budget| budget.scope.key().to_owned()).collect()
}

#[test]
fn an_event_lowers_limits_and_never_raises_them() {
    let limits = limits(&[]);
    let budgets = |limit: MicroUsd| limits.budgets("forecaster", &round(1, limit), Time::UNIX_EPOCH);
    assert_eq!(budgets(MicroUsd::dollars(500))[2].limit, MicroUsd::dollars(20));
    assert_eq!(budgets(MicroUsd::dollars(5))[2].limit, MicroUsd::dollars(5));
    let call = |limit| budgets(limit)[3].limit;
    assert_eq!(call(MicroUsd::dollars(5)), limits.call);
    assert_eq!(call(MicroUsd(7)), MicroUsd(7), "a call may not cost more than its run");
}

#[test]
fn every_round_has_budgets_of_its_own_within_the_run() {
    let (root, run) = (JobId::named(&["event"]), run());
    let day = "tenant:default:1970-01-01".to_owned();
    let forecaster = [day.clone(), format!("agent:forecaster:{root}:r2"), format!("run:{run}"), "call".to_owned()];
    assert_eq!(keys("forecaster", &round(2, MicroUsd::MAX)), forecaster);
    let researcher = [
        day,
        format!("agent:researcher:{root}:r3"),
        format!("agent:researcher:{root}"),
        format!("run:{run}"),
        "call".to_owned(),
    ];
    assert_eq!(keys("researcher", &round(3, MicroUsd::MAX)), researcher);
    let budgets = limits(&[]).budgets("researcher", &round(3, MicroUsd::MAX), Time::UNIX_EPOCH);
    assert_eq!((budgets[1].limit, budgets[2].limit), (MicroUsd::dollars(3), MicroUsd::dollars(15)));
}

#[test]
fn outside_of_runs_every_task_has_a_budget_and_requested_research_counts_against_its_event() {
    let (root, job) = (JobId::named(&["event"]), JobId::named(&["task"]));
    let day = "tenant:default:1970-01-01".to_owned();
    let task = format!("agent:researcher:{root}:{job}");
    assert_eq!(keys("researcher", &payer(Work::Task(job))), [day.clone(), task.clone(), "call".to_owned()]);
    let event = format!("agent:researcher:{root}");
    assert_eq!(keys("researcher", &payer(Work::Requested(job))), [day, task, event, "call".to_owned()]);
}

#[test]
fn a_run_has_budgets_for_each_round_so_far_and_one_for_all_research() {
    let root = JobId::named(&["event"]);
    let budgets = limits(&[]).round_budgets(root, 2);
    let owners: Vec<_> = budgets.iter().map(|budget| domain::budget::whose(budget.scope.key())).collect();
    let rounds = ["forecaster, round 1", "researcher, round 1", "filter, round 1", "forecaster, round 2"];
    assert_eq!(owners[..4], rounds);
    assert_eq!((owners.len(), owners[6].as_ref()), (7, "researcher"));
}

#[test]
fn the_default_limits_are_as_specified() {
    let limits = limits(&[]);
    assert_eq!(limits.agent("forecaster"), MicroUsd::dollars(1));
    assert_eq!(limits.agent("researcher"), MicroUsd::dollars(3));
    assert_eq!(limits.agent("filter"), MicroUsd(300_000));
    assert_eq!(limits.run, MicroUsd::dollars(20));
    assert_eq!(limits.agent("stranger"), MicroUsd::ZERO);
}

#[test]
fn a_class_moves_all_defaults_and_no_explicit_setting() {
    let standard = limits(&[("AUSPEX_BUDGET_CLASS", "standard"), ("AUSPEX_BUDGET_RUN", "7.00")]);
    assert_eq!((standard.agent("filter"), standard.run), (MicroUsd(1_200_000), MicroUsd::dollars(7)));
    let premium = limits(&[("AUSPEX_BUDGET_CLASS", "premium")]);
    let whole = (premium.call, premium.run, premium.run_research, premium.tenant_day);
    assert_eq!(
        whole,
        (MicroUsd::dollars(20), MicroUsd::dollars(200), MicroUsd::dollars(150), MicroUsd::dollars(2_000))
    );
    let mut env = Env::from_pairs([("AUSPEX_BUDGET_CLASS", "luxury")]);
    assert_eq!(SpendingLimits::read(&mut env), limits(&[]));
    assert!(env.finish().unwrap_err().to_string().contains("use economy, standard or premium"));
}
