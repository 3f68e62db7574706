//! Question words of languages that are not written in the Latin alphabet. No text that answers a question has them, so
//! they would count as its rarest words. [`lexeme`](crate::lexeme) has those of the Latin alphabet.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Words between spaces: Russian, Ukrainian, Bulgarian, Greek, Arabic, Persian, Hebrew, Hindi, Korean.
const WORDS: &str = "\
кто что где когда куда откуда почему зачем как какой какая какое какие какого какую каких каким каков какова каково \
сколько чей чья чьё чьи который которая которое которые ли кого кому кем чего чему чем \
хто що де коли куди звідки чому як який яка яке які скільки чий кой коя кое кои какво къде кога защо колко \
ποιος ποια ποιο ποιοι ποιες ποιους τι πού που πότε ποτε γιατί γιατι πώς πως πόσο ποσο πόσα ποσα πόσοι πόσες \
من ما ماذا متى أين اين كيف لماذا كم هل أي أية چه چی کی کجا چرا چگونه چند آیا کدام \
מי מה מתי איפה היכן למה מדוע איך כיצד כמה האם איזה איזו \
कौन क्या कब कहाँ कहां क्यों कैसे कितने कितना कितनी किस किसने \
언제 누가 누구 누구의 어디 어디서 어디에 어느 무엇 무엇을 무엇이 왜 얼마 얼마나 몇 어떻게 어떤";

/// Parts of texts without spaces: Chinese, Japanese, Thai. Each asks wherever it stands; longer ones come first.
const PARTS: [&str; 50] = [
    "什么时候",
    "什麼時候",
    "为什么",
    "為什麼",
    "什么",
    "什麼",
    "甚麼",
    "怎么样",
    "怎麼樣",
    "怎么",
    "怎麼",
    "何时",
    "何時",
    "哪一年",
    "哪年",
    "哪里",
    "哪裡",
    "哪个",
    "哪個",
    "哪家",
    "哪些",
    "哪位",
    "多少",
    "多久",
    "是谁",
    "是誰",
    "谁",
    "誰",
    "是否",
    "吗",
    "嗎",
    "いつ",
    "どこ",
    "だれ",
    "なぜ",
    "いくら",
    "いくつ",
    "どのくらい",
    "どんな",
    "どちら",
    "何年",
    "何人",
    "でしょうか",
    "ですか",
    "ましたか",
    "ますか",
    "เมื่อใด",
    "เมื่อไร",
    "ที่ไหน",
    "ใคร",
];

static WORD_SET: LazyLock<HashSet<&str>> = LazyLock::new(|| WORDS.split_whitespace().collect());

/// Returns a question without its question words.
pub(crate) fn without_question_words(question: &str) -> Cow<'_, str> {
    if question.chars().all(|c| u32::from(c) < FIRST_OTHER) {
        return Cow::Borrowed(question);
    }
    let mut rest = question.to_lowercase();
    for part in PARTS {
        if rest.contains(part) {
            rest = rest.replace(part, " ");
        }
    }
    let is_asking =
        |word: &&str| WORD_SET.contains(word.trim_matches(|c: char| c.is_ascii_punctuation() || "؟¿;»«".contains(c)));
    let words = rest.split_whitespace().filter(|word| !is_asking(word)).map(without_ending);
    Cow::Owned(words.collect::<Vec<_>>().join(" "))
}

/// Removes the particle at the end of a Korean word of three syllables or more.
fn without_ending(word: &str) -> &str {
    let stem = word.trim_end_matches(|c: char| c.is_ascii_punctuation());
    let is_long = stem.chars().count() > 2 && stem.chars().all(|c| matches!(u32::from(c), 0xAC00..=0xD7AF));
    match stem.strip_suffix(['은', '는', '이', '가', '을', '를', '의', '에']) {
        Some(rest) if is_long => rest,
        _ => word,
    }
}

/// First letter behind the blocks of the Latin alphabet.
const FIRST_OTHER: u32 = 0x0370;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranking::{Collection, Passage};

    #[test]
    fn a_question_of_one_word_more_than_its_answer_is_answered() {
        for (text, question) in [
            ("Орлатская плотина построена в 1963 году. Директор плотины — Павел Жуков.", "Кто директор плотины?"),
            ("雾灯公司成立于2011年，总部设在宁波。", "雾灯公司什么时候成立？"),
            ("霧灯社の本社は寧波にある。", "霧灯社の本社はどこですか？"),
            ("Η Θαλασσινή ιδρύθηκε το 1998 στον Βόλο.", "Πότε ιδρύθηκε η Θαλασσινή;"),
            ("تأسست شركة المنارة في عام 1998.", "متى تأسست شركة المنارة؟"),
        ] {
            let mut collection = Collection::default();
            collection.add(Passage::new("", text, []));
            let found = collection.search(question);
            assert!(found.confidence > 0.5, "{question}: {}", found.confidence);
        }
    }

    #[test]
    fn words_that_do_not_ask_stay() {
        assert_eq!(without_question_words("Who runs Łódź?"), "Who runs Łódź?");
        assert_eq!(without_question_words("Какова высота?"), "высота?");
        assert_eq!(without_question_words("雾灯公司的首席执行官是谁?"), "雾灯公司的首席执行官 ?");
        assert_eq!(without_question_words("幾何学"), "幾何学");
    }
}
