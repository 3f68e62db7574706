//! Research macros: definitions in YAML, their parameters, prompts, schemas and verbs. Everything but the reading of
//! the folder is pure.
//!
//! # Definition
//!
//! A file holds the mapping `macro`:
//!
//! | key | meaning |
//! |---|---|
//! | `name`, `version`, `description` | the name is unique in the folder; a changed definition needs a new version |
//! | `parameters` | list of `name`, `type` (`string`, `lei`, `integer`, `boolean`), `required`, `description`, `default`, `enum` |
//! | `tools` | names of tools that the model may call |
//! | `prompt` | template over the filled parameters |
//! | `output` | `schema_name`, `schema` (JSON Schema 2020-12 without references to the outside), `review` (`required`, `optional`, `none`) |
//! | `suggested_verbs` | template over the data, one verb per line |
//! | `hints` | `phrases`, `tags`, `examples` (texts, or parameters of a call), `when_not_to_use` |
//! | `batch` | `path` (JSON Pointer of a list) and `event`: `macro` and its `parameters`, each `{path: /pointer in the row}` or `{value: constant}` |
//!
//! Every mistake is reported with file, line and column ([`LoadError`]). Anchors, aliases and tags are refused.
//!
//! # Templates
//!
//! Handlebars in strict mode. Blocks: `if`, `unless`, `each`, `with`. Helpers: `slugify text`, `eq a b`, `json value`.
//! The check at load refuses names that neither the parameters nor the schema declare. An optional field is used inside
//! `{{#if field}}`.
//!
//! # Verbs
//!
//! A verb is one line `(domain.verb :key value …)` whose values are JSON literals; [`Verb`] holds the grammar. In verb
//! templates `{{field}}` writes the field as a JSON literal of its type, so no value can end its literal, begin another
//! verb or another line.
//!
//! ```text
//! verb   = "(" name *( 1*SP ":" key 1*SP value ) *SP ")"
//! name   = word 1*( "." word )
//! key    = word
//! word   = lower *( lower / digit / "_" / "-" )
//! value  = a JSON literal
//! ```
//!
//! An LEI that is not found at GLEIF, or has wrong check digits, appears in no verb: the verb that contains it is left
//! out. Verb templates have the helper `lei_status lei`, which returns `verified`, `not_found`, `bad_checksum`,
//! `unverified` (GLEIF could not be reached), or null for a text that was not checked.
//! `{{#if (eq (lei_status lei) "verified")}}` limits a verb to verified LEIs. Equal lines are written once.

mod approval;
mod batch;
mod builtin;
mod definition;
mod executor;
mod fields;
mod leis;
mod mistake;
mod output;
mod parameters;
mod parse;
mod registry;
mod schema_path;
mod template;
mod template_check;
mod verb;
mod verbs;
mod yaml;

pub use approval::{ApprovalError, Candidate, Reviewer, definition};
pub use batch::{Batch, BatchEvent, BatchOrigin, BatchRow, BatchValue};
pub use definition::{Definition, Hints};
pub use executor::VerbRequest;
pub use leis::{find_leis, search_quality};
pub use mistake::{LoadError, Mistake, Position};
pub use output::NotJson;
pub use parameters::{MAX_TEXT_CHARS, Parameter, ParameterError, ParameterKind, ParameterProblem};
pub use registry::{Registry, Reload, TOOL_NAMES};
pub use template::RenderError;
pub use verb::{InvalidVerb, Verb};

#[cfg(test)]
#[path = "shipped_test.rs"]
mod shipped;
