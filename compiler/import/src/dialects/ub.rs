//! `ub`: what MLIR leaves undefined has a value here.

use super::rules::Constant;
use super::{Dialect, Names, Others, entry};

pub(super) const DIALECT: Dialect = Dialect {
    name: "ub",
    ops: &[entry("ub.poison", &Constant::Poison, "zero")],
    others: Others::Refused(&[]),
    names: Names::All,
};
