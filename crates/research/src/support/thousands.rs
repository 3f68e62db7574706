//! Numbers whose groups of thousands are set apart by spaces.

use retrieval::text::Language;

use super::token::{Text, Token};

/// Joins `300 000`, as French, Russian or Polish texts write it, and in any language a number with a decimal part or
/// several groups.
pub(super) fn join(text: &Text, values: &mut Vec<f64>, mut end: usize) -> usize {
    let is_group = |at: usize| {
        let group = |token: &Token| token.form.len() == 3 && token.form.bytes().all(|byte| byte.is_ascii_digit());
        text.tokens.get(at).is_some_and(|token| token.key.starts_with('#') && !token.attached && group(token))
    };
    let is_plain =
        |at: usize| text.tokens[at].form.len() <= 3 && text.tokens[at].form.bytes().all(|b| b.is_ascii_digit());
    let last = (end..).take_while(|at| is_group(*at)).last().map_or(end, |at| at + 1);
    let decimal = text.tokens.get(last).filter(|token| {
        let parts = token.form.split_once(['.', ',']);
        token.key.starts_with('#')
            && !token.attached
            && parts.is_some_and(|(whole, part)| whole.len() == 3 && part.len() < 3)
    });
    if is_plain(end - 1) && text.language != Language::French && (decimal.is_some() || last > end + 1) {
        let groups: String = text.tokens[end - 1..last].iter().map(|token| token.form.as_str()).collect();
        let tail = decimal.map_or_else(String::new, |token| token.form.replace(',', "."));
        if let Ok(value) = format!("{groups}{tail}").parse::<f64>() {
            *values = vec![value];
            return last + usize::from(decimal.is_some());
        }
    }
    while (text.language == Language::French || text.is_foreign && text.decimal == Some(','))
        && values.first().is_some_and(|value| *value >= 1.0 && value.fract() == 0.0)
        && text.tokens.get(end).is_some_and(|next| next.key.starts_with('#') && next.form.len() == 3 && !next.attached)
        && text.tokens[end].form.bytes().all(|byte| byte.is_ascii_digit())
        && text.tokens[end - 1].form.len() <= 3
    {
        let more: f64 = text.tokens[end].form.parse().unwrap_or_default();
        values.iter_mut().for_each(|value| *value = *value * 1000.0 + more);
        end += 1;
    }
    end
}
