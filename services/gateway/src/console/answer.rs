//! Answers of the console: pages, redirections, and errors as pages.

use std::sync::Arc;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use console::notice::{Failure, failure};
use console::{Body, Frame, Section, Visitor, page};
use operations::OperationError;

use super::gate::Viewer;
use crate::Gateway;
use crate::http::Problem;

/// Media type of a page.
pub(super) const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// A page with the person that sees it, if there is one.
pub(super) struct Sheet<'a> {
    pub(super) viewer: Option<&'a Viewer>,
    /// Colours of the page.
    pub(super) theme: &'static str,
    pub(super) body: &'a Body,
}

/// Renders a page.
pub(super) fn rendered(gateway: &Arc<Gateway>, status: StatusCode, sheet: &Sheet<'_>) -> Response {
    let frame = frame(gateway, sheet.viewer.map(Viewer::visitor), sheet.theme);
    (status, [(header::CONTENT_TYPE, HTML)], page(&frame, sheet.body).into_string()).into_response()
}

fn frame(gateway: &Arc<Gateway>, visitor: Option<Visitor>, theme: &'static str) -> Frame {
    Frame { visitor, theme, now: gateway.operations.clock.now() }
}

/// Renders a page for anyone, the same for all.
pub(super) fn public_page(gateway: &Arc<Gateway>, body: &Body) -> String {
    page(&frame(gateway, None, ""), body).into_string()
}

/// Redirects to a path of the console after a change, so that a reload repeats nothing.
pub(super) fn see_other(path: &str) -> Response {
    let location = HeaderValue::from_str(path).unwrap_or(HeaderValue::from_static("/console"));
    (StatusCode::SEE_OTHER, [(header::LOCATION, location)]).into_response()
}

/// Describes an error for a person.
pub(super) fn described(problem: &Problem) -> Failure {
    let detail = problem.detail().to_owned();
    Failure { status: problem.status().as_u16(), detail, fields: problem.fields().to_vec(), typed: Vec::new() }
}

impl Viewer {
    /// Answers a page or an error.
    pub(super) fn show(&self, section: Section, body: Result<Body, OperationError>) -> Response {
        match body {
            Ok(body) => rendered(self.gateway(), StatusCode::OK, &self.sheet(&body)),
            Err(error) => self.refuse(section, error),
        }
    }

    /// Redirects to a path of the console after a change, or answers its error.
    pub(super) fn redirect(&self, section: Section, path: Result<String, OperationError>) -> Response {
        path.map_or_else(|error| self.refuse(section, error), |path| see_other(&path))
    }

    /// Answers an error.
    pub(super) fn refuse(&self, section: Section, error: OperationError) -> Response {
        self.fail(section, &described(&Problem::from(error)))
    }

    /// Answers an error with what the person has typed.
    pub(super) fn fail(&self, section: Section, found: &Failure) -> Response {
        let status = StatusCode::from_u16(found.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        rendered(self.gateway(), status, &self.sheet(&failure(Some(section), found)))
    }

    /// Returns a page for this person.
    pub(super) fn sheet<'a>(&'a self, body: &'a Body) -> Sheet<'a> {
        Sheet { viewer: Some(self), theme: self.theme(), body }
    }
}
