//! What of a bundle a person reviews.

use serde::{Deserialize, Serialize};

/// Parts of a bundle that enter the review queue when its research has ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BundleReview {
    /// Each blocked todo: the reviewer gives the missing values, or releases it.
    pub blocked: bool,
    /// Each entity with a direction of priority 1: the reviewer confirms or corrects its fields.
    pub high_priority: bool,
}

impl BundleReview {
    /// Returns true if nothing is reviewed.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}
