//! Path and query parameters whose errors are problem details.

use std::str::FromStr;

use axum::extract::{FromRequestParts, Path};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::{Misfit, Problem, decode};

/// Where to find the id of a path.
const ADVICE: &str = "the path needs a whole id as this API returns it; `GET /v1/find` finds ids by their first digits";

/// The only path parameter of a route. Text that cannot be an id names nothing, so it is answered like an unknown id.
#[derive(Debug, Clone)]
pub struct Id<T>(pub T);

impl<S: Send + Sync, T: FromStr> FromRequestParts<S> for Id<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let text = Path::<String>::from_request_parts(parts, state).await;
        let id = text.ok().and_then(|Path(text)| text.parse().ok());
        id.map(Self).ok_or_else(|| Problem::not_found("resource", ADVICE))
    }
}

/// The query parameters of a route.
#[derive(Debug, Clone)]
pub struct Params<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        parameters(parts.uri.query().unwrap_or_default()).map(Self)
    }
}

/// Decodes query parameters.
pub(crate) fn decode_query<T: DeserializeOwned>(query: &str) -> Result<T, Misfit> {
    decode(serde_urlencoded::Deserializer::new(url::form_urlencoded::parse(query.as_bytes())))
}

fn parameters<T: DeserializeOwned>(query: &str) -> Result<T, Problem> {
    decode_query(query).map_err(|misfit| {
        let detail = format!("the query parameters: {misfit}");
        let problem = Problem::new(StatusCode::BAD_REQUEST, "invalid-query", detail);
        problem.errors(misfit.named().into_iter().collect())
    })
}

#[cfg(test)]
mod tests {
    use operations::FieldProblem;

    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct TestParams {
        key: String,
        limit: Option<u32>,
    }

    #[test]
    fn an_error_of_a_parameter_names_it() {
        let found: TestParams = parameters("key=a+b%26&limit=3").unwrap();
        assert_eq!((found.key.as_str(), found.limit), ("a b&", Some(3)));
        let refused = |query| parameters::<TestParams>(query).unwrap_err();
        let (detail, digits) = ("must be a whole number of at least 0", refused("key=a&limit=x"));
        assert_eq!(digits.fields(), [FieldProblem { field: "limit".to_owned(), detail: detail.to_owned() }]);
        assert_eq!(digits.detail(), format!("the query parameters: limit: {detail}"));
        let missing = refused("limit=1");
        assert_eq!((missing.detail(), missing.fields().len()), ("the query parameters: key: is required", 1));
        assert!(refused("key=a&sort=b").detail().contains("unknown field `sort`"));
    }
}
