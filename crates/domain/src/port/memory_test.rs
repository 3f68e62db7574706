//! Limits of a new entity.

use super::*;
use crate::testing::entity;

#[test]
fn an_entity_at_its_limits_is_accepted_and_above_them_refused() {
    let attributes = |count: usize, bytes: usize| -> BTreeMap<String, String> {
        (0..count).map(|n| (format!("{n:02}"), "x".repeat(bytes / count - 2))).collect()
    };
    let full = NewEntity {
        name: "n".repeat(MAX_NAME_BYTES),
        symbol: Some("s".repeat(MAX_SYMBOL_BYTES)),
        metadata: attributes(16, MAX_METADATA_BYTES),
        ..entity()
    };
    assert_eq!(full.check(), Ok(()));
    for refused in [
        NewEntity { name: " ".into(), ..entity() },
        NewEntity { name: "n".repeat(MAX_NAME_BYTES + 1), ..entity() },
        NewEntity { symbol: Some("s".repeat(MAX_SYMBOL_BYTES + 1)), ..entity() },
        NewEntity { mint: Some("m".repeat(MAX_VALUE_BYTES + 1)), ..entity() },
        NewEntity { metadata: attributes(16, MAX_METADATA_BYTES + 16), ..entity() },
        NewEntity { metadata: attributes(MAX_ATTRIBUTES + 1, 200), ..entity() },
    ] {
        assert!(refused.check().is_err(), "{refused:?}");
    }
}
