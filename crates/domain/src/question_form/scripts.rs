//! Question words of languages whose words are not separated, or whose question words stand anywhere.

use super::AskedFor::{self, Choice, Date, Description, Number};

/// A language whose words are not separated, or whose question words stand anywhere.
pub(super) struct Script {
    /// Ranges of its characters.
    ranges: &'static [(char, char)],
    /// Marks of a question by yes or no.
    pub(super) yes_or_no: &'static [&'static str],
    pub(super) words: &'static [(&'static str, AskedFor)],
    /// Endings after a question word that make it indefinite: `someone`.
    pub(super) indefinite: &'static [&'static str],
}

impl Script {
    pub(super) fn is_of(&self, text: &str) -> bool {
        text.chars().any(|c| self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&c)))
    }
}

/// Japanese first: it has characters of its own beside the Chinese ones.
pub(super) const SCRIPTS: [Script; 3] = [
    Script {
        ranges: &[('\u{3041}', '\u{30ff}')],
        yes_or_no: &["かどうか", "でしょうか、それとも"],
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
            ("誰が", Choice),
            ("どの国", Choice),
            ("どのチーム", Choice),
            ("どの政党", Choice),
            ("どの企業", Choice),
            ("どの候補", Choice),
            ("どちらが", Choice),
            ("いつまでに", Date),
            ("いつ", Date),
        ],
        indefinite: &["か", "も", "でも"],
    },
    Script {
        ranges: &[('\u{4e00}', '\u{9fff}')],
        yes_or_no: &["吗", "嗎", "是否", "会不会", "會不會", "能否", "有没有", "能不能", "可否"],
        words: &[
            ("多少", Number),
            ("几个", Number),
            ("谁将", Choice),
            ("谁会", Choice),
            ("誰會", Choice),
            ("哪个", Choice),
            ("哪位", Choice),
            ("哪家", Choice),
            ("哪支", Choice),
            ("哪些", Choice),
            ("哪国", Choice),
            ("哪一", Choice),
            ("哪年", Date),
            ("哪天", Date),
            ("多久", Number),
            ("什么时候", Date),
            ("什麼時候", Date),
            ("何时", Date),
            ("何時", Date),
        ],
        indefinite: &[],
    },
    Script {
        ranges: &[('\u{ac00}', '\u{d7a3}')],
        yes_or_no: &["여부"],
        words: &[
            ("몇 명", Number),
            ("몇 개", Number),
            ("몇 척", Number),
            ("몇 번", Number),
            ("몇 석", Number),
            ("몇 퍼센트", Number),
            ("어느 팀", Choice),
            ("어느 나라", Choice),
            ("어느 당", Choice),
            ("얼마나", Number),
            ("얼마", Number),
            ("누가", Choice),
            ("언제", Date),
        ],
        indefinite: &["든", "나", "까지나"],
    },
];
