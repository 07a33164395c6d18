//! What is worth knowing about a program that can be used.

use super::Verified;
use super::schema::is_chain;
use crate::source::Diagnostic;
use tfrt_host::kernel::{Effects, Outcome};

impl Verified {
    /// Warnings, in the order of the text: ops that write an operand in place and can fail, and whose
    /// chains nobody uses. The error of such an op is lost, and who reads the operand may read it
    /// before the write.
    #[must_use]
    pub fn warnings(&self) -> Vec<Diagnostic> {
        let mut warnings = Vec::new();
        for function in self.module.functions() {
            let Some(body) = &function.body else { continue };
            let ops = body.preorder();
            let mut used = vec![false; body.value_count()];
            for operand in ops.iter().flat_map(|&op| &body.op(op).operands) {
                used[operand.index()] = true;
            }
            for id in ops {
                let (op, def) = (body.op(id), self.definition_of(&function.name, id));
                let writes = def.is_some_and(|def| {
                    def.outcome != Outcome::Ready
                        && def.effects.is_some_and(|it| it.contains(Effects::WRITES))
                });
                let mut chains = op.results.iter().filter(|it| is_chain(&body.value(**it).ty));
                let unused = chains.clone().count() > 0 && chains.all(|it| !used[it.index()]);
                if writes && unused {
                    let message = format!(
                        "nobody uses the chain of '{}': if it fails, its error is lost, and what it writes may be read before",
                        op.name
                    );
                    warnings.push(Diagnostic::warning(op.span, message));
                }
            }
        }
        warnings.sort_by_key(|warning| warning.span.start);
        warnings
    }
}
