//! Check of a template against the schema of its data: every name exists, optional fields are only used inside
//! `{{#if}}`, and only the documented helpers are called.

use std::collections::HashSet;

use handlebars::Template as Parsed;
use handlebars::template::{HelperTemplate, Parameter, TemplateElement};
use serde_json::Value;

use super::mistake::suggestion;
use super::schema_path::{items, step};
use super::template::{BLOCKS, FUNCTIONS, LEI_STATUS, Template, call, is_path};

/// A mistake: line and column in the template, from 1, and the reason.
pub(super) struct TemplateMistake {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) problem: String,
}

/// Kind of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Text for a model.
    Prompt,
    /// Verbs: values are JSON literals.
    Verbs,
}

/// Returns every mistake. `schema` describes the data of the template.
pub(super) fn check(template: &Template, schema: &Value, purpose: Purpose) -> Vec<TemplateMistake> {
    let root = Context { path: String::new(), schema, looped: false };
    let mut check =
        Check { root: schema, purpose, contexts: vec![root], present: Vec::new(), at: (1, 1), found: Vec::new() };
    check.template(&template.parsed);
    check.found
}

/// A block's context: `each` and `with` open one.
struct Context<'a> {
    /// Path from the root, unique per field: `.entities[].name`.
    path: String,
    schema: &'a Value,
    /// `true` inside `each`.
    looped: bool,
}

struct Check<'a> {
    root: &'a Value,
    purpose: Purpose,
    contexts: Vec<Context<'a>>,
    /// Paths that an enclosing `{{#if}}` found to be present.
    present: Vec<HashSet<String>>,
    at: (usize, usize),
    found: Vec<TemplateMistake>,
}

/// A path that was resolved.
struct Resolved<'a> {
    path: String,
    schema: &'a Value,
    /// Name of the first part that may be absent.
    uncertain: Option<String>,
}

impl<'a> Check<'a> {
    fn add(&mut self, problem: String) {
        let (line, column) = self.at;
        self.found.push(TemplateMistake { line, column, problem });
    }

    fn template(&mut self, template: &Parsed) {
        for (index, element) in template.elements.iter().enumerate() {
            if let Some(place) = template.mapping.get(index) {
                self.at = (place.0, place.1);
            }
            match element {
                TemplateElement::RawString(_) | TemplateElement::Comment(_) => {}
                TemplateElement::HtmlExpression(_) if self.purpose == Purpose::Verbs => {
                    self.add("`{{{` would write a value without quotes; write `{{…}}`".to_owned());
                }
                TemplateElement::HtmlExpression(expression) | TemplateElement::Expression(expression) => {
                    self.expression(expression);
                }
                TemplateElement::HelperBlock(block) => self.block(block),
                _ => self.add("partials and decorators are not supported".to_owned()),
            }
        }
    }

    fn expression(&mut self, expression: &HelperTemplate) {
        let name = expression.name.as_name().unwrap_or_default().to_owned();
        // A helper's name without arguments calls the helper, even if a field has this name.
        let reserved = FUNCTIONS.contains(&name.as_str()) || BLOCKS.contains(&name.as_str()) || name == LEI_STATUS;
        if is_path(expression) && !reserved {
            self.needed(&expression.name);
        } else {
            self.function(&name, &expression.params, expression.hash.is_empty());
        }
    }

    /// Checks a call of a helper that returns a value.
    fn function(&mut self, name: &str, parameters: &[Parameter], no_hash: bool) {
        let expected = match name {
            "slugify" | "json" => 1,
            "eq" => 2,
            LEI_STATUS if self.purpose == Purpose::Verbs => 1,
            _ => {
                let names = FUNCTIONS.into_iter().chain((self.purpose == Purpose::Verbs).then_some(LEI_STATUS));
                let problem = format!("unknown helper `{name}`{}", suggestion(name, names.chain(BLOCKS)));
                return self.add(problem);
            }
        };
        if parameters.len() != expected || !no_hash {
            self.add(format!("`{name}` takes {expected} argument{}", if expected == 1 { "" } else { "s" }));
        }
        let absent_allowed = matches!(name, "eq" | LEI_STATUS);
        for parameter in parameters {
            self.argument(parameter, absent_allowed);
        }
    }

    fn argument(&mut self, parameter: &Parameter, absent_allowed: bool) {
        match parameter {
            Parameter::Literal(_) => {}
            Parameter::Subexpression(nested) => {
                let (name, parameters) = call(nested);
                let no_hash = nested.hash().is_none_or(std::collections::HashMap::is_empty);
                self.function(name, parameters, no_hash);
            }
            path if absent_allowed => drop(self.resolve(path)),
            path => drop(self.needed(path)),
        }
    }

    fn block(&mut self, block: &HelperTemplate) {
        let name = block.name.as_name().unwrap_or_default().to_owned();
        if !BLOCKS.contains(&name.as_str()) {
            return self.add(format!("unknown block `{name}`{}", suggestion(&name, BLOCKS)));
        }
        if block.block_param.is_some() {
            self.add(format!("`as |…|` is not supported; use `this` and `../` inside `{name}`"));
        }
        let [argument] = block.params.as_slice() else {
            return self.add(format!("`{name}` takes 1 argument"));
        };
        match name.as_str() {
            "if" | "unless" => self.condition(block, argument, name == "if"),
            _ => self.nested(block, argument, name == "each"),
        }
    }

    fn condition(&mut self, block: &HelperTemplate, argument: &Parameter, positive: bool) {
        let present = self.proven(argument);
        let (certain, other) =
            if positive { (&block.template, &block.inverse) } else { (&block.inverse, &block.template) };
        if let Some(template) = certain {
            self.present.push(present);
            self.template(template);
            self.present.pop();
        }
        other.iter().for_each(|template| self.template(template));
    }

    /// Checks a condition and returns the paths that are present if it is true.
    fn proven(&mut self, argument: &Parameter) -> HashSet<String> {
        if let Parameter::Subexpression(nested) = argument {
            self.argument(argument, true);
            let (name, parameters) = call(nested);
            let against_null = parameters.iter().any(|p| matches!(p, Parameter::Literal(Value::Null)));
            // `eq` of two paths is true if both are absent; with a literal, the path is present.
            let literal = parameters.iter().any(|p| matches!(p, Parameter::Literal(_) | Parameter::Subexpression(_)));
            if name != "eq" || against_null || !literal {
                return HashSet::new();
            }
            let nested_calls = parameters.iter().filter_map(|p| match p {
                Parameter::Subexpression(inner) => Some(call(inner).1),
                _ => None,
            });
            let paths: Vec<&Parameter> = parameters.iter().chain(nested_calls.flatten()).collect();
            return paths.into_iter().flat_map(|path| self.prefixes(path)).collect();
        }
        if !matches!(argument, Parameter::Literal(_)) {
            self.resolve(argument);
        }
        self.prefixes(argument).into_iter().collect()
    }

    fn nested(&mut self, block: &HelperTemplate, argument: &Parameter, each: bool) {
        let Some(resolved) = self.needed(argument) else { return };
        let Some(schema) = (if each { items(self.root, resolved.schema) } else { Some(resolved.schema) }) else {
            let raw = argument.as_name().unwrap_or_default();
            return self.add(format!("`{raw}` is not a list; `each` needs a list or an object"));
        };
        let path = if each { format!("{}[]", resolved.path) } else { resolved.path };
        if let Some(template) = &block.template {
            self.contexts.push(Context { path, schema, looped: each });
            self.template(template);
            self.contexts.pop();
        }
        block.inverse.iter().for_each(|template| self.template(template));
    }

    /// Resolves a path whose value must be present.
    fn needed(&mut self, parameter: &Parameter) -> Option<Resolved<'a>> {
        let resolved = self.resolve(parameter)?;
        if let Some(name) = &resolved.uncertain {
            let raw = parameter.as_name().unwrap_or_default();
            self.add(format!("`{name}` is optional; use it inside {{{{#if {raw}}}}}"));
        }
        Some(resolved)
    }

    /// Resolves a path and reports unknown names.
    fn resolve(&mut self, parameter: &Parameter) -> Option<Resolved<'a>> {
        let raw = parameter.as_name()?.to_owned();
        if let Some(local) = raw.trim_start_matches("../").strip_prefix('@').filter(|name| !name.starts_with("root")) {
            return self.local(local);
        }
        let (context, names) = self.split(&raw)?;
        let (mut path, mut schema) = (context.path.clone(), context.schema);
        let mut uncertain = None;
        for name in names {
            path = format!("{path}.{name}");
            match step(self.root, schema, &name) {
                Ok(next) => {
                    let guarded = self.present.iter().any(|paths| paths.contains(&path));
                    if !next.certain && !guarded && uncertain.is_none() {
                        uncertain = Some(name);
                    }
                    schema = next.schema;
                }
                Err(known) => {
                    let names = known.into_iter().collect::<Vec<_>>();
                    self.add(format!("unknown name `{name}`{}", suggestion(&name, names)));
                    return None;
                }
            }
        }
        Some(Resolved { path, schema, uncertain })
    }

    /// Resolves `@index`, `@key`, `@first` and `@last`.
    fn local(&mut self, name: &str) -> Option<Resolved<'a>> {
        let looped = self.contexts.iter().any(|context| context.looped);
        if looped && matches!(name, "index" | "key" | "first" | "last") {
            return Some(Resolved { path: format!("@{name}"), schema: &Value::Bool(true), uncertain: None });
        }
        self.add(format!("unknown name `@{name}`; inside `each` there are @index, @key, @first and @last"));
        None
    }

    /// Returns the context in which a path begins, and its names.
    fn split(&mut self, raw: &str) -> Option<(&Context<'a>, Vec<String>)> {
        let mut rest = raw;
        let mut level = self.contexts.len() - 1;
        if let Some(path) = rest.strip_prefix("@root") {
            (level, rest) = (0, path);
        }
        while let Some(path) = rest.strip_prefix("../") {
            rest = path;
            let Some(outer) = level.checked_sub(1) else {
                self.add(format!("`{raw}` leads above the data"));
                return None;
            };
            level = outer;
        }
        let names = rest.split(['.', '/']).map(|name| name.trim_matches(['[', ']']));
        let names = names.filter(|name| !name.is_empty() && *name != "this").map(str::to_owned).collect();
        Some((&self.contexts[level], names))
    }

    /// Returns a path and the paths of the values that contain it.
    fn prefixes(&mut self, parameter: &Parameter) -> Vec<String> {
        let Some(raw) = parameter.as_name().filter(|_| !matches!(parameter, Parameter::Subexpression(_))) else {
            return Vec::new();
        };
        let Some((context, names)) = self.split(raw) else { return Vec::new() };
        let mut path = context.path.clone();
        let extend = |name: String| {
            path = format!("{path}.{name}");
            path.clone()
        };
        names.into_iter().map(extend).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn mistakes(template: &str, purpose: Purpose) -> Vec<String> {
        let schema = json!({
            "type": "object", "required": ["name", "people"],
            "properties": {
                "name": {"type": "string"}, "lei": {"type": "string"},
                "apex": {"type": "object", "properties": {"city": {}}, "required": ["city"]},
                "people": {"type": "array", "items": {"properties": {"name": {}, "age": {}}, "required": ["name"]}},
            },
        });
        let Ok(template) = Template::parse(template) else { panic!("{template}") };
        let found = check(&template, &schema, purpose);
        found.into_iter().map(|m| format!("{}:{}: {}", m.line, m.column, m.problem)).collect()
    }

    #[test]
    fn correct_templates_have_no_mistake() {
        let correct = [
            "{{name}} {{#if lei}}{{lei}}{{else}}none{{/if}} {{#if apex}}{{apex.city}}{{/if}}",
            "{{#if apex.city}}{{#with apex}}{{city}} of {{../name}}{{/with}}{{/if}}",
            "{{#each people}}{{@index}} {{this.name}} {{#if age}}{{age}}{{/if}} {{@root.name}} {{../name}}{{/each}}",
            "{{#unless lei}}no{{else}}{{lei}}{{/unless}}{{#if (eq lei \"x\")}}{{lei}}{{/if}}",
            "{{#if lei}}{{slugify lei}}{{else if apex}}{{json apex}}{{/if}}",
            "{{#each people}}{{json this}}{{/each}}{{! a comment }}",
        ];
        for template in correct {
            assert_eq!(mistakes(template, Purpose::Prompt), Vec::<String>::new(), "{template}");
        }
        let verbs = "{{#if (eq (lei_status lei) \"verified\")}}{{lei}}{{/if}}";
        assert_eq!(mistakes(verbs, Purpose::Verbs), Vec::<String>::new());
    }

    #[test]
    fn every_mistake_is_reported_with_its_place() {
        assert_eq!(
            mistakes("Hello {{nam}}\n  {{#each people}}{{nmae}}{{/each}}", Purpose::Prompt),
            ["1:7: unknown name `nam`; did you mean `name`?", "2:19: unknown name `nmae`; did you mean `name`?"]
        );
        let cases = [
            ("{{lei}}", "`lei` is optional; use it inside {{#if lei}}"),
            ("{{apex.city}}", "`apex` is optional; use it inside {{#if apex.city}}"),
            ("{{#if lei}}x{{else}}{{lei}}{{/if}}", "`lei` is optional; use it inside {{#if lei}}"),
            ("{{#if (eq lei name)}}{{lei}}{{/if}}", "`lei` is optional; use it inside {{#if lei}}"),
            ("{{#if lie}}x{{/if}}", "unknown name `lie`; did you mean `lei`?"),
            ("{{#each name}}x{{/each}}", "`name` is not a list; `each` needs a list or an object"),
            ("{{upper name}}", "unknown helper `upper`"),
            ("{{eq name}}", "`eq` takes 2 arguments"),
            ("{{json}}", "`json` takes 1 argument"),
            ("{{#when name}}x{{/when}}", "unknown block `when`"),
            ("{{> header}}", "partials and decorators are not supported"),
            ("{{../name}}", "`../name` leads above the data"),
            ("{{@index}}", "unknown name `@index`; inside `each` there are @index, @key, @first and @last"),
            ("{{#each people as |p|}}x{{/each}}", "`as |…|` is not supported; use `this` and `../` inside `each`"),
            ("{{lei_status name}}", "unknown helper `lei_status`"),
        ];
        for (template, problem) in cases {
            let found = mistakes(template, Purpose::Prompt);
            assert!(found.len() == 1 && found[0].ends_with(problem), "{template}: {found:?}");
        }
    }

    #[test]
    fn verbs_cannot_write_values_without_quotes() {
        assert!(mistakes("{{{name}}}", Purpose::Verbs)[0].contains("without quotes"));
        assert_eq!(mistakes("{{{name}}}", Purpose::Prompt), Vec::<String>::new());
    }
}
