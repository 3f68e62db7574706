//! Path and query parameters whose errors are problem details.

use std::str::FromStr;

use axum::extract::{FromRequestParts, Path, Query};
use axum::http::StatusCode;
use axum::http::request::Parts;
use operations::FieldProblem;
use serde::de::DeserializeOwned;

use super::Problem;

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

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(query)| Self(query)).map_err(|error| {
            let text = error.body_text();
            let problem =
                Problem::new(StatusCode::BAD_REQUEST, "invalid-query", format!("the query parameters: {text}"));
            problem.errors(parameter(&text, parts.uri.query().unwrap_or_default()).into_iter().collect())
        })
    }
}

/// Returns the parameter that an error of the query names as `…: limit: invalid digit`, if the query has it.
fn parameter(text: &str, query: &str) -> Option<FieldProblem> {
    let (_, named) = text.split_once(": ")?;
    let (field, detail) = named.split_once(": ")?;
    let is_parameter = query.split('&').any(|pair| pair.split('=').next() == Some(field));
    is_parameter.then(|| FieldProblem { field: field.to_owned(), detail: detail.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_a_parameter_names_it() {
        let text = "Failed to deserialize query string: limit: invalid digit found in string";
        let field = parameter(text, "state=open&limit=x").unwrap();
        assert_eq!((field.field.as_str(), field.detail.as_str()), ("limit", "invalid digit found in string"));
        assert_eq!(parameter("Failed to deserialize query string: missing field `key`", "a=1"), None);
        assert_eq!(parameter(text, "state=open"), None);
    }
}
