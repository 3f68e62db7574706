//! Macros of a gateway. Without one, their definitions are files.

use operations::macros::{MacroDetail, MacroItem};

use super::{DoorError, HttpClient};

impl HttpClient {
    /// Returns the installed macros.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn macros(&self, search: Option<&str>) -> Result<Vec<MacroItem>, DoorError> {
        self.get(&["v1", "macros"], &[("search", search)]).await
    }

    /// Returns the definition of a macro.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn macro_detail(&self, name: &str) -> Result<MacroDetail, DoorError> {
        self.get(&["v1", "macros", name], &()).await
    }
}
