//! How nodes become ops, by kinds of operators.

pub(super) mod activation;
pub(super) mod arithmetic;
pub(super) mod attention;
pub(super) mod contraction;
pub(super) mod control;
pub(super) mod grid;
pub(super) mod images;
pub(super) mod movement;
pub(super) mod normalization;
pub(super) mod order;
pub(super) mod quantized;
pub(super) mod recurrent;
pub(super) mod reduction;
pub(super) mod sequence;
pub(super) mod signal;
pub(super) mod states;
