//! Who calls an operation.

use domain::Tenant;
use domain::access::{AccessScope, TokenId};

use crate::OperationError;

/// The sender of a request: its token, and what the token may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// Id of the token; of an OIDC token: derived from its issuer and subject.
    pub token: TokenId,
    /// Name of the token; of an OIDC token: its subject.
    pub name: String,
    /// The tenant that the caller may act for.
    pub tenant: Tenant,
    /// Scopes of the token.
    pub scopes: Vec<AccessScope>,
}

impl Caller {
    /// Returns `true` if the token has a scope.
    pub fn may(&self, scope: AccessScope) -> bool {
        self.scopes.contains(&scope)
    }

    /// Refuses a token that lacks a scope.
    ///
    /// # Errors
    /// [`OperationError::MissingScope`] if the token lacks it.
    pub fn require(&self, scope: AccessScope) -> Result<(), OperationError> {
        if self.may(scope) { Ok(()) } else { Err(OperationError::MissingScope(scope)) }
    }
}
