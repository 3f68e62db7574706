//! Explanations that code writes where no reasoning of a model is usable. They are not statements of fact.

/// The counted rate of similar questions is the forecast.
pub const RATE: &str = "No usable estimate was made and there is no market, so the rate of like questions stands.";
/// The market's price is the forecast.
pub const PRICE: &str = "No usable estimate was made, so the market's price stands.";
/// Nothing is known.
pub const EVEN: &str = "No usable estimate was made and there is no market, so the odds are even.";
/// Estimates and price were pooled.
pub const POOLED_WITH_PRICE: &str = "The estimates were pooled with the market's price.";
/// Estimates were pooled.
pub const POOLED: &str = "The estimates were pooled.";

/// All options, or all numbers between two limits, are alike.
pub const ALIKE: &str =
    "No usable estimate was made, so that all options, or all numbers between the limits, are alike.";
/// Nothing was estimated.
pub const NOTHING: &str = "No usable estimate was made, so that the question has no answer.";

/// Returns `true` if the text is one of these explanations.
pub fn is_one(text: &str) -> bool {
    [RATE, PRICE, EVEN, POOLED_WITH_PRICE, POOLED, ALIKE, NOTHING].contains(&text.trim())
}
