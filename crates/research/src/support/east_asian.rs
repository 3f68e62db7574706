//! Reads numbers of Chinese, Japanese and Korean: `12亿`, `3万5千人`, `二十五名`, `1조 2,000억`, `百分之三`, `3割`.

/// A number in digits.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct EastAsianNumber {
    pub(super) digits: String,
    pub(super) is_percent: bool,
    /// Index of the character after it.
    pub(super) end: usize,
}

const DIGITS: [(char, f64); 13] = [
    ('〇', 0.0),
    ('零', 0.0),
    ('一', 1.0),
    ('二', 2.0),
    ('两', 2.0),
    ('兩', 2.0),
    ('三', 3.0),
    ('四', 4.0),
    ('五', 5.0),
    ('六', 6.0),
    ('七', 7.0),
    ('八', 8.0),
    ('九', 9.0),
];
/// Factors within a group of four digits.
const SMALL: [(char, f64); 6] =
    [('十', 10.0), ('百', 100.0), ('千', 1000.0), ('십', 10.0), ('백', 100.0), ('천', 1000.0)];
/// Factors of groups of four digits.
const LARGE: [(char, f64); 8] =
    [('万', 1e4), ('萬', 1e4), ('만', 1e4), ('亿', 1e8), ('億', 1e8), ('억', 1e8), ('兆', 1e12), ('조', 1e12)];
/// Signs after 千 and 兆 with which they form a unit: kilometre, kilogram, kilowatt, megabyte.
const METRIC: &str = "米克瓦卡赫字比帕焦";
/// Signs of units and counted things. A number without ASCII digits is one only before them: elsewhere its signs are
/// parts of words and names.
const COUNTERS: &str =
    "人名位个個家次年岁歲歳倍席票台辆輛件艘隻只吨頭头项項元円圓美欧歐公英平度小秒社店国國カヶか種种起宗%";
/// Maximum length of a number: a text may repeat its signs without end.
const MAX_CHARS: usize = 48;
const ORDINALS: [char; 2] = ['第', '제'];
/// Signs between the whole and the part of a fraction.
const PARTS: [[char; 2]; 3] = [['分', '之'], ['分', 'の'], ['분', '의']];
const PERCENT: [char; 3] = ['百', '分', '之'];

/// Reads the number that begins at a character. `None` for a number in ASCII digits alone.
pub(super) fn read(chars: &[char], start: usize) -> Option<EastAsianNumber> {
    if chars.get(start..)?.starts_with(&PERCENT) {
        let (value, end) = NumeralReader::new(chars, start + PERCENT.len()).value()?;
        return Some(EastAsianNumber { digits: shown(value), is_percent: true, end });
    }
    // `第3条`, `제3조`: the number of an article.
    if start > 0 && ORDINALS.contains(&chars[start - 1]) {
        return None;
    }
    let has_digits = chars[start].is_ascii_digit();
    let (value, end) = NumeralReader::new(chars, start).value()?;
    if let Some((part, end)) = part(chars, end).filter(|(part, _)| *part < value) {
        return Some(EastAsianNumber { digits: shown(part / value * 100.0), is_percent: true, end });
    }
    let next = chars.get(end).copied().unwrap_or(' ');
    let tenths = next == '割';
    let factored = chars[start..end].iter().any(|c| factor(*c).is_some());
    // `一` alone is an article; `十分` and `千葉` are words.
    let is_number =
        if has_digits { factored } else { COUNTERS.contains(next) && (end > start + 1 || chars[start] != '一') };
    if tenths && (has_digits || end > start) {
        return Some(EastAsianNumber { digits: shown(value * 10.0), is_percent: true, end: end + 1 });
    }
    is_number.then(|| EastAsianNumber { digits: shown(value), is_percent: false, end })
}

/// Reads the part of a fraction whose whole ended before an index: `三分之一`, `3分の1`, `4분의 3`.
fn part(chars: &[char], at: usize) -> Option<(f64, usize)> {
    let rest = chars.get(at..)?;
    let link = PARTS.iter().find(|link| rest.starts_with(*link))?;
    let start = at + link.len() + usize::from(rest.get(link.len()) == Some(&' '));
    NumeralReader::new(chars, start).value()
}

fn found(table: &[(char, f64)], sign: char) -> Option<f64> {
    table.iter().find(|(c, _)| *c == sign).map(|(_, value)| *value)
}

fn factor(sign: char) -> Option<f64> {
    found(&SMALL, sign).or_else(|| found(&LARGE, sign))
}

fn shown(value: f64) -> String {
    const DECIMALS: f64 = 1e6;
    format!("{}", (value * DECIMALS).round() / DECIMALS)
}

/// A number while it is read: `total` of the groups of four digits, `group` below the next one, and `open` digits.
struct NumeralReader<'a> {
    chars: &'a [char],
    at: usize,
    /// A space ends it.
    is_one_word: bool,
    total: f64,
    group: f64,
    open: Option<f64>,
}

impl<'a> NumeralReader<'a> {
    fn new(chars: &'a [char], at: usize) -> Self {
        Self { chars, at, is_one_word: false, total: 0.0, group: 0.0, open: None }
    }

    /// Returns the value and the index after it.
    fn value(mut self) -> Option<(f64, usize)> {
        let start = self.at;
        while self.at - start < MAX_CHARS && self.step() {}
        (self.at > start).then(|| (self.total + self.group + self.open.unwrap_or(0.0), self.at))
    }

    /// Reads the next part. Returns false at the end of the number.
    fn step(&mut self) -> bool {
        let Some(c) = self.chars.get(self.at).copied() else { return false };
        if c.is_ascii_digit() {
            return self.open.is_none() && self.digits();
        }
        if let Some(digit) = found(&DIGITS, c) {
            self.open = Some(self.open.map_or(digit, |open| open * 10.0 + digit));
            self.at += 1;
            return true;
        }
        if c == ' ' && !self.is_one_word && self.open.is_none() && self.total > 0.0 {
            let is_part = self.goes_on(self.at + 1);
            self.at += usize::from(is_part);
            return is_part;
        }
        let Some(factor) = factor(c).filter(|_| !self.is_metric()) else { return false };
        let is_large = factor >= 1e4;
        let number = self.open.take();
        if is_large {
            let group = self.group + number.unwrap_or(0.0);
            self.total += factor * if group > 0.0 { group } else { 1.0 };
            self.group = 0.0;
        } else {
            self.group += factor * number.unwrap_or(1.0);
        }
        self.at += 1;
        true
    }

    /// Returns true for digits behind a space that belong to the number, because a factor follows them: `1조 2,000억`.
    fn goes_on(&self, at: usize) -> bool {
        let word = NumeralReader { is_one_word: true, ..NumeralReader::new(self.chars, at) };
        self.chars.get(at).is_some_and(char::is_ascii_digit)
            && word.value().is_some_and(|(_, end)| factor(self.chars[end - 1]).is_some())
    }

    fn is_metric(&self) -> bool {
        matches!(self.chars[self.at], '千' | '兆') && self.chars.get(self.at + 1).is_some_and(|c| METRIC.contains(*c))
    }

    /// Reads ASCII digits with a decimal point and separators of thousands.
    fn digits(&mut self) -> bool {
        let start = self.at;
        let is_digit = |at: usize| self.chars.get(at).is_some_and(char::is_ascii_digit);
        let mut end = start;
        while is_digit(end) || matches!(self.chars.get(end), Some('.' | ',')) && is_digit(end + 1) {
            end += 1;
        }
        let digits: String = self.chars[start..end].iter().filter(|c| **c != ',').collect();
        self.open = digits.parse().ok();
        self.at = end;
        self.open.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_factors_of_ten_thousand() {
        for (text, digits, percent, rest) in [
            ("12亿元", "1200000000", false, "元"),
            ("3万5千人", "35000", false, "人"),
            ("1.5万人", "15000", false, "人"),
            ("5억달러", "500000000", false, "달러"),
            ("1조 2,000억 원", "1200000000000", false, " 원"),
            ("二十五名", "25", false, "名"),
            ("两千五百万元", "25000000", false, "元"),
            ("百分之三十", "30", true, ""),
            ("3割", "30", true, ""),
            ("三分之一的", "33.333333", true, "的"),
            ("4分の3が", "75", true, "が"),
            ("5분의 2가", "40", true, "가"),
        ] {
            let chars: Vec<char> = text.chars().collect();
            let number = read(&chars, 0).unwrap_or_else(|| panic!("{text}"));
            let after: String = chars[number.end..].iter().collect();
            assert_eq!((number.digits.as_str(), number.is_percent, after.as_str()), (digits, percent, rest), "{text}");
        }
    }

    #[test]
    fn words_and_plain_numbers_are_left() {
        for text in [
            "12元",
            "2026年5月",
            "十分重要",
            "千葉県",
            "三井物産",
            "一家公司",
            "5千米",
            "3兆瓦",
            "万科",
            "一般",
            "5 2万",
        ] {
            assert_eq!(read(&text.chars().collect::<Vec<_>>(), 0), None, "{text}");
        }
    }

    #[test]
    fn signs_without_end_are_read_in_parts() {
        for part in ["1조 ", "1조 2천 ", "一", "千", "1万"] {
            let chars: Vec<char> = part.repeat(5_000).chars().collect();
            let length = |at: usize| read(&chars, at).map_or(0, |number| number.end - at);
            let longest = (0..chars.len()).map(length).max();
            assert!(longest.is_some_and(|longest| longest <= 2 * MAX_CHARS), "{part}: {longest:?}");
        }
    }
}
