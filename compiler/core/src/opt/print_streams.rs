//! `--tfrt-print-stream`: prints the stream analysis as remarks.

use super::Remark;
use crate::graph::{Body, Item, Module, is_compiled};
use crate::streams::{StreamOptions, analyze};
use tfrt_host::kernel::Catalogue;

/// One remark for the root of each function, then one for each op of the function's own block.
pub(super) fn run(
    module: &Module,
    catalogue: &Catalogue,
    remarks: &mut Vec<Remark>,
    log: &mut Vec<String>,
) {
    if is_compiled(module) {
        return;
    }
    for item in &module.items {
        let function = match item {
            Item::Function(function) => function,
            Item::Op(_) => continue,
            Item::Module(nested) => {
                run(nested, catalogue, remarks, log);
                continue;
            }
        };
        let Some(body) = &function.body else { continue };
        let Some(entry) = body.entry(Body::ROOT) else { continue };
        let options = StreamOptions::of_function(function, module);
        let streams = analyze(body, entry, options, |op| {
            catalogue.kernel(&body.op(op).name).map(|kernel| &kernel.op)
        });
        let (name, most) = (&function.name, streams.longest_path());
        log.push(format!("StreamAnalysis: max_cost for function {name} is {most}"));
        remarks.push(Remark { location: function.location.clone(), message: streams.remark(None) });
        remarks.extend(body.block(entry).ops.iter().enumerate().map(|(position, &op)| Remark {
            location: body.op(op).location.clone(),
            message: streams.remark(Some(position)),
        }));
    }
}
