//! Handlebars templates in strict mode, with the helpers `slugify`, `eq` and `json`, and in verb templates
//! `lei_status`.
//!
//! Of the helpers that Handlebars brings, only `if`, `unless`, `each` and `with` are available. Partials and decorators
//! are refused at load.

use handlebars::template::{HelperTemplate, Parameter, Subexpression, TemplateElement};
use handlebars::{
    Context, Handlebars, Helper, HelperDef, Output, RenderContext, RenderError as EngineError, RenderErrorReason,
    ScopedJson, Template as Parsed, no_escape,
};
use serde_json::Value;

use super::verb::literal;

/// Maximum length of a rendered template in bytes.
const MAX_RENDERED_BYTES: usize = 1024 * 1024;

/// Helpers with a block.
pub(super) const BLOCKS: [&str; 4] = ["if", "unless", "each", "with"];
/// Helpers that return a value.
pub(super) const FUNCTIONS: [&str; 3] = ["slugify", "eq", "json"];
/// Helper of verb templates: returns the status of the check of an LEI.
pub(super) const LEI_STATUS: &str = "lei_status";

/// Helpers of the engine that templates cannot use.
const REMOVED: [&str; 13] = ["lookup", "raw", "log", "eq", "ne", "gt", "gte", "lt", "lte", "and", "or", "not", "len"];
/// Name of the template in the engine.
const NAME: &str = "template";

/// A template could not be rendered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// The data lacks a field that the template needs, or a helper refused its argument.
    #[error("the template cannot be rendered: {0}")]
    Template(String),
    /// A rendered line is not a verb.
    #[error("line {line} is not a verb: {problem}")]
    Verb {
        /// Number of the rendered line, from 1.
        line: usize,
        /// The rule of the grammar that the line breaks.
        problem: String,
    },
    /// The text is longer than 1 MiB.
    #[error("the rendered text is longer than {MAX_RENDERED_BYTES} bytes")]
    TooLong,
}

/// A parsed template.
#[derive(Debug, Clone)]
pub(super) struct Template {
    pub(super) parsed: Parsed,
}

/// A syntax error: line and column in the template, from 1, and the reason.
pub(super) struct SyntaxError {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) problem: String,
}

impl Template {
    /// Parses a template.
    pub(super) fn parse(text: &str) -> Result<Self, SyntaxError> {
        let parsed = Parsed::compile(text).map_err(|error| {
            let (line, column) = error.pos().unwrap_or((1, 1));
            SyntaxError { line, column, problem: format!("the template is invalid: {}", error.reason()) }
        })?;
        Ok(Self { parsed })
    }

    /// Renders text: values appear as they are.
    pub(super) fn render(&self, data: &Value) -> Result<String, RenderError> {
        let mut engine = engine();
        engine.register_escape_fn(no_escape);
        self.render_with(engine, data)
    }

    /// Renders verbs: values appear as JSON literals. `status` returns the status of an LEI.
    pub(super) fn render_literals<F>(&self, data: &Value, status: F) -> Result<String, RenderError>
    where
        F: Fn(&str) -> Option<&'static str> + Send + Sync + 'static,
    {
        let mut engine = engine();
        engine.register_escape_fn(|text| literal(&Value::from(text)));
        engine.register_helper(LEI_STATUS, Box::new(LeiStatusOf(status)));
        self.render_with(engine, data)
    }

    fn render_with(&self, mut engine: Handlebars<'_>, data: &Value) -> Result<String, RenderError> {
        engine.register_template(NAME, self.parsed.clone());
        let text = engine.render(NAME, data).map_err(|error| RenderError::Template(error.to_string()))?;
        if text.len() > MAX_RENDERED_BYTES { Err(RenderError::TooLong) } else { Ok(text) }
    }

    /// Makes every plain expression `{{path}}` call the helper `json`, so that values keep their types.
    pub(super) fn with_literals(mut self) -> Self {
        make_literal(&mut self.parsed);
        self
    }
}

fn make_literal(template: &mut Parsed) {
    for element in &mut template.elements {
        match element {
            TemplateElement::Expression(expression) if is_path(expression) => {
                let path = std::mem::replace(&mut expression.name, Parameter::Name("json".to_owned()));
                expression.params.push(path);
            }
            TemplateElement::HelperBlock(block) => {
                block.template.as_mut().into_iter().chain(block.inverse.as_mut()).for_each(make_literal);
            }
            _ => {}
        }
    }
}

/// Returns true for an expression without arguments, which is a path.
pub(super) fn is_path(expression: &HelperTemplate) -> bool {
    !expression.block && expression.params.is_empty() && expression.hash.is_empty()
}

/// Returns the name and the arguments of a nested call.
pub(super) fn call(expression: &Subexpression) -> (&str, &[Parameter]) {
    (expression.name(), expression.params().map(Vec::as_slice).unwrap_or_default())
}

fn engine<'a>() -> Handlebars<'a> {
    let mut engine = Handlebars::new();
    engine.set_strict_mode(true);
    REMOVED.iter().for_each(|name| engine.unregister_helper(name));
    engine.register_helper("slugify", Box::new(Slugify));
    engine.register_helper("eq", Box::new(Equal));
    engine.register_helper("json", Box::new(JsonLiteral));
    engine
}

/// `slugify text`: lower-case letters and digits of any script, joined by single hyphens.
struct Slugify;

impl HelperDef for Slugify {
    fn call_inner<'reg: 'rc, 'rc>(
        &self,
        helper: &Helper<'rc>,
        _: &'reg Handlebars<'reg>,
        _: &'rc Context,
        _: &mut RenderContext<'reg, 'rc>,
    ) -> Result<ScopedJson<'rc>, EngineError> {
        let text = match present(helper, "slugify")? {
            Value::String(text) => slug(text),
            Value::Number(number) => slug(&number.to_string()),
            _ => return Err(RenderErrorReason::Other("slugify takes a text or a number".to_owned()).into()),
        };
        Ok(ScopedJson::Derived(Value::from(text)))
    }
}

fn slug(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// `eq a b`: true if both values are equal JSON. An absent value equals null.
struct Equal;

impl HelperDef for Equal {
    fn call_inner<'reg: 'rc, 'rc>(
        &self,
        helper: &Helper<'rc>,
        _: &'reg Handlebars<'reg>,
        _: &'rc Context,
        _: &mut RenderContext<'reg, 'rc>,
    ) -> Result<ScopedJson<'rc>, EngineError> {
        let value = |at| helper.param(at).map_or(&Value::Null, |parameter| parameter.value());
        Ok(ScopedJson::Derived(Value::Bool(value(0) == value(1))))
    }
}

/// `json value`: the value as a JSON literal on one line.
struct JsonLiteral;

impl HelperDef for JsonLiteral {
    fn call<'reg: 'rc, 'rc>(
        &self,
        helper: &Helper<'rc>,
        _: &'reg Handlebars<'reg>,
        _: &'rc Context,
        _: &mut RenderContext<'reg, 'rc>,
        out: &mut dyn Output,
    ) -> Result<(), EngineError> {
        out.write(&literal(present(helper, "json")?))?;
        Ok(())
    }
}

/// `lei_status lei`: `verified`, `not_found`, `bad_checksum`, `unverified`, or null if the text was not checked.
struct LeiStatusOf<F>(F);

impl<F: Fn(&str) -> Option<&'static str>> HelperDef for LeiStatusOf<F> {
    fn call_inner<'reg: 'rc, 'rc>(
        &self,
        helper: &Helper<'rc>,
        _: &'reg Handlebars<'reg>,
        _: &'rc Context,
        _: &mut RenderContext<'reg, 'rc>,
    ) -> Result<ScopedJson<'rc>, EngineError> {
        let status = helper.param(0).and_then(|parameter| parameter.value().as_str()).and_then(|lei| (self.0)(lei));
        Ok(ScopedJson::Derived(status.map_or(Value::Null, Value::from)))
    }
}

/// Returns the first argument, which must be present.
fn present<'h>(helper: &'h Helper<'_>, name: &'static str) -> Result<&'h Value, EngineError> {
    let parameter = helper.param(0).ok_or(RenderErrorReason::ParamNotFoundForIndex(name, 0))?;
    if parameter.is_value_missing() {
        return Err(EngineError::strict_error(parameter.relative_path()));
    }
    Ok(parameter.value())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn rendered(template: &str, data: &Value) -> Result<String, RenderError> {
        Template::parse(template).ok().expect("valid").render(data)
    }

    #[test]
    fn helpers_return_slugs_comparisons_and_literals() {
        let data = json!({"name": "Müller & Söhne (UK) Ltd.", "level": "HIGH", "list": [1, "a\n"]});
        assert_eq!(rendered("{{slugify name}}", &data).unwrap(), "müller-söhne-uk-ltd");
        assert_eq!(rendered("{{#if (eq level \"HIGH\")}}yes{{else}}no{{/if}}", &data).unwrap(), "yes");
        assert_eq!(rendered("{{#if (eq absent null)}}yes{{/if}}", &data).unwrap(), "yes");
        assert_eq!(rendered("{{json list}}", &data).unwrap(), r#"[1,"a\n"]"#);
    }

    #[test]
    fn values_in_text_are_neither_escaped_nor_templates() {
        assert_eq!(rendered("{{a}}", &json!({"a": "<{{b}}> & \"c\""})).unwrap(), "<{{b}}> & \"c\"");
    }

    #[test]
    fn a_missing_value_is_an_error_outside_of_if() {
        assert!(matches!(rendered("{{a}}", &json!({})), Err(RenderError::Template(_))));
        assert!(matches!(rendered("{{json a}}", &json!({})), Err(RenderError::Template(_))));
        assert_eq!(rendered("{{#if a}}{{a}}{{else}}-{{/if}}", &json!({})).unwrap(), "-");
    }

    #[test]
    fn a_long_result_is_refused() {
        let data = json!({"list": vec!["x".repeat(1000); 2000]});
        assert_eq!(rendered("{{#each list}}{{this}}{{/each}}", &data), Err(RenderError::TooLong));
    }
}
