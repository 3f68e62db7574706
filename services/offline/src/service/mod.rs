//! Services beside the model: pages, search, tokens, LEI records.

pub(crate) mod lei;
pub(crate) mod search;
pub(crate) mod token;
pub(crate) mod web;
