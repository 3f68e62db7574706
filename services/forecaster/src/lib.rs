//! forecaster
