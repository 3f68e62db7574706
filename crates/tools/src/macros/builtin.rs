//! The macros that Auspex ships, compiled in.

/// Names and texts of the files in `macros/`.
pub(super) const FILES: [(&str, &str); 3] = [
    ("client-discovery.yaml", include_str!("../../../../macros/client-discovery.yaml")),
    ("regulatory-check.yaml", include_str!("../../../../macros/regulatory-check.yaml")),
    ("ubo-investigation.yaml", include_str!("../../../../macros/ubo-investigation.yaml")),
];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::macros::Registry;

    #[test]
    fn every_shipped_file_is_built_in_and_a_reload_changes_nothing() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../macros");
        let mut shipped: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        shipped.sort();
        assert_eq!(shipped, FILES.map(|(name, _)| name));
        let registry = Registry::builtin();
        assert_eq!(registry.list().len(), FILES.len());
        assert_eq!(registry.reload(), crate::macros::Reload::default());
    }
}
