//! Research macros: list, search, definition, execution. An execution is an event that the fleet answers; no operation
//! runs a model.

mod execution;
mod settings;
mod wait;

use std::sync::Arc;

use domain::access::AccessScope::Read;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tools::macros::{Definition, Parameter, Registry};
use utoipa::ToSchema;

use crate::{Context, OperationError};
pub use execution::{Execute, ExecutionAccepted, ExecutionOpen, ExecutionWanted, execute};
pub use settings::{Macros, RELOAD_INTERVAL};
pub use wait::{ExecutionEnd, ExecutionProgress, look};

/// A macro in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MacroItem {
    /// Name, unique among the installed macros.
    pub name: String,
    /// Version of the definition in force.
    pub version: String,
    /// Description of the macro.
    pub description: String,
    /// Parameters in the order of the definition.
    pub parameters: Vec<ParameterItem>,
}

/// A parameter of a macro.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ParameterItem {
    /// Name, unique within the macro.
    pub name: String,
    /// Type of the value: `string`, `lei`, `integer` or `boolean`.
    #[serde(rename = "type")]
    pub kind: String,
    /// `true` if the caller must give a value.
    pub required: bool,
    /// Description of the parameter.
    pub description: String,
    /// Value if the caller gives none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// The only allowed values; absent if every value of the type is allowed.
    #[serde(default, rename = "enum", skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<Value>,
}

/// The whole definition of a macro.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MacroDetail {
    /// Name of the macro.
    pub name: String,
    /// Version of the definition in force.
    pub version: String,
    /// The definition with the keys of its file.
    #[schema(value_type = Object)]
    pub definition: Value,
    /// The definition as its file has it, in YAML.
    #[serde(default)]
    pub source: String,
    /// JSON Schema of `params`.
    #[schema(value_type = Object)]
    pub parameter_schema: Value,
    /// An example call.
    pub example: ExampleCall,
}

/// An example call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ExampleCall {
    /// Name of the macro.
    pub macro_name: String,
    /// Parameters of the call.
    #[schema(value_type = Object)]
    pub params: Map<String, Value>,
}

/// Returns the installed macros by name; with a text, those whose name, description or hints match its words, best
/// match first.
///
/// # Errors
/// The token lacks the scope `read`.
pub fn list(cx: Context<'_>, search: Option<&str>) -> Result<Vec<MacroItem>, OperationError> {
    cx.require(Read)?;
    Ok(list_of(cx.operations.macros.registry(), search))
}

/// Returns macros as [`list`] does, for a caller without a fleet.
pub fn list_of(registry: &Registry, search: Option<&str>) -> Vec<MacroItem> {
    let found = search.map_or_else(|| registry.list(), |text| registry.search(text));
    found.iter().map(|definition| MacroItem::from(&**definition)).collect()
}

/// Returns the whole definition of a macro with an example call.
///
/// # Errors
/// [`OperationError::UnknownMacro`] if no macro with this name is installed.
pub fn show(cx: Context<'_>, name: &str) -> Result<MacroDetail, OperationError> {
    cx.require(Read)?;
    show_of(cx.operations.macros.registry(), name)
}

/// Returns a macro as [`show`] does, for a caller without a fleet.
///
/// # Errors
/// [`OperationError::UnknownMacro`] if no macro with this name is installed.
pub fn show_of(registry: &Registry, name: &str) -> Result<MacroDetail, OperationError> {
    let definition = named(registry, name)?;
    Ok(MacroDetail {
        name: definition.name().to_owned(),
        version: definition.version().to_owned(),
        definition: definition.to_json().clone(),
        source: definition.source().to_owned(),
        parameter_schema: definition.parameter_schema(),
        example: ExampleCall { macro_name: definition.name().to_owned(), params: definition.example_parameters() },
    })
}

pub(super) fn definition(cx: Context<'_>, name: &str) -> Result<Arc<Definition>, OperationError> {
    named(cx.operations.macros.registry(), name)
}

pub(super) fn named(registry: &Registry, name: &str) -> Result<Arc<Definition>, OperationError> {
    registry.get(name).ok_or_else(|| OperationError::UnknownMacro {
        name: name.chars().take(200).collect(),
        known: registry.list().iter().map(|known| known.name().to_owned()).collect(),
    })
}

impl From<&Definition> for MacroItem {
    fn from(definition: &Definition) -> Self {
        Self {
            name: definition.name().to_owned(),
            version: definition.version().to_owned(),
            description: definition.description().to_owned(),
            parameters: ParameterItem::of(definition),
        }
    }
}

impl ParameterItem {
    /// Describes the parameters of a definition.
    pub fn of(definition: &Definition) -> Vec<Self> {
        definition.parameters().iter().map(Self::from).collect()
    }
}

impl From<&Parameter> for ParameterItem {
    fn from(parameter: &Parameter) -> Self {
        Self {
            name: parameter.name.clone(),
            kind: parameter.kind.name().to_owned(),
            required: parameter.required,
            description: parameter.description.clone(),
            default: parameter.default.clone(),
            allowed: parameter.allowed.clone(),
        }
    }
}
