//! Compares who does something to whom in another voice or order: `Nevada fined Harlan` and `Harlan was fined by
//! Nevada` agree, `Harlan fined Nevada` does not.

use retrieval::text::Language;

use super::Problem;
use super::align::same;
use super::direction::LOOSE;
use super::lexicon::{self, Class};
use super::pair::{Pair, Sentence};

/// Words between an auxiliary and its verb.
const ADVERBS: usize = 3;
/// Least length of a verb.
const MIN_VERB: usize = 4;
/// Words of meaning of a doer behind `by`.
const DOER: usize = 3;
/// Words that end the object of a verb.
const AFTER_OBJECT: [&str; 30] = [
    "with", "for", "after", "before", "over", "on", "in", "at", "to", "by", "during", "when", "as", "from", "wegen",
    "für", "zu", "pour", "pendant", "après", "tras", "durante", "than", "als", "who", "which", "that", "qui", "que",
    "quien",
];
/// Prepositions of places and times, except words that are articles or negations of other languages.
const PREPOSITIONS: [&str; 33] = [
    "at", "in", "on", "during", "bei", "beim", "im", "am", "auf", "nach", "vor", "während", "en", "con", "tras",
    "durante", "na", "nos", "nas", "em", "ad", "al", "nel", "nella", "dans", "sur", "lors", "bij", "op", "på", "vid",
    "при", "в",
];
/// Auxiliaries of active sentences in German, behind which the object stands.
const PERFECT: [&str; 4] = ["hat", "haben", "hatte", "hatten"];

/// The doers and objects of a verb, as indices.
struct Act {
    is_passive: bool,
    doers: Vec<usize>,
    objects: Vec<usize>,
}

/// Returns a problem if a doer of the finding is an object of the same verb in the quote, or the reverse. It is a gap
/// and no contradiction: grammar may turn a sentence in other ways.
pub(super) fn compare(pair: Pair<'_>) -> Option<Problem> {
    let verbs = pair.finding.range.clone().filter(|at| is_verb(pair.finding, *at));
    verbs.into_iter().find_map(|at| {
        let is_same =
            |other: &usize| is_verb(pair.quote, *other) && same(pair.finding.token(at), pair.quote.token(*other));
        let mut others = pair.quote.range.clone().filter(is_same);
        let other = others.next().filter(|_| others.next().is_none())?;
        let (ours, theirs) = (act(pair.finding, at), act(pair.quote, other));
        let has = |places: &[usize], at: usize| {
            places.iter().any(|other| same(pair.finding.token(at), pair.quote.token(*other)))
        };
        let turned = |own: &[usize], right: &[usize], wrong: &[usize]| {
            own.iter().any(|at| has(wrong, *at)) && !own.iter().any(|at| has(right, *at))
        };
        let is_turned = turned(&ours.doers, &theirs.doers, &theirs.objects)
            || turned(&ours.objects, &theirs.objects, &theirs.doers);
        let moved =
            |own: &[usize], right: &[usize], wrong: &[usize]| own.iter().any(|at| has(wrong, *at) && !has(right, *at));
        // Of two active sentences, both parties have changed sides.
        let is_swapped = || {
            moved(&ours.doers, &theirs.doers, &theirs.objects) && moved(&ours.objects, &theirs.objects, &theirs.doers)
        };
        let is_same_form = pair.finding.token(at).form == pair.quote.token(other).form;
        let is_certain = ours.is_passive || theirs.is_passive;
        let is_inverted = [pair.finding, pair.quote].into_iter().any(begins_with_adverbial);
        // The finding names as the object what the quote names elsewhere.
        let is_other = || {
            let is_said = |at: &usize| pair.quote.has(pair.finding.token(*at));
            let is_known = |at: &usize| has(&theirs.objects, *at) || has(&theirs.doers, *at);
            let is_stated = !theirs.is_passive && !theirs.objects.is_empty() && !ours.objects.is_empty();
            let is_active = is_same_form && pair.finding.token(at).form.ends_with("ed");
            (ours.is_passive || is_active)
                && is_stated
                && ours.objects.iter().all(is_said)
                && !ours.objects.iter().any(is_known)
        };
        (is_certain && is_turned || !is_certain && !is_inverted && is_same_form && is_swapped() || is_other()).then(
            || Problem::gap(format!("the quotes tell who “{}” whom the other way round", pair.finding.token(at).form)),
        )
    })
}

/// Returns true for a sentence that begins with a place or a time, behind which the subject may follow its verb.
fn begins_with_adverbial(sentence: Sentence<'_>) -> bool {
    let first = sentence.tokens().first();
    first.is_some_and(|token| PREPOSITIONS.contains(&token.form.as_str()))
}

fn is_verb(sentence: Sentence<'_>, at: usize) -> bool {
    let token = sentence.token(at);
    let is_degree = sentence.poles(at).iter().any(|pole| LOOSE.contains(&pole.axis));
    let is_word = token.content && !token.capital && !is_degree && lexicon::unit(&token.form).is_none();
    is_word && token.form.chars().count() >= MIN_VERB && !token.form.ends_with("ing")
}

/// Returns true for a verb with an auxiliary of the passive.
pub(super) fn is_passive(sentence: Sentence<'_>, verb: usize) -> bool {
    act(sentence, verb).is_passive
}

fn act(sentence: Sentence<'_>, verb: usize) -> Act {
    let tokens = &sentence.text.tokens;
    let clause = tokens[verb].clause;
    let start = (sentence.range.start..verb).rev().take_while(|at| tokens[*at].clause == clause).last().unwrap_or(verb);
    let end = (verb..sentence.range.end).take_while(|at| tokens[*at].clause == clause).last().map_or(verb, |at| at + 1);
    let content = |part: std::ops::Range<usize>| part.filter(|at| tokens[*at].content && *at != verb);
    let near = (start..verb).rev().take_while(|at| !tokens[*at].content).take(ADVERBS);
    let is_auxiliary = |at: usize| sentence.is(at, Class::Auxiliary);
    let auxiliary = near.into_iter().find(|at| is_auxiliary(*at)).or_else(|| {
        let is_last = sentence.text.language == Language::German && content(verb..end).next().is_none();
        (start..verb).find(|at| is_last && is_auxiliary(*at))
    });
    let names_doer = |at: &usize| sentence.is(*at, Class::Agent);
    let by = Some(verb + 1).filter(|at| *at < end && names_doer(at)).or_else(|| (start..end).find(names_doer));
    // `was founded in 1998 and acquired by Lowell` has its auxiliary once.
    let auxiliary = auxiliary
        .or_else(|| by.filter(|by| *by == verb + 1).and_then(|_| (start..verb).rev().find(|at| is_auxiliary(*at))));
    let Some(auxiliary) = auxiliary else {
        let perfect = (start..verb).find(|at| PERFECT.contains(&tokens[*at].form.as_str()));
        let turn = perfect.unwrap_or(verb);
        let ends = |at: &usize| !AFTER_OBJECT.contains(&tokens[*at].form.as_str()) && !sentence.is(*at, Class::Agent);
        let objects = (turn + 1..end).take_while(ends).filter(|at| tokens[*at].content && *at != verb).collect();
        return Act { is_passive: false, doers: content(start..turn).collect(), objects };
    };
    let doers: Vec<usize> = by.map(|by| content(by + 1..end).take(DOER).collect()).unwrap_or_default();
    let objects = content(start..auxiliary).filter(|at| !doers.contains(at)).collect();
    Act { is_passive: true, doers, objects }
}
