//! Temporary.
mod common;
use std::collections::BTreeMap;

fn expected(out: &str) -> (BTreeMap<String, String>, Vec<String>, Vec<String>) {
    let mut map = BTreeMap::new();
    let mut prints = Vec::new();
    let mut order = Vec::new();
    for line in out.lines() {
        if let Some(rest) = line.strip_prefix("--- Running '") {
            order.push(rest.trim_end_matches("':").to_string());
            continue;
        }
        if line.starts_with("Choosing") || line.starts_with("---") {
            continue;
        }
        if line.starts_with('\'') && line.contains("' returned") {
            let (name, rest) = line[1..].split_once("' returned").unwrap();
            map.insert(name.to_string(), rest.trim().to_string());
            continue;
        }
        prints.push(line.to_string());
    }
    prints.sort();
    (map, prints, order)
}

#[test]
fn samples() {
    let dir = std::env::var("TFRT_SAMPLES").unwrap();
    let queue = std::env::var("TFRT_QUEUE").unwrap_or("s".into());
    let mut files: Vec<_> = std::fs::read_dir(&dir)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| {
            p.extension().is_some_and(|e| e == "mlir") && !p.to_string_lossy().contains("roundtrip")
        })
        .collect();
    files.sort();
    let catalogue = tfrt_kernels::catalogue();
    let (mut good, mut skipped, mut bad) = (0, 0, 0);
    for f in files {
        let name = f.file_stem().unwrap().to_string_lossy().to_string();
        let text = std::fs::read_to_string(&f).unwrap();
        let Ok(out) = std::fs::read_to_string(f.with_extension("out")) else { continue };
        let r = std::panic::catch_unwind(|| {
            let source = tfrt_compiler::source::Source::new("x", text.clone());
            let (module, d) = tfrt_compiler::syntax::parse(&source, &catalogue, Default::default());
            if !d.is_empty() {
                return Err(format!("parse {:?}", d[0].message));
            }
            let v = tfrt_compiler::verify::verify(module, &catalogue)
                .map_err(|e| format!("verify {}", e[0].message))?;
            tfrt_compiler::plan::build(&v, &catalogue)
                .map_err(|e| format!("plan {}", e[0].message))?;
            Ok(())
        });
        match r {
            Ok(Ok(())) => {}
            Ok(Err(e)) => {
                println!("SKIP {name}: {e}");
                skipped += 1;
                continue;
            }
            Err(_) => {
                println!("PANIC front {name}");
                skipped += 1;
                continue;
            }
        }
        let live = tfrt_host::value::live_count();
        let (map, prints, order) = expected(&out);
        let setup = common::setup_with(&text, &catalogue, 10_000, &queue);
        let mut ok = true;
        for n in &order {
            let got = setup.texts(n, vec![]);
            let want = map.get(n).cloned().unwrap_or_default();
            if got != want && !want.contains("unhandled") {
                println!("DIFF {name} @{n}\n  got  {got}\n  want {want}");
                ok = false;
            }
        }
        let mut o = setup.output.lock().unwrap().clone();
        o.sort();
        if o != prints {
            ok = false;
            println!("PRINTS {name}");
            for l in &o {
                if !prints.contains(l) {
                    println!("  extra {l}");
                }
            }
            for l in &prints {
                if !o.contains(l) {
                    println!("  missing {l}");
                }
            }
        }
        drop(setup);
        if tfrt_host::value::live_count() != live {
            println!("LEAK {name} {}", tfrt_host::value::live_count() - live);
            ok = false;
        }
        if ok { good += 1 } else { bad += 1 }
    }
    println!("good {good} skipped {skipped} bad {bad}");
}
