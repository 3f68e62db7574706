//! Every operation is behind three doors: a route of HTTP, a tool or resource of MCP, and a command that calls a route.
//! Exceptions are listed with their reason.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::production;
use super::{Tree, Violations};

const OPERATIONS: &str = "crates/operations/src/";
const ROUTES: &str = "services/gateway/src/routes/";
const MCP: &str = "services/gateway/src/mcp/";
const DOOR: &str = "services/cli/src/door/";
const CLI: &str = "services/cli/src/";

/// Operations that fewer than three doors reach, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("changes::list", "the audit trail is read by an auditor's program, over HTTP"),
    ("console::create_login", "opens a browser; a model has none"),
    ("console::open_issued_session", "a browser signs in; it has a cookie and no token"),
    ("console::open_session", "a browser signs in; it has a cookie and no token"),
    ("costs::history", "the input of the estimate of --dry-run"),
    ("dead_letter_groups::count", "the number beside a page of the console"),
    ("event_list::count", "the number beside a page of the console"),
    ("runs::count", "the number beside a page of the console"),
    ("memory::notes_counted", "the list and the number beside it, for a page of the console"),
    ("runs::list_counted", "the list and the number beside it, for a page of the console"),
    ("dead_letters::trail", "`auspex event` prints the whole trail of the event"),
    ("event_list::values", "the numbers beside the filters of a page of the console"),
    ("deep_reports::look", "a part of the wait of write_report"),
    ("deep_reports::status", "a part of the wait of write_report"),
    ("questions::look", "a part of the wait of ask"),
    ("questions::status", "a part of the wait of ask"),
    ("research::look", "a part of the wait of research_and_store"),
    ("entities::call_tool", "the researcher's own tools, offered to models as they are"),
    ("entities::find", "the tool resolve_entity of the researcher finds entities for models"),
    ("entities::report_key", "a part of the route that shows an entity's report"),
    ("events::message", "bytes are for a file; get_event shows a model the event"),
    ("events::publish", "a command publishes files, which are batches"),
    ("events::publish_batch", "a batch is a file; a model publishes one event"),
    ("find::find", "short ids are for people; a model has whole ids"),
    ("fleet::show", "`auspex doctor` asks the servers, so that it works without a gateway"),
    ("forecasts::show", "a part of runs::show and of get_forecast"),
    ("outcomes::record", "`auspex resolve` records one outcome as a batch of one"),
    ("outcomes::record_all", "a batch is a file; resolve_question records one outcome"),
    ("reports::exists", "a part of the page of an entity in the console"),
    ("reports::html", "a page is for a browser; a model reads Markdown"),
    ("research::request", "HTTP and the command request it by `retrieve` with `research`"),
    ("research::store", "stores what a client's model has researched; `auspex remember` adds documents of people"),
    ("reviews::current", "a part of the approval over MCP, which asks the client's user"),
    ("reviews::is_ready", "a part of the approval over MCP, which asks the client's user"),
    ("reviews::preview", "a part of the approval over MCP, which asks the client's user"),
    ("reviews::open_desk", "drafts and presence exist in the console only"),
    ("reviews::present", "drafts and presence exist in the console only"),
    ("reviews::save_draft", "drafts and presence exist in the console only"),
    ("reviews::discard_draft", "drafts and presence exist in the console only"),
    ("reviews::session", "research_status shows a model the state; list_reviews the results of the session"),
    ("reviews::status", "a part of reviews::session, which HTTP and the command show"),
    ("runs::check_owned", "a check of the streams of HTTP, which no call waits for"),
    ("runs::detail", "the page of the console; runs::show has the same rows"),
    ("runs::neighbors", "links between pages of the console; a list has the order"),
    ("runs::show", "get_forecast shows a model the state and the forecast of a run"),
    ("runs::status", "get_forecast shows it; HTTP and the command show the run"),
    ("scores::show", "`auspex score` computes the score from the forecasts that it reads for its tables and its plot"),
    ("webhooks::show", "the list has the same fields, for at most 20 webhooks"),
];

/// Modules that are reached by another name.
const ALIASES: [(&str, &str); 4] =
    [("run_calls", "runs"), ("run_list", "runs"), ("related_runs", "runs"), ("research/entities", "entities")];

/// Shared files beside the operations.
const SHARED: [&str; 2] = ["progress.rs", "audit.rs"];

/// Doors of each operation.
pub fn reached(tree: &Tree) -> BTreeMap<String, BTreeSet<&'static str>> {
    let operations = operations(tree);
    let routes = Routes::read(tree);
    let called = routes.called_by(&door_calls(tree));
    let under = |folder: &str| tree.rust_under(folder).map(|(_, text)| production(text)).collect::<Vec<_>>();
    let (http, mcp) = (under(ROUTES), under(MCP));
    let doors = |operation: &String| {
        let in_any = |texts: &[String]| texts.iter().any(|text| calls(text, operation));
        let reached = [("HTTP", in_any(&http)), ("MCP", in_any(&mcp)), ("CLI", called.contains(operation))];
        reached.into_iter().filter(|(_, is_reached)| *is_reached).map(|(door, _)| door).collect()
    };
    operations.iter().map(|operation| (operation.clone(), doors(operation))).collect()
}

/// Operations that fewer than three doors reach and that are no exceptions, and exceptions that are none.
pub fn check(tree: &Tree) -> Violations {
    let reached = reached(tree);
    let excepted = |operation: &str| EXCEPTIONS.iter().any(|(name, _)| *name == operation);
    let missing = reached.iter().filter(|(operation, doors)| doors.len() < 3 && !excepted(operation));
    let missing = missing.map(|(operation, doors)| {
        format!("{operation} is reached by {doors:?} only: add the others, or an exception with its reason")
    });
    let needless = EXCEPTIONS.iter().filter(|(name, _)| reached.get(*name).is_none_or(|doors| doors.len() == 3));
    missing.chain(needless.map(|(name, _)| format!("{name} is no exception: remove it from the list"))).collect()
}

/// Returns the public functions that take a context, as `noun::verb`.
fn operations(tree: &Tree) -> BTreeSet<String> {
    let mut operations = BTreeSet::new();
    for (path, text) in tree.rust_under(OPERATIONS) {
        let module = path.trim_start_matches(OPERATIONS).trim_end_matches(".rs");
        if SHARED.iter().any(|shared| path.ends_with(&format!("/{shared}"))) {
            continue;
        }
        let alias = ALIASES.iter().find(|(own, _)| *own == module).map(|(_, alias)| *alias);
        let noun = alias.unwrap_or_else(|| module.split('/').next().unwrap_or_default());
        let code = production(text);
        for (start, _) in code.match_indices("pub ") {
            let rest = code[start + 4..].trim_start_matches("async ");
            let Some(rest) = rest.strip_prefix("fn ") else { continue };
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let parameters = rest.split("->").next().unwrap_or_default();
            if parameters.contains("cx: Context<") {
                operations.insert(format!("{noun}::{name}"));
            }
        }
    }
    operations
}

/// Returns `true` if the code calls a function by this path, which may be the end of a longer one.
fn calls(code: &str, function: &str) -> bool {
    code.match_indices(function).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let is_whole = !before.is_some_and(|c| c.is_alphanumeric() || c == '_');
        is_whole && code[at + function.len()..].trim_start().starts_with(['(', ','])
    })
}

/// A part of a path: a text, or anything (`None`).
type Part = Option<String>;

/// A request: method and path.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Request {
    method: String,
    path: Vec<Part>,
}

impl Request {
    fn is_to(&self, route: &Request) -> bool {
        let fits = |(own, other): (&Part, &Part)| own.is_none() || other.is_none() || own == other;
        self.method == route.method
            && self.path.len() == route.path.len()
            && self.path.iter().zip(&route.path).all(fits)
    }
}

/// The functions of the routes, and the requests that they answer.
struct Routes {
    /// Code of each function, by file and name: `runs::list`.
    functions: BTreeMap<String, String>,
    requests: Vec<(Request, String)>,
}

impl Routes {
    fn read(tree: &Tree) -> Self {
        let mut routes = Self { functions: BTreeMap::new(), requests: Vec::new() };
        for (path, text) in tree.rust_under(ROUTES) {
            let stem = path.trim_start_matches(ROUTES).trim_end_matches(".rs");
            let code = production(text);
            let starts: Vec<usize> = code.match_indices("fn ").map(|(at, _)| at).collect();
            for (place, start) in starts.iter().enumerate() {
                let end = starts.get(place + 1).copied().unwrap_or(code.len());
                let body = &code[start + 3..end];
                let name: String = body.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                let before = &code[place.checked_sub(1).map_or(0, |place| starts[place])..*start];
                let function = format!("{stem}::{name}");
                routes.requests.extend(described(before).map(|request| (request, function.clone())));
                routes.functions.insert(function, body.to_owned());
            }
        }
        routes
    }

    /// Returns the functions that are called by the handlers of these requests, as they are written.
    fn called_by(&self, requests: &[Request]) -> BTreeSet<String> {
        let is_called = |route: &Request| requests.iter().any(|request| request.is_to(route));
        let mut open: Vec<&String> =
            self.requests.iter().filter(|(route, _)| is_called(route)).map(|(_, name)| name).collect();
        let (mut seen, mut called) = (BTreeSet::new(), BTreeSet::new());
        while let Some(function) = open.pop() {
            let Some(body) = self.functions.get(function).filter(|_| seen.insert(function)) else { continue };
            called.extend(called_in(body));
            let stem = function.split("::").next().unwrap_or_default();
            let is_local = |name: &&String| {
                let local = name.strip_prefix(&format!("{stem}::"));
                calls(body, name) || local.is_some_and(|local| body.contains(&format!(" {local}(")))
            };
            open.extend(self.functions.keys().filter(is_local));
        }
        called
    }
}

/// Returns the request that a description of a route states.
fn described(before: &str) -> Option<Request> {
    let (_, description) = before.rsplit_once("#[utoipa::path(")?;
    let method = description.trim_start().split(',').next()?.trim().to_uppercase();
    let path = description.split_once("path = \"")?.1.split('"').next()?;
    let part = |part: &str| (!part.starts_with('{')).then(|| part.to_owned());
    Some(Request { method, path: path.split('/').skip(1).map(part).collect() })
}

/// Returns the last two parts of each path of a called function.
fn called_in(body: &str) -> Vec<String> {
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let paths = body.split(|c: char| !is_path(c)).filter(|path| path.contains("::"));
    let last_two = |path: &str| {
        let parts: Vec<&str> = path.split("::").collect();
        parts.windows(2).last().map(|two| two.join("::"))
    };
    paths.filter_map(last_two).collect()
}

/// Returns the requests of the methods of the command line's door that a command uses.
fn door_calls(tree: &Tree) -> Vec<Request> {
    let commands: Vec<String> =
        tree.rust_under(CLI).filter(|(path, _)| !path.starts_with(DOOR)).map(|(_, text)| production(text)).collect();
    let mut requests = Vec::new();
    for (_, text) in tree.rust_under(DOOR) {
        let code = production(text);
        for (at, _) in code.match_indices("[\"v1\"") {
            let method_name = code[..at].rsplit_once("fn ").map(|(_, rest)| rest).unwrap_or_default();
            let name: String = method_name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let is_used = name == "path" || commands.iter().any(|code| code.contains(&format!("{name}(")));
            let list = code[at + 1..].split(']').next().unwrap_or_default();
            let path = list.split(", ").map(|part| part_of(part, &code)).collect();
            if is_used {
                requests.push(Request { method: method_before(&code[..at]).to_owned(), path });
            }
        }
    }
    requests
}

/// Reads a part of a path: a text, a constant of the file, or a value.
fn part_of(part: &str, code: &str) -> Part {
    let text = |quoted: &str| quoted.strip_prefix('"')?.split('"').next().map(str::to_owned);
    let part = part.trim().trim_end_matches(',');
    let constant = || code.split_once(&format!("const {part}: &str = ")).and_then(|(_, value)| text(value));
    text(part).or_else(constant)
}

/// Returns the method of a request whose path follows. The path of a decision about a result is built before its
/// request, which is a POST.
fn method_before(code: &str) -> &'static str {
    let statement = code.rsplit([';', '{', '}']).next().unwrap_or_default();
    if let Some((_, method)) = statement.rsplit_once("Method::") {
        return ["GET", "POST", "PUT", "PATCH", "DELETE"]
            .into_iter()
            .find(|name| method.starts_with(*name))
            .unwrap_or("GET");
    }
    match statement {
        "" | " " => "POST",
        _ if statement.contains(".delete(") => "DELETE",
        _ if statement.contains("self") => "GET",
        _ => "POST",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPERATION: &str = "pub async fn list(cx: Context<'_>) -> R {}\npub async fn drop(cx: Context<'_>, id: Uuid) -> R {}\nfn own(cx: Context<'_>) {}";
    const ROUTE: &str = "#[utoipa::path(\n    get, path = \"/v1/notes\", tag = \"t\",\n)]\npub async fn all() { Ok(notes::list(cx).await?) }\n
#[utoipa::path(\n    post, path = \"/v1/notes/{note}/drop\",\n)]\npub async fn remove() { helped(1) }\nfn helped() { notes::drop(cx) }";
    const TOOL: &str = "async fn t(call: McpCall) { notes::list(call.cx()) }";
    const CALLER: &str =
        "const PATH: &str = \"notes\";\nimpl Door { pub fn all(&self) { self.get(&[\"v1\", PATH], &()) }
pub fn close(&self) { self.send(Method::POST, &[\"v1\", PATH, &id.to_string(), \"drop\"], &()) } }";

    fn tree(command: &str) -> Tree {
        Tree::from_texts(&[
            ("crates/operations/src/notes.rs", OPERATION),
            ("services/gateway/src/routes/notes.rs", ROUTE),
            ("services/gateway/src/mcp/tools/notes.rs", TOOL),
            ("services/cli/src/door/notes.rs", CALLER),
            ("services/cli/src/notes.rs", command),
        ])
    }

    #[test]
    fn an_operation_that_a_door_lacks_is_a_violation() {
        let reached = reached(&tree("fn run(door: &Door) { door.all(); door.close() }"));
        assert_eq!(reached["notes::list"], BTreeSet::from(["HTTP", "MCP", "CLI"]));
        assert_eq!(reached["notes::drop"], BTreeSet::from(["HTTP", "CLI"]));
        let violations = check(&tree("fn run(door: &Door) { door.close() }"));
        assert!(violations.iter().any(|line| line.starts_with("notes::list is reached by {\"HTTP\", \"MCP\"}")));
        assert!(violations.iter().any(|line| line.starts_with("notes::drop is reached by")), "{violations:?}");
        assert!(violations.contains(&"find::find is no exception: remove it from the list".to_owned()));
    }
}
