//! Locations as text.

use super::attribute::escape;
use tfrt_host::error::Location;

/// `loc(…)`.
pub(in crate::syntax) fn location(location: &Location) -> String {
    format!("loc({})", value(location))
}

/// What stands between the parentheses. Recurses as deep as the parser lets locations nest.
fn value(location: &Location) -> String {
    match location {
        Location::Unknown => "unknown".to_owned(),
        Location::FileLineCol { file, line, column } => {
            format!("{}:{line}:{column}", escape(file.as_bytes()))
        }
        Location::Name { name, child } => match &**child {
            Location::Unknown => escape(name.as_bytes()),
            child => format!("{}({})", escape(name.as_bytes()), value(child)),
        },
        Location::CallSite { callee, caller } => {
            format!("callsite({} at {})", value(callee), value(caller))
        }
        Location::Fused(parts) => {
            let parts: Vec<String> = parts.iter().map(value).collect();
            format!("fused[{}]", parts.join(", "))
        }
    }
}
