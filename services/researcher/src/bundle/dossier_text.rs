//! The dossier of an entity as Markdown: what is known in one paragraph, each requested field, the findings, the
//! sources. Pure. Numbers in brackets cite the sources.

use domain::research::{label, names_entity};
use serde_json::Value;
use tools::source_tier::SourceTiers;

use super::dossier::Dossier;

/// Maximum number of findings in the first paragraph.
const MAX_SENTENCES: usize = 4;

/// Returns the dossier as Markdown.
pub(crate) fn markdown(dossier: &Dossier<'_>, tiers: &SourceTiers) -> String {
    let page = Text { dossier, sources: dossier.candidate_sources(tiers), narrative: dossier.narrative() };
    let parts = [page.head(), page.overview(), page.directions(), page.findings(), page.source_list()];
    let parts: Vec<String> =
        parts.into_iter().map(|part| part.trim_end().to_owned()).filter(|part| !part.is_empty()).collect();
    parts.join("\n\n") + "\n"
}

struct Text<'a> {
    dossier: &'a Dossier<'a>,
    sources: Vec<Value>,
    narrative: Vec<Value>,
}

impl Text<'_> {
    fn head(&self) -> String {
        let (entity, episode) = (self.dossier.entity, self.dossier.episode);
        let address = if episode.url.is_empty() { String::new() } else { format!(" <{}>", episode.url) };
        match episode.title.is_empty() {
            true => format!("# {}", escaped(&entity.name)),
            false => format!("# {}\n\nEpisode: {}{address}", escaped(&entity.name), escaped(&episode.title)),
        }
    }

    /// Returns the found fields and the findings that name the entity as one paragraph, then the names of the fields
    /// that were not found.
    fn overview(&self) -> String {
        let fields = self.dossier.todos.iter().flat_map(|(_, finished)| &finished.fields);
        let stated: Vec<String> = fields
            .map(|(name, field)| {
                format!(
                    "{}: {}{}",
                    escaped(&label(name)),
                    escaped(&field.value),
                    self.cites(field.sources.iter().map(String::as_str))
                )
            })
            .collect();
        let fields = if stated.is_empty() { String::new() } else { format!("{}. ", stated.join("; ")) };
        let named =
            self.narrative.iter().filter(|sentence| names_entity(text(sentence), &self.dossier.entity.name, &[]));
        let named: Vec<String> = named.take(MAX_SENTENCES).map(|sentence| self.sentence(sentence)).collect();
        let missing = self.dossier.missing();
        let missing: Vec<String> = missing.values().flatten().map(|name| escaped(&label(name))).collect();
        let missing =
            if missing.is_empty() { String::new() } else { format!("\n\nNot found: {}.", missing.join(", ")) };
        format!("{fields}{}{missing}", named.join(" ")).trim().to_owned()
    }

    fn directions(&self) -> String {
        let mut page = String::new();
        for (todo, finished) in &self.dossier.todos {
            let (key, objective) = (label(&todo.direction.key), &todo.direction.objective);
            page.push_str(&format!("## {}\n\n{}\n\n", escaped(&key), escaped(objective)));
            for (name, field) in &finished.fields {
                let cites = self.cites(field.sources.iter().map(String::as_str));
                page.push_str(&format!("- **{}**: {}{cites}\n", escaped(&label(name)), escaped(&field.value)));
            }
            for name in finished.missing(todo) {
                page.push_str(&format!("- **{}**: not found\n", escaped(&label(name))));
            }
            for one in &finished.acceptance {
                let met = one.met.map_or("not judged", |met| if met { "met" } else { "not met" });
                let reason = if one.reason.is_empty() { String::new() } else { format!(" ({})", escaped(&one.reason)) };
                page.push_str(&format!("- Criterion \"{}\": {met}{reason}\n", escaped(&one.criterion)));
            }
            if !finished.state.reason.is_empty() {
                page.push_str(&format!("- {}: {}\n", finished.state.status.name(), escaped(&finished.state.reason)));
            }
            page.push('\n');
        }
        page
    }

    fn findings(&self) -> String {
        let lines: Vec<String> = self.narrative.iter().map(|one| format!("- {}", self.sentence(one))).collect();
        if lines.is_empty() { String::new() } else { format!("## Findings\n\n{}", lines.join("\n")) }
    }

    fn source_list(&self) -> String {
        let field = |one: &Value, name: &str| one[name].as_str().unwrap_or_default().to_owned();
        let line = |one: &Value| {
            let title = field(one, "title");
            let title = if title.is_empty() { String::new() } else { format!("{}, ", escaped(&title)) };
            format!("{}. {title}<{}>: {}", one["rank"], field(one, "url"), escaped(&field(one, "reason")))
        };
        let lines: Vec<String> = self.sources.iter().map(line).collect();
        if lines.is_empty() { String::new() } else { format!("## Sources\n\n{}", lines.join("\n")) }
    }

    fn sentence(&self, sentence: &Value) -> String {
        let urls = sentence["sources"].as_array().into_iter().flatten().filter_map(Value::as_str);
        format!("{}{}", escaped(text(sentence)), self.cites(urls))
    }

    /// Returns the numbers of the sources in brackets, each after a space; the address of one that is not in the list.
    fn cites<'s>(&self, urls: impl Iterator<Item = &'s str>) -> String {
        let cite = |url: &str| match self.sources.iter().position(|source| source["url"] == url) {
            Some(place) => format!(" [{}]", place + 1),
            None => format!(" <{url}>"),
        };
        urls.map(cite).collect()
    }
}

fn text(sentence: &Value) -> &str {
    sentence["text"].as_str().unwrap_or_default()
}

/// Escapes text of others for one line of Markdown.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    let mut rest = text.chars().map(|c| if c.is_control() { ' ' } else { c }).peekable();
    let mut previous = ' ';
    while let Some(c) = rest.next() {
        // An underscore within a word does not start emphasis.
        let is_in_word =
            c == '_' && previous.is_alphanumeric() && rest.peek().is_some_and(|next| next.is_alphanumeric());
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '!') && !is_in_word {
            escaped.push('\\');
        }
        escaped.push(c);
        previous = c;
    }
    escaped
}
