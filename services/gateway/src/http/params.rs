//! Path and query parameters whose errors are problem details.

use std::str::FromStr;

use axum::extract::{FromRequestParts, Path};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::{Problem, decode};

/// The only path parameter of a route. Text that cannot be an id names nothing, so it is answered like an unknown id.
#[derive(Debug, Clone)]
pub struct Id<T>(pub T);

impl<S: Send + Sync, T: FromStr> FromRequestParts<S> for Id<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let text = Path::<String>::from_request_parts(parts, state).await;
        let id = text.ok().and_then(|Path(text)| text.parse().ok());
        id.map(Self)
            .ok_or_else(|| Problem::not_found("resource", "its id in the path is not one that this API returns"))
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

fn parameters<T: DeserializeOwned>(query: &str) -> Result<T, Problem> {
    let pairs = url::form_urlencoded::parse(query.as_bytes());
    decode(serde_urlencoded::Deserializer::new(pairs)).map_err(|misfit| {
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
        let (detail, digits) = ("invalid digit found in string", refused("key=a&limit=x"));
        assert_eq!(digits.fields(), [FieldProblem { field: "limit".to_owned(), detail: detail.to_owned() }]);
        assert_eq!(digits.detail(), format!("the query parameters: limit: {detail}"));
        let missing = refused("limit=1");
        assert_eq!((missing.detail(), missing.fields()), ("the query parameters: missing field `key`", &[][..]));
        assert!(refused("key=a&sort=b").detail().contains("unknown field `sort`"));
    }
}
