//! Lexemes: the index terms of notes and research in any language.
//!
//! - Words of scripts with spaces become stems of their language, or parts if it has no stemmer. The script tells
//!   Russian, Arabic, Greek and Tamil; function words and letters tell the languages that share the Latin alphabet.
//! - Runs of scripts without spaces, and Korean words, whose endings attach without a space, become pairs of
//!   characters.
//!
//! `store` writes the lexemes into the index of Postgres, so that candidates and ranking use the same ones.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

use crate::script::is_unspaced;
use crate::text::{self, is_stop_word};

/// Version of the lexemes of a text. A change of the rules requires a new one: `store` then makes those of stored notes
/// and research anew.
pub const LEXEMES_VERSION: i16 = 1;

/// Languages of the Latin alphabet, each with its stemmer, if there is one, and its most frequent function and question
/// words. The order decides between languages with equally many words in a text.
const LATIN: [(Option<Algorithm>, &str); 19] = [
    (
        Some(Algorithm::German),
        "der die das und ist nicht ein eine einen einem einer eines des dem den mit von vom zu zum zur im für auf wird \
         werden wurde wurden wer wie wieviel viele was wo wann warum wieso weshalb wodurch womit woher wohin wem wen \
         welche welcher welches welchem welchen sich auch als bei beim nach aus am an sind hat haben war waren er sie \
         es nur noch so dass oder über unter bis durch um seit",
    ),
    (
        Some(Algorithm::French),
        "le la les l des d du un une et est dans en pour par que qu qui quoi quel quelle quels quelles sur au aux avec \
         ne n pas ce c cette ces son sa ses il elle ils se s où quand comment combien pourquoi été sont a ont plus",
    ),
    (
        Some(Algorithm::Spanish),
        "el la los las lo de del un una y es en para por que qué quién quiénes cuál cuáles cuándo dónde cómo cuánto \
         cuánta cuántos cuántas con se su sus no al como fue son más está",
    ),
    (
        Some(Algorithm::Italian),
        "il lo la i gli le l di del della dello dei delle degli dell un una uno e è in per che chi cosa quale quali \
         quando dove come quanto quanti perché con si non al alla nel nella sono stato stata da dal dalla",
    ),
    (
        Some(Algorithm::Portuguese),
        "o a os as de do da dos das um uma e é em para por que quem qual quais quando onde como quanto quantos com se \
         não no na nos nas ao foi são mais pelo pela",
    ),
    (
        Some(Algorithm::Dutch),
        "de het een en van is in op te dat die dit wie wat waar waarom wanneer hoe hoeveel welke met voor niet zijn aan \
         door werd wordt uit bij naar ook om tot",
    ),
    (
        Some(Algorithm::Swedish),
        "och att det den en ett som är av för på med i inte vem vad när var hur varför vilken vilket vilka om till har \
         från var de",
    ),
    (
        Some(Algorithm::Danish),
        "og at det den en et som er af for på med i ikke hvem hvad hvornår hvor hvordan hvorfor hvilken hvilket om til \
         har fra var de blev",
    ),
    (
        Some(Algorithm::Norwegian),
        "og å at det den en et som er av for på med i ikke hvem hva når hvor hvordan hvorfor hvilken hvilket om til har \
         fra var de ble",
    ),
    (
        Some(Algorithm::Finnish),
        "ja on ei että se joka jotka mikä mitä kuka ketkä missä milloin miten miksi oli olivat ovat hän myös kun kuinka \
         mistä mihin",
    ),
    (
        Some(Algorithm::Hungarian),
        "a az és egy hogy nem van ki kik mi mit mikor hol hogyan miért melyik mennyi hány volt voltak meg is",
    ),
    (
        Some(Algorithm::Romanian),
        "și în de la cu un o este sunt pe care ce cine când unde cum cât câte din pentru nu a fost mai lui",
    ),
    (
        Some(Algorithm::Turkish),
        "ve bir bu için ne kim kimin nerede zaman nasıl neden niçin niye hangi kaç olan olarak da de mi mı mu mü \
         oldu sonra kadar göre daha çok",
    ),
    (
        None, // Polish
        "i w z na do nie się jest to że o od za po przez dla jak który która które których kto kogo kim co czego gdzie \
         kiedy ile dlaczego czy oraz ma są był była było były będzie tej tego tym jaki jaka jakie jakiego jakiej ze we \
         przed nad pod ich jego jej",
    ),
    (
        None, // Czech
        "a v na je se že s z do o k pro který která které kdo koho kým co čeho kde kdy kolik proč jak jsou byl byla bylo \
         byly bude podle nebo jaký jaká jaké ve po při od za ze",
    ),
    (
        None, // Slovak
        "a v na je sa že s z do o pre ktorý ktorá ktoré kto koho čo čoho kde kedy koľko prečo ako sú bol bola bolo boli \
         bude podľa alebo aký aká aké vo po pri od za zo",
    ),
    (
        None, // Croatian, Bosnian, Serbian
        "i u na je se da od za s sa koji koja koje tko ko koga što šta gdje gde kada koliko zašto kako su bio bila bilo \
         nije li po iz o prema",
    ),
    (
        None, // Indonesian, Malay
        "yang dan di ke dari untuk dengan adalah ini itu siapa apa kapan mana berapa mengapa bagaimana tidak pada oleh \
         akan telah",
    ),
    (
        None, // Vietnamese
        "của và là có các những được cho trong với không này đã sẽ khi ai gì nào đâu ở bao nhiêu tại sao thế như từ",
    ),
];

/// Letters that tell the language of a word, by its place in [`LATIN`]: a title or a short statement has no function
/// words.
const LETTERS: [(&str, usize); 6] = [("łąęśźż", 13), ("řěů", 14), ("ľĺŕ", 15), ("ğış", 12), ("őű", 10), ("șț", 11)];

/// Function words of scripts that are no Latin: Russian and Ukrainian, Greek, Arabic, Persian, Hebrew, Hindi.
const OTHER_FUNCTION_WORDS: &str = "\
и в во на с со что а то но к ко у из за о об от до по для при это этот эта эти он она они оно его её ее их был была \
было были быть будет также или же бы ли і й та у зі про від це є його її їх чи або ο η οι τα του της των τον την στο στη \
στην στον στις στα και να με σε για από που είναι ήταν θα ως في من على إلى عن أن إن التي الذي هذا هذه ذلك كان كانت مع \
هو هي و أو ثم قد بين حتى عند در به از که این آن را با برای است بود شد شده می ها یک של את על עם הוא היא זה אשר כי גם \
או אל מן का की के को में से पर और है हैं था थे थी ने कि यह वह इस उस भी तक ही गया गए गई किया कर रहा रही रहे हो हुआ हुई जो तो लिए \
एक अपना अपनी अपने";

/// Negations, which the lists of function words contain: a text with one differs from the text without it.
const NEGATIONS: &str = "not no nor never cannot don nicht kein keine keinen ne n pas non não niet geen inte ikke ei nem nu nie nije není tidak \
     không değil";

/// Returns the number of negations in a text of a language of the Latin alphabet.
pub(crate) fn count_negations(text: &str) -> usize {
    let lower = text.to_lowercase();
    crate::text::words(&lower).filter(|word| NEGATIONS.split(' ').any(|negation| negation == *word)).count()
}

static OTHER_FUNCTION_SET: LazyLock<HashSet<&str>> =
    LazyLock::new(|| OTHER_FUNCTION_WORDS.split_whitespace().collect());

/// Positions in [`LATIN`] of the languages that have a function word.
static FUNCTION_WORDS: LazyLock<HashMap<&str, Vec<usize>>> = LazyLock::new(|| {
    let mut languages: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, (_, words)) in LATIN.iter().enumerate() {
        for word in words.split_whitespace() {
            languages.entry(word).or_default().push(place);
        }
    }
    languages
});

/// Characters of the parts into which words of languages with compounds, or without a stemmer, are split (McNamee and
/// Mayfield 2004).
const PART: usize = 4;

/// A word of a text, or a pair of characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lexeme {
    /// The stem in the language of the text; for a language with compounds its overlapping parts.
    pub(crate) stems: Vec<String>,
    /// The English stem, if it differs: a word of another language may be a name in an English text.
    pub(crate) english: Option<String>,
}

impl Lexeme {
    fn new(stem: String) -> Self {
        Self { stems: vec![stem], english: None }
    }
}

/// How the words of a script are indexed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    /// Pairs of characters.
    Pairs,
    /// Stems of this language.
    Stems(Algorithm),
    /// Stems of the language of the text.
    Latin,
    /// Parts of words, because there is no stemmer.
    Parts,
}

/// Splits texts of one language into lexemes.
pub(crate) struct Analyzer {
    /// Place in [`LATIN`]; `None` for English.
    language: Option<usize>,
    english: Stemmer,
}

impl Analyzer {
    /// Creates the analyzer for texts in the language of `text`.
    pub(crate) fn for_language_of(text: &str) -> Self {
        Self { language: language_with_letters(&text::lower(text)), english: Stemmer::create(Algorithm::English) }
    }

    /// Returns the lexemes of a text in order, in lower case and without function words.
    pub(crate) fn lexemes(&self, text: &str) -> Vec<Lexeme> {
        let mut lower = text::lower(text);
        if self.language.is_some_and(|language| LATIN[language].0 == Some(Algorithm::Turkish)) {
            lower = without_suffixes(&lower);
        }
        let mut lexemes = Vec::new();
        for (script, run) in runs(&lower) {
            match script {
                Script::Pairs => lexemes.extend(overlapping(run, 2).into_iter().map(Lexeme::new)),
                Script::Latin if self.is_function_word(run) => {}
                Script::Latin => lexemes.push(self.latin(run)),
                Script::Stems(_) | Script::Parts if OTHER_FUNCTION_SET.contains(run) => {}
                Script::Stems(Algorithm::Arabic) => lexemes.push(Lexeme::new(arabic_stem(run))),
                Script::Stems(algorithm) => {
                    lexemes.push(Lexeme::new(Stemmer::create(algorithm).stem(run).into_owned()));
                }
                Script::Parts => lexemes.push(Lexeme { stems: overlapping(run, PART), english: None }),
            }
        }
        lexemes
    }

    /// Returns the stems of a name in the language of the text, and in English if they differ.
    pub(crate) fn forms(&self, name: &str) -> Vec<Vec<String>> {
        let lexemes = self.lexemes(name);
        let english = |lexeme: &Lexeme| lexeme.english.clone().map_or_else(|| lexeme.stems.clone(), |stem| vec![stem]);
        let mut forms = vec![
            lexemes.iter().flat_map(english).collect(),
            lexemes.iter().flat_map(|lexeme| lexeme.stems.clone()).collect(),
        ];
        forms.dedup();
        forms
    }

    fn latin(&self, word: &str) -> Lexeme {
        let english = self.english.stem(word).into_owned();
        let Some(language) = self.language else { return Lexeme::new(english) };
        let stems = match LATIN[language].0 {
            None => overlapping(word, PART),
            Some(algorithm) => {
                let stem = Stemmer::create(algorithm).stem(word).into_owned();
                if has_compounds(algorithm) { overlapping(&stem, PART) } else { vec![stem] }
            }
        };
        let english = (stems != [english.as_str()]).then_some(english);
        Lexeme { stems, english }
    }

    fn is_function_word(&self, word: &str) -> bool {
        let is_one = |language| FUNCTION_WORDS.get(word).is_some_and(|languages| languages.contains(&language));
        is_stop_word(word) || self.language.is_some_and(is_one)
    }
}

/// Returns the place in [`LATIN`] of the language whose function words are the most frequent in a text in lower case;
/// `None` for English, and for a text without function words.
pub(crate) fn language_of(lower: &str) -> Option<usize> {
    most_frequent(lower, [0; LATIN.len()])
}

/// Returns `true` for the place of Spanish in [`LATIN`].
pub(crate) fn is_spanish(place: usize) -> bool {
    matches!(LATIN[place].0, Some(Algorithm::Spanish))
}

/// As [`language_of`]; words with letters that tell a language count as its function words.
fn language_with_letters(lower: &str) -> Option<usize> {
    let mut words = [0; LATIN.len()];
    for (letters, place) in LETTERS {
        words[place] = crate::text::words(lower).filter(|word| word.contains(|c| letters.contains(c))).count();
    }
    most_frequent(lower, words)
}

fn most_frequent(lower: &str, mut words: [usize; LATIN.len()]) -> Option<usize> {
    let mut english = 0;
    for word in crate::text::words(lower) {
        english += usize::from(is_stop_word(word));
        for place in FUNCTION_WORDS.get(word).into_iter().flatten() {
            words[*place] += 1;
        }
    }
    let most = words.iter().copied().max().unwrap_or_default();
    (most > english).then(|| words.iter().position(|count| *count == most)).flatten()
}

/// Returns the stem of an Arabic word: the same with the article and without it. The stemmer removes some endings after
/// the article only, and does not know the article after a conjunction.
fn arabic_stem(word: &str) -> String {
    const ARTICLE: &str = "ال";
    let word = ["وال", "فال"]
        .iter()
        .find_map(|prefix| word.strip_prefix(prefix))
        .map_or_else(|| word.to_owned(), |noun| format!("{ARTICLE}{noun}"));
    let has_ending = ["ون", "ين", "ات"].iter().any(|ending| word.ends_with(ending));
    let word = if has_ending && !word.starts_with(ARTICLE) { format!("{ARTICLE}{word}") } else { word };
    Stemmer::create(Algorithm::Arabic).stem(&word).into_owned()
}

/// Removes the endings that Turkish attaches to names and numbers with an apostrophe: `ankara'da` becomes `ankara`.
fn without_suffixes(lower: &str) -> String {
    let mut parts = lower.split('\'');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.trim_start_matches(char::is_alphabetic))
}

/// Splits a text into maximal runs of letters and digits of one script.
fn runs(text: &str) -> impl Iterator<Item = (Script, &str)> {
    crate::text::words(text).flat_map(|word| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let script = script_of(rest.chars().next()?);
            let end = rest.find(|c: char| is_other(c, script)).unwrap_or(rest.len());
            let (run, tail) = rest.split_at(end);
            rest = tail;
            Some((script, run))
        })
    })
}

/// Returns `true` if a letter ends a run: a letter of pairs in a word of stems, or the opposite.
fn is_other(c: char, script: Script) -> bool {
    (script_of(c) == Script::Pairs) != (script == Script::Pairs)
}

fn script_of(c: char) -> Script {
    match u32::from(c) {
        // Hangul has spaces between words, but its words have endings.
        0x1100..=0x11FF | 0xAC00..=0xD7AF => Script::Pairs,
        0x0370..=0x03FF | 0x1F00..=0x1FFF => Script::Stems(Algorithm::Greek),
        0x0400..=0x052F => Script::Stems(Algorithm::Russian),
        0x0600..=0x06FF | 0x0750..=0x077F | 0xFB50..=0xFDFF | 0xFE70..=0xFEFF => Script::Stems(Algorithm::Arabic),
        0x0B80..=0x0BFF => Script::Stems(Algorithm::Tamil),
        0x0000..=0x024F | 0x1E00..=0x1EFF => Script::Latin,
        _ if is_unspaced(c) => Script::Pairs,
        _ => Script::Parts,
    }
}

/// Returns `true` for languages that write a compound, or a word with many endings, as one word, which shares only a
/// part with its components.
fn has_compounds(language: Algorithm) -> bool {
    use Algorithm::{Danish, Dutch, Finnish, German, Hungarian, Norwegian, Swedish, Turkish};
    matches!(language, Danish | Dutch | Finnish | German | Hungarian | Norwegian | Swedish | Turkish)
}

/// Returns the overlapping parts of a word with `size` characters each; a word that is not longer is its own part.
fn overlapping(word: &str, size: usize) -> Vec<String> {
    let starts: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
    if starts.len() <= size + 1 {
        return vec![word.to_owned()];
    }
    starts.windows(size + 1).map(|at| word[at[0]..at[size]].to_owned()).collect()
}

#[cfg(test)]
#[path = "lexeme_test.rs"]
mod tests;
