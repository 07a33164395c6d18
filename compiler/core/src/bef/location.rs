//! Locations between the graph and BEF.

use crate::verify::MAX_NESTING;
use tfrt_bef::Location as BefLocation;
use tfrt_host::error::Location;

/// A location as BEF stores it. What nests deeper than BEF can say is unknown.
pub(super) fn encode(location: &Location) -> BefLocation<'_> {
    encode_at(location, MAX_NESTING)
}

fn encode_at(location: &Location, levels: usize) -> BefLocation<'_> {
    let Some(levels) = levels.checked_sub(1) else { return BefLocation::Unknown };
    match location {
        Location::Unknown => BefLocation::Unknown,
        Location::FileLineCol { file, line, column } => {
            BefLocation::FileLineCol { file, line: *line, column: *column }
        }
        Location::Name { name, child } => {
            BefLocation::Name { name, child: Box::new(encode_at(child, levels)) }
        }
        Location::CallSite { callee, caller } => BefLocation::CallSite {
            callee: Box::new(encode_at(callee, levels)),
            caller: Box::new(encode_at(caller, levels)),
        },
        Location::Fused(children) => {
            BefLocation::Fused(children.iter().map(|child| encode_at(child, levels)).collect())
        }
    }
}

/// A location of BEF as the graph has it; one that the file did not encode is unknown. BEF's
/// reader bounds the nesting.
pub(super) fn decode(location: BefLocation<'_>) -> Location {
    match location {
        BefLocation::Unknown | BefLocation::Virtual => Location::Unknown,
        BefLocation::FileLineCol { file, line, column } => {
            Location::FileLineCol { file: file.to_owned().into(), line, column }
        }
        BefLocation::Name { name, child } => {
            Location::Name { name: name.to_owned().into(), child: Box::new(decode(*child)) }
        }
        BefLocation::CallSite { callee, caller } => Location::CallSite {
            callee: Box::new(decode(*callee)),
            caller: Box::new(decode(*caller)),
        },
        BefLocation::Fused(children) => Location::Fused(children.into_iter().map(decode).collect()),
    }
}
