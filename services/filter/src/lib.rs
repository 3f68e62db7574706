//! filter
