//! Question words of languages whose words are not separated, or whose question words stand anywhere.

use super::AskedFor::{self, Choice, Date, Description, Number};
use super::Form;

/// A language whose words are not separated, or whose question words stand anywhere.
pub(super) struct Script {
    /// Ranges of its characters.
    ranges: &'static [(char, char)],
    /// Words are separated by spaces, and question words are whole words.
    is_spaced: bool,
    /// Marks of a question by yes or no.
    yes_or_no: &'static [&'static str],
    /// The same, if the text begins with it.
    first: &'static [&'static str],
    words: &'static [(&'static str, AskedFor)],
    /// Endings after a question word that make it indefinite: `someone`.
    indefinite: &'static [&'static str],
    /// First words of a condition.
    pub(super) conditions: &'static [&'static str],
    /// Words between options.
    pub(super) or: &'static [&'static str],
}

impl Script {
    /// Returns `true` for a text whose words are mostly of the language: names may be in Latin script.
    pub(super) fn is_of(&self, text: &str) -> bool {
        let own = text.chars().filter(|c| self.ranges.iter().any(|(first, last)| (*first..=*last).contains(c))).count();
        own > 0 && own * MAX_LATIN_SHARE >= text.chars().filter(char::is_ascii_alphabetic).count()
    }

    /// Returns what a text in lower case asks for.
    pub(super) fn form(&self, text: &str) -> Form {
        let begins = |mark: &&str| text.trim_start_matches(['"', '«', '“', ' ']).starts_with(*mark);
        if self.yes_or_no.iter().any(|mark| text.contains(mark)) || self.first.iter().any(begins) {
            return Form::YesOrNo;
        }
        let is_asked =
            |word: &&(&str, AskedFor)| text.match_indices(word.0).any(|(at, _)| self.is_word(text, at, word.0));
        self.words.iter().find(is_asked).map_or(Form::Unclear, |(_, asks)| Form::Other(*asks))
    }

    /// Returns `true` for a question word that is not part of another word.
    fn is_word(&self, text: &str, at: usize, word: &str) -> bool {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        // A vowel sign of an Indian script is no letter.
        let joins = |c: char| c.is_alphanumeric() || ('\u{900}'..='\u{963}').contains(&c);
        let is_part = before.chars().next_back().is_some_and(joins) || after.chars().next().is_some_and(joins);
        let is_indefinite = self.indefinite.iter().any(|ending| after.starts_with(ending));
        !(self.is_spaced && is_part || is_indefinite)
    }
}

/// Latin letters for each character of a script, up to which a text is of that script.
const MAX_LATIN_SHARE: usize = 3;

/// Japanese first: it has characters of its own beside the Chinese ones.
pub(super) const SCRIPTS: [Script; 5] = [
    Script {
        ranges: &[('\u{3041}', '\u{30ff}')],
        is_spaced: false,
        yes_or_no: &["かどうか", "でしょうか、それとも", "確率", "可能性"],
        first: &[],
        words: &[
            ("何時", Date),
            ("何年", Date),
            ("何月", Date),
            ("何日", Date),
            ("何が", Description),
            ("何を", Description),
            ("何", Number),
            ("いくら", Number),
            ("いくつ", Number),
            ("どのくらい", Number),
            ("どれくらい", Number),
            ("どれだけ", Number),
            ("誰", Choice),
            ("どちら", Choice),
            ("どの", Choice),
            ("どれ", Choice),
            ("いつまでに", Date),
            ("いつ", Date),
            ("なぜ", Description),
            ("どこ", Description),
        ],
        indefinite: &["か", "も", "でも", "一つ"],
        conditions: &["もし", "仮に", "万一"],
        or: &["それとも", "または", "もしくは", "あるいは"],
    },
    Script {
        ranges: &[('\u{4e00}', '\u{9fff}')],
        is_spaced: false,
        yes_or_no: &[
            "吗",
            "嗎",
            "是否",
            "会不会",
            "會不會",
            "能否",
            "会否",
            "會否",
            "有没有",
            "有沒有",
            "能不能",
            "是不是",
            "可否",
            "概率",
            "機率",
            "几率",
            "可能性",
        ],
        first: &[],
        words: &[
            ("什么时候", Date),
            ("什麼時候", Date),
            ("何时", Date),
            ("何時", Date),
            ("哪一年", Date),
            ("哪年", Date),
            ("哪一天", Date),
            ("哪天", Date),
            ("哪个月", Date),
            ("哪個月", Date),
            ("几月", Date),
            ("几号", Date),
            ("幾月", Date),
            ("多少", Number),
            ("多久", Number),
            ("多高", Number),
            ("多大", Number),
            ("几", Number),
            ("幾", Number),
            ("为什么", Description),
            ("為什麼", Description),
            ("哪里", Description),
            ("哪裡", Description),
            ("谁", Choice),
            ("誰", Choice),
            ("哪", Choice),
        ],
        // 几乎, 几内亚, 几率, 几何, 几十; 谁都, 谁也; 哪怕
        indefinite: &["乎", "内亚", "內亞", "率", "何", "十", "百", "千", "都", "也", "怕"],
        conditions: &["如果", "若", "假如", "倘若", "要是", "假设", "假設"],
        or: &["还是", "還是", "或者", "或"],
    },
    Script {
        ranges: &[('\u{ac00}', '\u{d7a3}')],
        is_spaced: false,
        yes_or_no: &["여부", "확률", "가능성"],
        first: &[],
        words: &[
            ("몇 년에", Date),
            ("몇 월", Date),
            ("몇 일", Date),
            ("며칠", Date),
            ("몇", Number),
            ("얼마", Number),
            ("누가", Choice),
            ("누구", Choice),
            ("어느", Choice),
            ("어떤", Choice),
            ("언제", Date),
            ("왜 ", Description),
            ("어디", Description),
        ],
        indefinite: &["든", "나 ", "까지나", "도 ", "몇"],
        conditions: &["만약 ", "만일 ", "혹시 "],
        or: &["아니면", "또는", "혹은"],
    },
    Script {
        ranges: &[('\u{621}', '\u{64a}')],
        is_spaced: true,
        yes_or_no: &["احتمال"],
        first: &["هل "],
        words: &[
            ("في أي عام", Date),
            ("في أي سنة", Date),
            ("في أي شهر", Date),
            ("في أي يوم", Date),
            ("أي عام", Date),
            ("متى", Date),
            ("كم", Number),
            ("بكم", Number),
            ("من سيفوز", Choice),
            ("من سيكون", Choice),
            ("من الذي", Choice),
            ("من هو", Choice),
            ("أي", Choice),
            ("أين", Description),
            ("لماذا", Description),
        ],
        indefinite: &[],
        conditions: &["إذا ", "لو ", "في حال "],
        or: &["أو", "أم"],
    },
    Script {
        ranges: &[('\u{900}', '\u{97f}')],
        is_spaced: true,
        yes_or_no: &["संभावना", "या नहीं"],
        first: &["क्या "],
        words: &[
            ("किस वर्ष", Date),
            ("किस साल", Date),
            ("किस महीने", Date),
            ("किस दिन", Date),
            ("किस तारीख", Date),
            ("कब", Date),
            ("कितने", Number),
            ("कितना", Number),
            ("कितनी", Number),
            ("कौन", Choice),
            ("कौनसा", Choice),
            ("किस", Choice),
            ("किसे", Choice),
            ("किसकी", Choice),
            ("किसका", Choice),
            ("कहाँ", Description),
            ("क्यों", Description),
        ],
        indefinite: &[],
        conditions: &["अगर ", "यदि "],
        or: &["या", "अथवा"],
    },
];
