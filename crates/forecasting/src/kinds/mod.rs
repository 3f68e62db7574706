//! Arithmetic of answers that are not probabilities of YES: probabilities of options, quantiles of numbers and times,
//! their scores, and the coherence of related questions.

pub mod coherence;
pub mod quantiles;
pub mod rescale;
pub mod score;
pub mod shares;

#[cfg(test)]
mod simulation_test;
