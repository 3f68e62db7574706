//! Wikidata: the official website (P856) of a named thing, by its keyless API (`<url>/w/api.php`).
//!
//! Every visitor can edit Wikidata, so a website counts only if the name or the LEI leads to one item: a wrong namesake
//! would make the site of another official.

use std::future::Future;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;

use crate::client::ClientError;
use crate::route::Route;
use crate::service::{Service, text};
use crate::{ServiceError, guard};

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

/// Looks up official websites.
pub trait OfficialSites: Send + Sync + 'static {
    /// Returns the official website; `None` if no single item of that name states one.
    fn official_site(
        &self,
        thing: &NamedThing,
    ) -> impl Future<Output = Result<Option<OfficialSite>, ServiceError>> + Send;
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
    async fn official_site(&self, thing: &NamedThing) -> Result<Option<OfficialSite>, ServiceError> {
        let search = [
            ("action", "wbsearchentities"),
            ("search", thing.name.as_str()),
            ("language", "en"),
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
        let items = self.ask(&[("action", "wbgetentities"), ("ids", &ids.join("|")), ("props", "claims")]).await?;
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

/// Returns the website of the item with the LEI, or of the only item that states a website.
fn chosen(thing: &NamedThing, ids: &[String], items: &Value) -> Option<OfficialSite> {
    let of = |id: &String| Some(OfficialSite { item: id.clone(), url: website(items.get(id)?)? });
    if let Some(lei) = &thing.lei {
        let has_lei =
            |id: &&String| items.get(id.as_str()).is_some_and(|item| values(item, LEI).any(|value| value == lei));
        return ids.iter().find(has_lei).and_then(of);
    }
    let mut sites = ids.iter().filter_map(of);
    let first = sites.next()?;
    sites.next().is_none().then_some(first)
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
            client.official_site(&thing).await.unwrap().map(|site| format!("{} {}", site.item, site.url))
        };
        assert_eq!(site("Acme", None).await, None, "two things have the name and a website");
        assert_eq!(site("Acme", Some("549300O897ZC5H7CY412")).await.as_deref(), Some("Q2 https://second.example/"));
        assert_eq!(site("Acme", Some("529900T8BM49AURSDO55")).await, None);
        assert_eq!(site("Ober", None).await.as_deref(), Some("Q4 https://ober.example/"), "the other one has ended");
        assert_eq!(site("Nowhere", None).await, None);
    }

    #[test]
    fn a_private_address_is_no_website() {
        let item = json!({"claims": {"P856": [statement("http://169.254.169.254/", "normal")]}});
        assert_eq!(website(&item), None);
    }
}
