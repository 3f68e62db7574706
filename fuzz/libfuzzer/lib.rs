//! Empty; only the build of the dependency matters.
