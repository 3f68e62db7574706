//! The entities that the tenant has written itself, beside the common catalogue.

use domain::access::AccessScope::Read;
use domain::{Entity, Time};
use serde::{Deserialize, Serialize};
use store::memory::CataloguePage;
use utoipa::{IntoParams, ToSchema};

use crate::input::check_text;
use crate::{Context, OperationError, PageQuery};

/// Maximum characters of the id after which a page begins.
const MAX_AFTER: usize = 200;

/// Which part of the list to read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct OwnEntityQuery {
    /// Maximum entities of the page, 1 to 200; 50 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[param(minimum = 1, maximum = 200)]
    #[schema(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
    /// `next` of the previous page: the list continues after this id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[param(max_length = 200)]
    #[schema(max_length = 200)]
    pub after: Option<String>,
}

/// An entity in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OwnEntityItem {
    /// Id of the entity (a slug).
    pub id: String,
    /// Type of the entity.
    pub kind: String,
    /// Name of the entity.
    pub name: String,
    /// Symbol of a token.
    pub symbol: Option<String>,
    /// Time at which the tenant wrote it.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Time,
}

/// A page of entities.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OwnEntityList {
    /// Entities, ordered by id.
    pub items: Vec<OwnEntityItem>,
    /// `after` of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Returns a page of the entities that the tenant has written, ordered by id.
///
/// # Errors
/// The page is invalid, or Postgres is unavailable.
pub async fn list_own(cx: Context<'_>, query: &OwnEntityQuery) -> Result<OwnEntityList, OperationError> {
    cx.require(Read)?;
    let limit = PageQuery { limit: query.limit, cursor: None }.limit()?;
    let after = query.after.as_deref().unwrap_or_default();
    check_text("after", after, MAX_AFTER)?;
    // One more shows whether there is a next page.
    let page = CataloguePage { tenant: cx.tenant(), after, limit: limit + 1 };
    let mut items: Vec<OwnEntityItem> =
        cx.store().memory().entities(&page).await?.into_iter().map(OwnEntityItem::from).collect();
    let has_more = items.len() > limit as usize;
    items.truncate(limit as usize);
    let next = items.last().filter(|_| has_more).map(|last| last.id.clone());
    Ok(OwnEntityList { items, next })
}

impl From<Entity> for OwnEntityItem {
    fn from(entity: Entity) -> Self {
        let Entity { id, kind, name, symbol, created_at, .. } = entity;
        Self { id: id.to_string(), kind: kind.name().to_owned(), name, symbol, created_at }
    }
}
