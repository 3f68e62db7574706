//! Times of day: `6:12 p.m.`, `9 am`, `18.30 Uhr` and `06:12` are written as `18:12`, `9`, `18:30` and `6:12`.

/// Returns the time of day that begins at an index, in hours and minutes, and the index after it. In German `am` is a
/// preposition: `12 am Samstag`.
pub(super) fn read(chars: &[char], start: usize, is_german: bool) -> Option<(String, usize)> {
    let (hour, mut end) = number(chars, start)?;
    let mark = chars.get(end).copied().filter(|mark| [':', '.'].contains(mark));
    let minute = mark.and_then(|_| number(chars, end + 1)).filter(|(_, after)| *after == end + 3);
    if let Some((_, after)) = minute {
        end = after;
    }
    // `1:23:45` and `4.25.1` are no times of day.
    let goes_on = matches!(chars.get(end), Some(':' | '.')) && chars.get(end + 1).is_some_and(char::is_ascii_digit);
    let meridiem = meridiem(chars, end, is_german);
    let is_named = meridiem.is_some() || starts_with(chars, end, "uhr").is_some();
    let is_time =
        if mark == Some(':') { minute.is_some() } else { is_named && (minute.is_some() || meridiem.is_some()) };
    let minute = minute.map_or(0, |(minute, _)| minute);
    if !is_time || goes_on || hour > 23 || minute > 59 {
        return None;
    }
    let (hour, end) = match meridiem {
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some((is_afternoon, end)) => (hour % 12 + if is_afternoon { 12 } else { 0 }, end),
        None => (hour, end),
    };
    Some((if minute == 0 { hour.to_string() } else { format!("{hour}:{minute:02}") }, end))
}

/// Returns a number of one or two digits, and the index after it.
fn number(chars: &[char], start: usize) -> Option<(u32, usize)> {
    let digits: String = chars.get(start..)?.iter().take_while(|c| c.is_ascii_digit()).collect();
    let value = digits.parse().ok().filter(|_| digits.len() <= 2)?;
    Some((value, start + digits.len()))
}

/// Returns true for `p.m.` and false for `a.m.`, with the index after it.
fn meridiem(chars: &[char], at: usize, is_german: bool) -> Option<(bool, usize)> {
    let after = |form: &str| starts_with(chars, at, form);
    let short = || after("am").filter(|_| !is_german);
    let morning = after("a.m.").or_else(short).map(|end| (false, end));
    morning.or_else(|| after("p.m.").or_else(|| after("pm")).map(|end| (true, end)))
}

/// Returns the index after a word that follows, in any case, after white space or none.
fn starts_with(chars: &[char], at: usize, form: &str) -> Option<usize> {
    let start = (at..chars.len()).find(|at| !chars[*at].is_whitespace())?;
    let end = start + form.chars().count();
    let word = chars.get(start..end)?;
    let is_same = word.iter().map(char::to_ascii_lowercase).eq(form.chars());
    (is_same && !chars.get(end).is_some_and(|c| c.is_alphanumeric())).then_some(end)
}
