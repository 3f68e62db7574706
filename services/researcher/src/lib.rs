//! researcher
