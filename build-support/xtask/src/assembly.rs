//! The code of released tiles: no sum may leave its register before its chain ends. A compiler that keeps sums in
//! memory changes no result, and makes products several times slower.

use super::cargo;
use std::collections::HashMap;
use std::path::Path;

/// Fused operations of a loop that make it a tile's.
const FUSED: usize = 8;

/// Compiles products and convolutions, and reads their loops. False on a processor whose code it cannot read.
pub(crate) fn check(root: &Path) -> Result<bool, String> {
    if !cfg!(target_arch = "x86_64") {
        return Ok(false);
    }
    let path = root.join("target/assembly.s");
    let emitted = format!("--emit=asm={}", path.display());
    let options = ["-C", "codegen-units=1", &emitted];
    let example = ["rustc", "--release", "-p", "tfrt-numeric", "--example", "tiles", "--"];
    cargo(&[&example[..], &options].concat())?;
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    for register in ["%ymm", "%zmm"] {
        let (tiles, wrong) = tiles(&text, register);
        println!("xtask: {tiles} loops of tiles with {register}");
        if let Some(first) = wrong.first() {
            return Err(format!("{} loops of tiles have sums in memory: {first}", wrong.len()));
        }
        if tiles == 0 {
            return Err(format!("no loop of a tile with {register}"));
        }
    }
    Ok(true)
}

/// How many innermost loops consist of fused operations on such registers, and what each of them that uses the stack
/// for one does there first.
fn tiles<'a>(text: &'a str, register: &str) -> (usize, Vec<&'a str>) {
    // Where labels are, and since the last that something jumped back to, which lines there are.
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut labels: HashMap<&str, usize> = HashMap::new();
    let (mut tiles, mut wrong, mut inner) = (0, Vec::new(), 0);
    for (at, line) in lines.iter().enumerate() {
        if let Some(label) = line.strip_suffix(':') {
            labels.insert(label, at);
            continue;
        }
        let target = line.split_whitespace().nth(1).filter(|_| line.starts_with('j'));
        let Some(&start) = target.and_then(|target| labels.get(target)) else { continue };
        // A loop around another one ends behind it.
        if start < inner {
            continue;
        }
        inner = at;
        let body = || lines[start..at].iter().filter(|line| line.contains(register));
        if body().filter(|line| line.starts_with("vfmadd")).count() >= FUSED {
            tiles += 1;
            wrong.extend(body().find(|line| line.contains("(%rsp")));
        }
    }
    (tiles, wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_in_memory_is_found() {
        let fused = "  vfmadd231ps %ymm1, %ymm2, %ymm3\n".repeat(FUSED);
        let tile = |more: &str| {
            format!(".L0:\n.L1:\n{fused}{more}  jne .L1\n  vmovups %ymm3, (%rsp)\n  jne .L0\n")
        };
        assert_eq!(tiles(&tile(""), "%ymm"), (1, vec![]));
        assert_eq!(tiles(&tile(""), "%zmm"), (0, vec![]));
        let spilled = "  vmovups %ymm3, 64(%rsp)\n";
        assert_eq!(tiles(&tile(spilled), "%ymm"), (1, vec![spilled.trim()]));
        assert_eq!(tiles(&tile("  movq 8(%rsp), %rax\n"), "%ymm"), (1, vec![]));
    }
}
