//! Services beside the model: pages, search, tokens, LEI records, prediction markets.

pub(crate) mod embedding;
pub(crate) mod lei;
pub(crate) mod market;
pub(crate) mod search;
pub(crate) mod token;
pub(crate) mod web;
pub(crate) mod wikidata;
