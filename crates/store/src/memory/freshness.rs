//! Which identifiers need research: one query for a whole batch.

use domain::port::PortError;

use super::lease::at_work;
use super::{Freshness, folded};
use crate::Store;
use crate::effect::text::clean;

/// An exact context value (mint, LEI, …) names one entity; a symbol or a name does only if it is unique. A better kind
/// of match hides the worse ones.
const FRESHNESS: &str = concat!(
    "
WITH asked AS (
    SELECT ord, identifier, key FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (identifier, key, ord)
), hits AS (
    SELECT a.ord, 1 AS rank, c.entity FROM asked a JOIN representation_context c ON c.value = a.identifier
    UNION SELECT a.ord, 2, e.id FROM asked a JOIN entity e ON e.identity = 'mint:' || a.identifier
    UNION SELECT a.ord, 3, e.id FROM asked a JOIN entity e ON e.symbol_key = a.key
    UNION SELECT a.ord, 4, e.id FROM asked a JOIN entity e ON e.name_key = a.key
), best AS (
    SELECT DISTINCT ON (ord) ord, entity FROM
        (SELECT ord, rank, min(entity) AS entity, count(*) AS many FROM hits GROUP BY ord, rank) ranked
    WHERE many = 1 OR rank = 1 ORDER BY ord, rank
)
SELECT b.ord,
       coalesce((SELECT r.expires_at > now() AND r.ended_at IS NULL FROM research r WHERE r.entity = b.entity ORDER BY r.version DESC LIMIT 1), false),
       coalesce(l.holder IS NOT NULL AND (l.lease_until > now() OR ",
    at_work!("l"),
    "), false)
FROM best b LEFT JOIN entity_lease l ON l.entity = b.entity"
);

pub(super) async fn of(store: &Store, identifiers: &[String]) -> Result<Vec<Freshness>, PortError> {
    if identifiers.is_empty() {
        return Ok(Vec::new());
    }
    let exact: &Vec<String> = &identifiers.iter().map(|identifier| clean(identifier.trim())).collect();
    let keys: &Vec<String> = &identifiers.iter().map(|identifier| clean(&folded(identifier))).collect();
    let ask = |pool: sqlx::PgPool| async move {
        let rows: Vec<(i64, bool, bool)> = sqlx::query_as(FRESHNESS).bind(exact).bind(keys).fetch_all(&pool).await?;
        let mut answers = vec![Freshness::None; exact.len()];
        for (ordinal, fresh, held) in rows {
            let place = usize::try_from(ordinal - 1).ok().and_then(|place| answers.get_mut(place));
            if let Some(place) = place {
                *place = freshness(fresh, held);
            }
        }
        Ok(answers)
    };
    store.run("research", ask).await
}

/// Fresh research is fresh also while somebody renews it.
pub(crate) fn freshness(fresh: bool, held: bool) -> Freshness {
    match (fresh, held) {
        (true, _) => Freshness::Fresh,
        (false, true) => Freshness::InProgress,
        (false, false) => Freshness::None,
    }
}
