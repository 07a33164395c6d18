//! Locations of a file as those of the runtime.

use std::borrow::Cow;
use tfrt_host::error::Location;

/// Converts a location of a file into the runtime's. The reader bounds the nesting.
pub(crate) fn host_location(location: &tfrt_bef::Location<'_>) -> Location {
    let text = |text: &str| Cow::Owned(text.to_owned());
    match location {
        tfrt_bef::Location::Unknown | tfrt_bef::Location::Virtual => Location::Unknown,
        tfrt_bef::Location::FileLineCol { file, line, column } => {
            Location::FileLineCol { file: text(file), line: *line, column: *column }
        }
        tfrt_bef::Location::Name { name, child } => {
            Location::Name { name: text(name), child: Box::new(host_location(child)) }
        }
        tfrt_bef::Location::CallSite { callee, caller } => Location::CallSite {
            callee: Box::new(host_location(callee)),
            caller: Box::new(host_location(caller)),
        },
        tfrt_bef::Location::Fused(parts) => {
            Location::Fused(parts.iter().map(host_location).collect())
        }
    }
}
