//! Reading of a definition from the text of a file. All mistakes are collected; a definition without mistakes is valid.

use domain::{ReviewPolicy, json_pointer};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::batch::{Batch, BatchEvent, BatchValue};
use super::definition::{Definition, Hints};
use super::fields::{Fields, text};
use super::mistake::{LoadError, Mistakes, suggestion};
use super::output::Output;
use super::parameters::{self, Parameter, ParameterKind};
use super::schema_path::{items, step};
use super::template::Template;
use super::template_check::{Purpose, check};
use super::verbs::VerbTemplate;
use super::yaml::{self, Content, Node, Scalar};

const KEYS: [&str; 10] =
    ["name", "version", "description", "parameters", "tools", "prompt", "output", "suggested_verbs", "hints", "batch"];
/// Maximum length of a name or version in characters.
const MAX_NAME_CHARS: usize = 64;

impl Definition {
    /// Reads a definition from the text of a file. `tools` are the names of the available tools.
    ///
    /// # Errors
    /// [`LoadError`] lists every mistake with line and column.
    pub fn parse_file(file: &str, text: &str, tools: &[&str]) -> Result<Self, LoadError> {
        let mut mistakes = Mistakes::new(file);
        let definition = yaml::parse(text, &mut mistakes).and_then(|node| read(&node, tools, &mut mistakes));
        match definition {
            Some(definition) if mistakes.is_empty() => Ok(Self { source: text.to_owned(), ..definition }),
            _ => Err(mistakes.into_error()),
        }
    }
}

fn read(file: &Node, tools: &[&str], mistakes: &mut Mistakes<'_>) -> Option<Definition> {
    let node = Fields::open(file, ("the file", &["macro"]), mistakes)?.need("macro", mistakes)?;
    let fields = Fields::open(node, ("`macro`", &KEYS), mistakes)?;
    let name = fields.text("name", mistakes).and_then(|text| name(text, mistakes));
    let version = fields.need("version", mistakes).and_then(|node| version(node, mistakes));
    let description = fields.text("description", mistakes).map(|text| text.text.trim().to_owned());
    let parameters = read_parameters(&fields, mistakes);
    let tools = read_tools(&fields, tools, mistakes);
    let filled = parameters::filled_schema(&parameters);
    let prompt = fields.text("prompt", mistakes).and_then(|text| template(text, (&filled, Purpose::Prompt), mistakes));
    let (output, review) = fields.need("output", mistakes).map_or((None, None), |node| read_output(node, mistakes));
    let four_eyes = fields.get("output").map_or(Some(false), |node| read_four_eyes(node, mistakes));
    // Names are checked against the schema even if it has mistakes; without a schema there is nothing to check.
    let schema = fields.get("output").and_then(|node| node.to_json().get("schema").cloned());
    let verbs = schema.as_ref().and_then(|schema| read_verbs(&fields, schema, mistakes));
    let hints = fields.get("hints").and_then(|node| read_hints(node, &parameters, mistakes)).unwrap_or_default();
    let batch = schema.as_ref().zip(fields.get("batch")).and_then(|(schema, node)| read_batch(node, schema, mistakes));
    let mut content = node.to_json();
    content["version"] = Value::from(version.as_deref().unwrap_or_default());
    let digest = format!("{:x}", Sha256::digest(content.to_string()));
    Some(Definition {
        name: name?,
        version: version?,
        description: description?,
        parameters,
        tools,
        prompt: prompt?,
        output: output?,
        review: review?,
        four_eyes: four_eyes?,
        verbs,
        hints,
        batch,
        content,
        source: String::new(),
        digest,
    })
}

fn name(scalar: &Scalar, mistakes: &mut Mistakes<'_>) -> Option<String> {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    let valid = scalar.text.chars().all(allowed) && scalar.text.len() <= MAX_NAME_CHARS;
    if !valid {
        let problem = format!("a name has at most {MAX_NAME_CHARS} characters: a to z, digits, `-` and `_`");
        mistakes.add(scalar.start, problem);
    }
    valid.then(|| scalar.text.clone())
}

/// Returns the version as written: `1.10` stays `1.10`.
fn version(node: &Node, mistakes: &mut Mistakes<'_>) -> Option<String> {
    let text = match &node.content {
        Content::Scalar(scalar) if scalar.value.is_string() || scalar.value.is_number() => scalar.text.trim(),
        _ => "",
    };
    let valid = !text.is_empty() && text.len() <= MAX_NAME_CHARS && text.chars().all(|c| c.is_ascii_graphic());
    if !valid {
        mistakes.add(node.at, format!("`version` must be a number or a text without spaces, not {}", node.kind()));
    }
    valid.then(|| text.to_owned())
}

fn read_parameters(fields: &Fields<'_>, mistakes: &mut Mistakes<'_>) -> Vec<Parameter> {
    let mut parameters: Vec<Parameter> = Vec::new();
    for node in fields.list("parameters", mistakes) {
        let Some(parameter) = read_parameter(node, mistakes) else { continue };
        if parameters.iter().any(|existing| existing.name == parameter.name) {
            mistakes.add(node.at, format!("the parameter `{}` is declared twice", parameter.name));
        } else {
            parameters.push(parameter);
        }
    }
    parameters
}

fn read_parameter(node: &Node, mistakes: &mut Mistakes<'_>) -> Option<Parameter> {
    let known = ["name", "type", "required", "description", "default", "enum"];
    let fields = Fields::open(node, ("a parameter", &known), mistakes)?;
    let name = fields.text("name", mistakes);
    if let Some(name) = name.filter(|name| !is_field_name(&name.text)) {
        mistakes.add(name.start, format!("the name `{}` has other characters than a to z, digits and `_`", name.text));
    }
    let kind = fields.text("type", mistakes).and_then(|scalar| {
        let kind = ParameterKind::from_name(&scalar.text);
        if kind.is_none() {
            let hint = suggestion(&scalar.text, ParameterKind::NAMES);
            mistakes.add(
                scalar.start,
                format!("unknown type `{}`; the types are {}{hint}", scalar.text, ParameterKind::NAMES.join(", ")),
            );
        }
        kind
    })?;
    let allowed = fields.list("enum", mistakes);
    for value in allowed.iter().filter(|value| !kind.accepts(&value.to_json())) {
        mistakes.add(value.at, format!("a value of `enum` is not of type {}", kind.name()));
    }
    let parameter = Parameter {
        name: name?.text.clone(),
        kind,
        required: fields.flag("required", mistakes),
        description: fields
            .optional_text("description", mistakes)
            .map(|text| text.text.trim().to_owned())
            .unwrap_or_default(),
        default: fields.get("default").map(Node::to_json),
        allowed: allowed.iter().map(Node::to_json).collect(),
    };
    if let (Some(default), Some(node)) = (&parameter.default, fields.get("default")) {
        if let Some(problem) = parameter.problem(default) {
            mistakes.add(node.at, format!("the default of `{}` {problem}", parameter.name));
        }
        if parameter.required {
            mistakes.add(node.at, format!("`{}` is required, so its default is never used", parameter.name));
        }
    }
    Some(parameter)
}

fn is_field_name(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(allowed) && name.len() <= MAX_NAME_CHARS
}

fn read_tools(fields: &Fields<'_>, available: &[&str], mistakes: &mut Mistakes<'_>) -> Vec<String> {
    let mut tools: Vec<String> = Vec::new();
    for node in fields.list("tools", mistakes) {
        let Some(scalar) = text(node, "tools", mistakes) else { continue };
        if !available.contains(&scalar.text.as_str()) {
            let hint = suggestion(&scalar.text, available.iter().copied());
            mistakes.add(scalar.start, format!("macros have no tool `{}`{hint}", scalar.text));
        } else if tools.contains(&scalar.text) {
            mistakes.add(scalar.start, format!("the tool `{}` occurs twice", scalar.text));
        } else {
            tools.push(scalar.text.clone());
        }
    }
    tools
}

fn template(scalar: &Scalar, (schema, purpose): (&Value, Purpose), mistakes: &mut Mistakes<'_>) -> Option<Template> {
    match Template::parse(&scalar.text) {
        Ok(template) => {
            add_all(scalar, check(&template, schema, purpose), mistakes);
            Some(template)
        }
        Err(error) => {
            mistakes.add(scalar.place(error.line, error.column), error.problem);
            None
        }
    }
}

fn read_verbs(fields: &Fields<'_>, schema: &Value, mistakes: &mut Mistakes<'_>) -> Option<VerbTemplate> {
    let scalar = fields.optional_text("suggested_verbs", mistakes)?;
    let template = template(scalar, (schema, Purpose::Verbs), mistakes)?;
    VerbTemplate::new(template).map_err(|found| add_all(scalar, found, mistakes)).ok()
}

fn add_all(scalar: &Scalar, found: Vec<super::template_check::TemplateMistake>, mistakes: &mut Mistakes<'_>) {
    for mistake in found {
        mistakes.add(scalar.place(mistake.line, mistake.column), mistake.problem);
    }
}

fn read_output(node: &Node, mistakes: &mut Mistakes<'_>) -> (Option<Output>, Option<ReviewPolicy>) {
    let Some(fields) = Fields::open(node, ("`output`", &["schema_name", "schema", "review", "four_eyes"]), mistakes)
    else {
        return (None, None);
    };
    let name = fields.text("schema_name", mistakes).map(|text| text.text.trim().to_owned());
    let output = fields.need("schema", mistakes).and_then(|node| {
        let report = |found: Vec<(String, String)>| {
            found.into_iter().for_each(|(pointer, problem)| mistakes.add(node.place_of(&pointer), problem));
        };
        Output::new(name.clone().unwrap_or_default(), node.to_json()).map_err(report).ok()
    });
    let review = match fields.optional_text("review", mistakes) {
        None => Some(ReviewPolicy::Required),
        Some(scalar) => {
            let review = serde_json::from_value(Value::from(scalar.text.as_str())).ok();
            if review.is_none() {
                let hint = suggestion(&scalar.text, ["required", "optional", "none"]);
                mistakes
                    .add(scalar.start, format!("`review` is required, optional or none, not `{}`{hint}", scalar.text));
            }
            review
        }
    };
    (output.filter(|_| name.is_some()), review)
}

/// Reads if another token than that of the request has to decide.
fn read_four_eyes(output: &Node, mistakes: &mut Mistakes<'_>) -> Option<bool> {
    let Content::Map(entries) = &output.content else { return Some(false) };
    let Some(node) = entries.iter().find(|entry| entry.key == "four_eyes").map(|entry| &entry.value) else {
        return Some(false);
    };
    let four_eyes = node.to_json().as_bool();
    if four_eyes.is_none() {
        mistakes.add(node.at, "`four_eyes` is true or false".to_owned());
    }
    four_eyes
}

fn read_hints(node: &Node, declared: &[Parameter], mistakes: &mut Mistakes<'_>) -> Option<Hints> {
    let fields = Fields::open(node, ("`hints`", &["phrases", "tags", "examples", "when_not_to_use"]), mistakes)?;
    let examples = fields.list("examples", mistakes);
    for example in examples {
        match example.to_json() {
            Value::String(_) => {}
            Value::Object(given) => {
                if let Err(error) = parameters::fill(declared, &given) {
                    mistakes.add(example.at, format!("the example is no valid call: {error}"));
                }
            }
            _ => mistakes
                .add(example.at, format!("an example is a text or a mapping of parameters, not {}", example.kind())),
        }
    }
    Some(Hints {
        phrases: fields.texts("phrases", mistakes),
        tags: fields.texts("tags", mistakes),
        examples: examples.iter().map(Node::to_json).collect(),
        when_not_to_use: fields.texts("when_not_to_use", mistakes),
    })
}

fn read_batch(node: &Node, schema: &Value, mistakes: &mut Mistakes<'_>) -> Option<Batch> {
    let fields = Fields::open(node, ("`batch`", &["path", "event"]), mistakes)?;
    let path = fields.text("path", mistakes);
    let row = path.and_then(|path| {
        let list = resolve(path, (schema, schema), mistakes)?;
        let row = items(schema, list);
        if row.is_none() {
            mistakes.add(path.start, format!("`{}` is not a list", path.text));
        }
        row
    });
    let event = Fields::open(fields.need("event", mistakes)?, ("`event`", &["macro", "parameters"]), mistakes)?;
    let name = event.text("macro", mistakes);
    let mut values = Vec::new();
    if let Some(node) = event.get("parameters") {
        let Content::Map(entries) = &node.content else {
            mistakes.add(node.at, format!("`parameters` must be a mapping, not {}", node.kind()));
            return None;
        };
        for entry in entries {
            let value = batch_value(&entry.value, row.map(|row| (schema, row)), mistakes);
            values.extend(value.map(|value| (entry.key.clone(), value)));
        }
    }
    let event = BatchEvent { name: name?.text.clone(), parameters: values };
    Some(Batch { path: path?.text.clone(), event })
}

/// Reads `{path: /pointer}` or `{value: constant}`. `row` is the root of the schema and the schema of a row.
fn batch_value(node: &Node, row: Option<(&Value, &Value)>, mistakes: &mut Mistakes<'_>) -> Option<BatchValue> {
    let fields = Fields::open(node, ("a parameter of a batch", &["path", "value"]), mistakes)?;
    match (fields.get("path"), fields.get("value")) {
        (Some(_), None) => {
            let path = fields.text("path", mistakes)?;
            row.and_then(|row| resolve(path, row, mistakes))?;
            Some(BatchValue::Path(path.text.clone()))
        }
        (None, Some(value)) => Some(BatchValue::Value(value.to_json())),
        _ => {
            mistakes.add(node.at, "a parameter of a batch has either `path` or `value`");
            None
        }
    }
}

/// Resolves a JSON Pointer in a schema and reports names that do not exist.
fn resolve<'s>(
    pointer: &Scalar,
    (root, schema): (&'s Value, &'s Value),
    mistakes: &mut Mistakes<'_>,
) -> Option<&'s Value> {
    if !pointer.text.starts_with('/') {
        mistakes.add(pointer.start, format!("`{}` is not a JSON Pointer such as /entities", pointer.text));
        return None;
    }
    let mut schema = schema;
    for segment in pointer.text.split('/').skip(1) {
        let name = json_pointer::unescape(segment);
        match step(root, schema, &name) {
            Ok(next) => schema = next.schema,
            Err(known) => {
                mistakes.add(pointer.start, format!("unknown name `{name}`{}", suggestion(&name, known)));
                return None;
            }
        }
    }
    Some(schema)
}

#[cfg(test)]
#[path = "parse_test.rs"]
mod tests;
