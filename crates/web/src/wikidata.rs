//! Wikidata: the official website (P856) of a named thing and its names in other scripts, by its keyless API
//! (`<url>/w/api.php`).
//!
//! Every visitor can edit Wikidata, so an item counts only if the name or the LEI leads to one item: a wrong namesake
//! would make the site of another official. Names in the script of the looked-up name are left out: they may be the
//! names of other things, which a visitor could so redirect.

mod names;

use std::future::Future;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;

use crate::client::ClientError;
use crate::route::Route;
use crate::service::{Service, text};
use crate::{ServiceError, guard};
pub use names::ForeignName;

/// Name of the service in errors and cool-downs.
pub(crate) const SERVICE: &str = "wikidata";
/// Number of items of a name that are compared.
const MAX_ITEMS: &str = "7";
/// Properties: official website, Legal Entity Identifier, end time of a statement.
const WEBSITE: &str = "P856";
const LEI: &str = "P1278";
const END_TIME: &str = "P582";

/// What is looked up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedThing {
    /// Name in its usual spelling.
    pub name: String,
    /// Its LEI, if it is known.
    pub lei: Option<String>,
}

/// The official website of an item.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfficialSite {
    /// Id of the item, such as `Q42`.
    pub item: String,
    /// Address of the website.
    pub url: String,
}

/// The item of a named thing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegisteredThing {
    /// Id of the item, such as `Q42`.
    pub item: String,
    /// Address of the official website, if the item states one. Answers that were recorded as [`OfficialSite`] call it
    /// `url`.
    #[serde(alias = "url")]
    pub website: Option<String>,
    /// Legal Entity Identifier, if the item states one and its check digits are right.
    #[serde(default)]
    pub lei: Option<String>,
    /// Names in other scripts, those in frequent languages first.
    #[serde(default)]
    pub names: Vec<ForeignName>,
}

impl RegisteredThing {
    /// Returns the official website.
    pub fn site(&self) -> Option<OfficialSite> {
        let url = self.website.clone()?;
        Some(OfficialSite { item: self.item.clone(), url })
    }
}

/// Looks up official websites and names.
pub trait OfficialSites: Send + Sync + 'static {
    /// Returns the thing's item; `None` if no single item has the name.
    fn registered(
        &self,
        thing: &NamedThing,
    ) -> impl Future<Output = Result<Option<RegisteredThing>, ServiceError>> + Send;
}

/// Client of Wikidata.
#[derive(Debug, Clone)]
pub struct Wikidata {
    service: Service,
    base: Url,
}

impl Wikidata {
    /// Creates a client for `https://www.wikidata.org/` or an address with the same paths.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn new(base: Url, route: &Route) -> Result<Self, ClientError> {
        Ok(Self { service: Service::new(SERVICE, route)?, base })
    }

    async fn ask(&self, fields: &[(&str, &str)]) -> Result<Value, ServiceError> {
        let request = self.service.client().get(crate::tokens::join(&self.base, "w/api.php"));
        let answer = self.service.json(request.query(fields).query(&[("format", "json")])).await?;
        answer.ok_or_else(|| self.service.shape("there is no /w/api.php at the configured address"))
    }
}

impl OfficialSites for Wikidata {
    async fn registered(&self, thing: &NamedThing) -> Result<Option<RegisteredThing>, ServiceError> {
        let search = [
            ("action", "wbsearchentities"),
            ("search", thing.name.as_str()),
            ("language", names::language_of(&thing.name)),
            ("type", "item"),
            ("limit", MAX_ITEMS),
        ];
        let found = self.ask(&search).await?;
        let Some(rows) = found.get("search").and_then(Value::as_array) else {
            return Err(self.service.shape("no `search`"));
        };
        let ids = items_named(&thing.name, rows);
        if ids.is_empty() {
            return Ok(None);
        }
        let (ids_of, languages) = (ids.join("|"), names::LANGUAGES.join("|"));
        let fields = [
            ("action", "wbgetentities"),
            ("ids", ids_of.as_str()),
            ("props", "claims|labels|aliases"),
            ("languages", languages.as_str()),
        ];
        let items = self.ask(&fields).await?;
        let Some(items) = items.get("entities") else { return Err(self.service.shape("no `entities`")) };
        Ok(chosen(thing, &ids, items))
    }
}

/// Returns the ids of the items whose label or alias is the name.
fn items_named(name: &str, rows: &[Value]) -> Vec<String> {
    let same = |text: &str| text.trim().to_lowercase() == name.trim().to_lowercase();
    let is_named = |row: &&Value| {
        let matched = row.pointer("/match/text").and_then(Value::as_str).unwrap_or_default();
        same(matched) || same(&text(row, "label"))
    };
    let is_id = |id: &String| id.strip_prefix('Q').is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
    rows.iter().filter(is_named).map(|row| text(row, "id")).filter(is_id).collect()
}

/// Returns the item with the LEI, else the only item that states a website, else the only item.
fn chosen(thing: &NamedThing, ids: &[String], items: &Value) -> Option<RegisteredThing> {
    let of = |id: &String| {
        let item = items.get(id)?;
        let names = names::of_item(&thing.name, item);
        Some(RegisteredThing { item: id.clone(), website: website(item), lei: only_lei(item), names })
    };
    if let Some(lei) = &thing.lei {
        let has_lei =
            |id: &&String| items.get(id.as_str()).is_some_and(|item| values(item, LEI).any(|value| value == lei));
        return ids.iter().find(has_lei).and_then(of);
    }
    let (mut sited, mut bare): (Vec<RegisteredThing>, Vec<RegisteredThing>) =
        ids.iter().filter_map(of).partition(|thing| thing.website.is_some());
    match (sited.len(), bare.len()) {
        (1, _) => sited.pop(),
        (0, 1) => bare.pop(),
        _ => None,
    }
}

/// Returns the preferred website of an item, or the first one that has not ended.
fn website(item: &Value) -> Option<String> {
    let rank = |statement: &&Value| text(statement, "rank") != "preferred";
    let mut current: Vec<&Value> =
        statements(item, WEBSITE).filter(|row| row.pointer(&format!("/qualifiers/{END_TIME}")).is_none()).collect();
    current.sort_by_key(rank);
    let url = current.first()?.pointer("/mainsnak/datavalue/value")?.as_str()?;
    guard::check(url).ok().map(|_| url.to_owned())
}

/// Returns the LEI of an item that states one only.
fn only_lei(item: &Value) -> Option<String> {
    let mut all = values(item, LEI);
    let first = all.next()?;
    (all.next().is_none() && domain::Lei::parse(first).is_ok()).then(|| first.to_owned())
}

fn statements<'a>(item: &'a Value, property: &str) -> impl Iterator<Item = &'a Value> {
    let all = item.get("claims").and_then(|claims| claims.get(property)).and_then(Value::as_array);
    all.into_iter().flatten().filter(|statement| text(statement, "rank") != "deprecated")
}

fn values<'a>(item: &'a Value, property: &str) -> impl Iterator<Item = &'a str> {
    statements(item, property).filter_map(|statement| statement.pointer("/mainsnak/datavalue/value")?.as_str())
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::extract::Request;
    use axum::response::IntoResponse;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_recorded_answer_of_a_website_alone_is_read() {
        let recorded = r#"{"item":"Q1","url":"https://a.example/"}"#;
        let site: OfficialSite = serde_json::from_str(recorded).unwrap();
        let thing: RegisteredThing = serde_json::from_str(recorded).unwrap();
        assert_eq!(thing.site(), Some(site));
    }

    fn statement(value: &str, rank: &str) -> Value {
        json!({"rank": rank, "mainsnak": {"snaktype": "value", "datavalue": {"value": value, "type": "string"}}})
    }

    /// The documented replies: two items named Acme, one of which has an LEI, and one named otherwise.
    async fn world() -> Url {
        let app = Router::new().fallback(|request: Request| async move {
            let query = request.uri().query().unwrap_or_default().to_owned();
            let row = |id: &str, label: &str| json!({"id": id, "label": label, "match": {"type": "label", "text": label}});
            let site = |url: &str| json!({"P856": [statement("https://old.example/", "deprecated"), statement(url, "normal")]});
            let answer = match () {
                () if request.uri().path() != "/wd/w/api.php" || !query.ends_with("format=json") => json!({}),
                () if query.contains("search=Acme&") => {
                    json!({"search": [row("Q1", "Acme"), row("Q2", "ACME"), row("Q3", "Acme Robotics")]})
                }
                () if query.contains("search=Ober&") => json!({"search": [row("Q4", "Ober"), row("Q5", "Ober")]}),
                () if query.contains("ids=Q1%7CQ2&") => {
                    let mut second = site("https://second.example/");
                    second["P1278"] = json!([statement("549300O897ZC5H7CY412", "normal")]);
                    json!({"entities": {"Q1": {"claims": site("https://first.example/")}, "Q2": {"claims": second}}})
                }
                () if query.contains("search=%D0%A1%D0%B1%D0%B5%D1%80&language=ru&") => {
                    json!({"search": [row("Q6", "Сбер")]})
                }
                () if query.contains("ids=Q6&props=claims%7Clabels%7Caliases&languages=en%7C") => {
                    let text = |language: &str, value: &str| json!({"language": language, "value": value});
                    let labels = json!({"en": text("en", "Sber"), "ru": text("ru", "Сбер"), "ja": text("ja", "ズベル")});
                    let aliases = json!({"en": [text("en", "Sberbank of Russia")], "ja": [text("ja", "ズベルバンク")]});
                    json!({"entities": {"Q6": {"labels": labels, "aliases": aliases}}})
                }
                () if query.contains("ids=Q4%7CQ5&") => {
                    let mut ended = statement("https://ended.example/", "preferred");
                    ended["qualifiers"] = json!({"P582": []});
                    let claims = json!({"P856": [ended, statement("https://ober.example/", "normal")]});
                    json!({"entities": {"Q4": {"claims": claims}, "Q5": {"claims": {}}}})
                }
                () => json!({"search": []}),
            };
            answer.to_string().into_response()
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = Url::parse(&format!("http://{}/wd", listener.local_addr().unwrap())).unwrap();
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        url
    }

    #[tokio::test]
    async fn a_website_is_official_if_one_item_of_the_name_or_the_lei_states_it() {
        let client = Wikidata::new(world().await, &Route::Direct).unwrap();
        let site = async |name: &str, lei: Option<&str>| {
            let thing = NamedThing { name: name.to_owned(), lei: lei.map(str::to_owned) };
            let site = client.registered(&thing).await.unwrap().and_then(|found| found.site());
            site.map(|site| format!("{} {}", site.item, site.url))
        };
        assert_eq!(site("Acme", None).await, None, "two things have the name and a website");
        assert_eq!(site("Acme", Some("549300O897ZC5H7CY412")).await.as_deref(), Some("Q2 https://second.example/"));
        assert_eq!(site("Acme", Some("529900T8BM49AURSDO55")).await, None);
        assert_eq!(site("Ober", None).await.as_deref(), Some("Q4 https://ober.example/"), "the other one has ended");
        assert_eq!(site("Nowhere", None).await, None);
    }

    #[tokio::test]
    async fn names_in_other_scripts_are_read_without_a_website_too() {
        let client = Wikidata::new(world().await, &Route::Direct).unwrap();
        let thing = NamedThing { name: "Сбер".to_owned(), lei: None };
        let found = client.registered(&thing).await.unwrap().unwrap();
        let names: Vec<String> = found.names.iter().map(|it| format!("{} {}", it.language, it.name)).collect();
        assert_eq!((found.item.as_str(), found.website), ("Q6", None));
        assert_eq!(names, ["en Sber", "ja ズベル", "ja ズベルバンク"], "of names in Latin letters the label only");
    }

    #[test]
    fn an_lei_counts_if_it_is_the_only_one_and_valid() {
        let item = |leis: &[&str]| {
            let all: Vec<Value> = leis.iter().map(|lei| statement(lei, "normal")).collect();
            only_lei(&json!({"claims": {"P1278": all}}))
        };
        assert_eq!(item(&["HWUPKR0MPOU8FGXBT394"]).as_deref(), Some("HWUPKR0MPOU8FGXBT394"));
        assert_eq!(item(&["HWUPKR0MPOU8FGXBT395"]), None, "wrong check digits");
        assert_eq!(item(&["HWUPKR0MPOU8FGXBT394", "549300O897ZC5H7CY412"]), None);
    }

    #[test]
    fn a_private_address_is_no_website() {
        let item = json!({"claims": {"P856": [statement("http://169.254.169.254/", "normal")]}});
        assert_eq!(website(&item), None);
    }
}
