//! The machine by example: what each kind of event does, and what it does not.

use proptest::prelude::*;

use super::histories::{Happens, Stock, at, questions, stop};
use super::*;
use crate::sample::{run, when};

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_answer_twice_is_an_answer_once(order in Just((1..=4usize).collect::<Vec<_>>()).prop_shuffle(), times in 1usize..4) {
        let mut state = begun(4);
        let mut ready = 0;
        for n in order.iter().flat_map(|n| std::iter::repeat_n(*n, times)) {
            let done = step(state, answer_to(1, n));
            ready += done.effects.iter().filter(|effect| matches!(effect, Effect::Ready(1))).count();
            state = done.state;
        }
        prop_assert_eq!(ready, 1);
        prop_assert_eq!(state.unwrap().answers.len(), 4);
    }
}

fn begun(questions: usize) -> Option<RunState> {
    let event = Stock::new().event(None, &Happens::Begun { questions, wanted: Wanted::Forecast }, None);
    step(None, event.unwrap()).state
}

fn answer_to(round: u32, n: usize) -> Event {
    Stock::new().event(None, &Happens::Answered { round, n, fails: false }, None).unwrap()
}

#[test]
fn an_answer_after_the_deadline_is_kept_as_late_and_opens_nothing() {
    let closed = step(begun(2), Event::Looked { now: at(100) });
    assert_eq!(closed.effects, [Effect::Ready(1)]);
    let version = closed.state.as_ref().unwrap().version;
    let late = step(closed.state, answer_to(1, 1));
    assert!(matches!(late.effects.as_slice(), [Effect::Write(_)]));
    let state = late.state.unwrap();
    assert!(state.answers[0].late);
    assert_eq!(state.version, version, "a forecast that is being made stays valid");
}

#[test]
fn a_released_round_is_decided_once() {
    let begun = begun(1).unwrap();
    assert_eq!(released(&begun, 1), Released::Early);
    let closed = step(Some(begun), Event::Looked { now: at(100) }).state.unwrap();
    assert_eq!((released(&closed, 1), released(&closed, 2)), (Released::Decide, Released::Early));
    let version = closed.version;
    let extended =
        step(Some(closed), Event::Extended { version, questions: questions(2, 1), deadline: at(200) }).state.unwrap();
    assert_eq!((released(&extended, 1), released(&extended, 2)), (Released::Past, Released::Early));
}

#[test]
fn a_run_that_is_stopped_comes_to_a_forecast_of_what_is_there() {
    let answered = step(begun(2), answer_to(1, 1)).state;
    let stopped = step(answered, Event::Stopped(stop(true)));
    assert_eq!(stopped.effects, [Effect::CloseBudget(stop(true)), Effect::Ready(1)]);
    let state = stopped.state.unwrap();
    assert_eq!(released(&state, 1), Released::Decide);
    let more = Event::Extended { version: state.version, questions: questions(2, 1), deadline: at(200) };
    assert_eq!(step(Some(state.clone()), more).effects, [], "nothing more is asked");
    let again = step(Some(state.clone()), Event::Stopped(stop(true)));
    assert_eq!(again.effects, [], "once");
    let at_once = step(Some(state), Event::Stopped(stop(false)));
    assert_eq!(at_once.state.unwrap().phase, Phase::Done, "who loses patience ends it");
}

#[test]
fn a_run_that_is_stopped_at_once_is_done_and_says_so() {
    let stopped = step(begun(2), Event::Stopped(stop(false)));
    let ending = NoForecast::Cancelled(stop(false));
    assert_eq!(stopped.effects, [Effect::CloseBudget(stop(false)), Effect::Ended(ending.clone(), when())]);
    let state = stopped.state.unwrap();
    assert_eq!((state.phase, &state.ended), (Phase::Done, &Some(ending)));
    assert_eq!(released(&state, 1), Released::Past);
    let late = step(Some(state), answer_to(1, 1)).state.unwrap();
    assert!(late.answers[0].late, "what was under way is kept");
}

#[test]
fn a_decision_that_was_being_made_when_it_was_stopped_is_made_again() {
    let closed = step(begun(1), Event::Looked { now: at(100) }).state.unwrap();
    let seen = closed.version;
    let stopped = step(Some(closed), Event::Stopped(stop(true)));
    assert_eq!(stopped.effects, [Effect::CloseBudget(stop(true))], "it is released already");
    let forecast = Box::new(crate::conclude::fallback(&run(), when(), "test"));
    assert_eq!(step(stopped.state, Event::Concluded { version: seen, forecast }).effects, [], "it did not know");
}

#[test]
fn a_stop_before_the_beginning_is_kept_and_wins() {
    for forecast in [false, true] {
        let kept = step(None, Event::Stopped(stop(forecast)));
        assert_eq!((kept.state, kept.effects), (None, vec![Effect::Keep(stop(forecast))]));
        let happens = Happens::Begun { questions: 3, wanted: Wanted::Forecast };
        let begun = step(None, Stock::new().event(None, &happens, Some(&stop(forecast))).unwrap());
        let state = begun.state.unwrap();
        assert_eq!((state.questions.len(), &state.cancelled), (0, &Some(stop(forecast))));
        let (phase, then) = if forecast {
            (Phase::Analyzing, Effect::Ready(1))
        } else {
            (Phase::Done, Effect::Ended(NoForecast::Cancelled(stop(false)), when()))
        };
        assert_eq!((state.phase, &begun.effects[1..]), (phase, [then].as_slice()));
    }
}

#[test]
fn a_given_up_decision_ends_at_its_deadline_unless_it_is_made_before() {
    let closed = step(begun(1), answer_to(1, 1)).state;
    let note = |round| Event::GivenUp { round, because: "poisoned".into() };
    assert_eq!(step(closed.clone(), note(2)).effects, [], "of another round");
    let noted = step(closed.clone(), note(1)).state;
    let seen = closed.unwrap().version;
    assert_eq!(step(noted.clone(), Event::Looked { now: at(99) }).effects, [], "it may be redriven");
    let forecast = Box::new(crate::conclude::fallback(&run(), when(), "test"));
    let redriven = step(noted.clone(), Event::Concluded { version: seen, forecast });
    assert_eq!(redriven.state.unwrap().phase, Phase::Done, "what was decided for it is valid");
    let ended = step(noted.clone(), Event::Looked { now: at(100) });
    let [Effect::Write(written), Effect::Made(made)] = ended.effects.as_slice() else { panic!("{:?}", ended.effects) };
    assert!(matches!(&**written, Write::RunFinished { version, .. } if *version == seen));
    assert!(made.flags.iter().any(|flag| flag.contains("given up")), "{:?}", made.flags);
    let more = Event::Extended { version: seen, questions: questions(2, 1), deadline: at(200) };
    let extended = step(noted, more).state.unwrap();
    assert_eq!((extended.given_up, extended.phase), (None, Phase::Waiting), "the next round is another");
}

#[test]
fn a_state_of_the_first_format_is_read() {
    let mut stored = serde_json::to_value(begun(1).unwrap()).unwrap();
    let fields = stored.as_object_mut().unwrap();
    assert!(fields.remove("cancelled").is_some() && fields.remove("ended").is_some());
    assert!(fields.remove("given_up").is_some());
    fields["run"]["asked"]["config"].as_object_mut().unwrap().remove("wanted");
    let read: RunState = serde_json::from_value(stored).unwrap();
    assert_eq!(Some(read), begun(1));
}

#[test]
fn ids_say_their_round() {
    assert_eq!(round_of(&question_id(12, 3)), Some(12));
    for strange in ["", "q1", "ixq1", "i1", "1q1"] {
        assert_eq!(round_of(strange), None, "{strange}");
    }
}
