//! Checks that the modules of each crate have no cyclic dependencies, on any level: of the modules in one
//! module, none needs itself by way of its siblings. What a module and those inside it need of each other
//! is their own affair. A module whose parts do need each other says so, and why, beside them:
//! `// tidy: one unit. REASON`.

use crate::crates::Row;
use crate::modules::{self, Arrow, Modules};
use std::collections::BTreeMap;
use std::path::Path;

/// The arrows from each module, with a place of each.
type Arrows = BTreeMap<String, BTreeMap<String, String>>;

/// Reports the arrows that close a circle.
pub(crate) fn check(root: &Path, rows: &[Row], breaches: &mut Vec<String>) {
    for row in rows {
        let sources = root.join(&row.folder).join("src");
        check_crate(&row.name, modules::read(root, &sources), breaches);
    }
}

fn check_crate(name: &str, modules: Modules, breaches: &mut Vec<String>) {
    let Modules { arrows, mut units } = modules;
    for (outer, arrows) in siblings(&arrows) {
        let module = [&[name.to_owned()], &outer[..]].concat().join("::");
        let mut found = Vec::new();
        circles(&module, &arrows, &mut found);
        let excused = !found.is_empty() && units.remove(&outer);
        breaches.extend(found.into_iter().filter(|_| !excused));
    }
    for unit in units {
        let module = [&[name.to_owned()], &unit[..]].concat().join("::");
        breaches.push(format!("{module}: says that it is one unit, but has no circle"));
    }
}

/// The arrows between siblings, by the module that they are in.
fn siblings(arrows: &[Arrow]) -> BTreeMap<Vec<String>, Arrows> {
    let mut found: BTreeMap<Vec<String>, Arrows> = BTreeMap::new();
    for Arrow { from, to, place } in arrows {
        let common = from.iter().zip(to).take_while(|(a, b)| a == b).count();
        if let (Some(from_name), Some(to_name)) = (from.get(common), to.get(common)) {
            let level = found.entry(from[..common].to_vec()).or_default();
            let targets = level.entry(from_name.clone()).or_default();
            targets.entry(to_name.clone()).or_insert_with(|| place.clone());
        }
    }
    found
}

fn circles(name: &str, arrows: &Arrows, breaches: &mut Vec<String>) {
    for (from, targets) in arrows {
        for (to, place) in targets {
            if let Some(back) = path(arrows, to, from) {
                breaches.push(format!(
                    "{place}: {name}: {from} -> {to} closes a circle: {from} -> {}",
                    back.join(" -> ")
                ));
            }
        }
    }
}

/// A shortest way along the arrows, both ends included.
fn path(arrows: &Arrows, from: &str, to: &str) -> Option<Vec<String>> {
    let mut before: BTreeMap<&str, &str> = BTreeMap::new();
    let mut queue = vec![from];
    let mut next = 0;
    while let Some(&module) = queue.get(next) {
        next += 1;
        if module == to {
            let mut way = vec![to.to_owned()];
            let mut at = to;
            while at != from {
                at = before[at];
                way.insert(0, at.to_owned());
            }
            return Some(way);
        }
        for target in arrows.get(module).into_iter().flat_map(BTreeMap::keys) {
            if target != from && !before.contains_key(target.as_str()) {
                before.insert(target, module);
                queue.push(target);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaches(list: &[(&str, &str)], units: &[&str]) -> Vec<String> {
        let path = |text: &str| text.split('.').map(str::to_owned).collect();
        let place = "x.rs:1".to_owned();
        let arrow = |&(from, to): &(&str, &str)| Arrow {
            from: path(from),
            to: path(to),
            place: place.clone(),
        };
        let arrows: Vec<Arrow> = list.iter().map(arrow).collect();
        let units = units.iter().map(|unit| path(unit)).collect();
        let mut breaches = Vec::new();
        check_crate("n", Modules { arrows, units }, &mut breaches);
        breaches
    }

    #[test]
    fn circles_are_reported_with_their_way_back() {
        assert_eq!(breaches(&[("a", "b"), ("b", "c"), ("a", "d")], &[]), [""; 0]);
        let found = breaches(&[("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")], &[]);
        assert_eq!(found.len(), 3);
        assert_eq!(found[0], "x.rs:1: n: a -> b closes a circle: a -> b -> c -> a");
    }

    #[test]
    fn circles_are_found_on_each_level() {
        let list = [("m.a.x", "m.b"), ("m.b.y.z", "m.a"), ("m.a", "n"), ("m", "m.a")];
        let found = breaches(&list, &[]);
        let expected = [
            "x.rs:1: n::m: a -> b closes a circle: a -> b -> a",
            "x.rs:1: n::m: b -> a closes a circle: b -> a -> b",
        ];
        assert_eq!(found, expected);
        assert_eq!(breaches(&list, &["m"]), [""; 0]);
        let stale = breaches(&list[..1], &["m"]);
        assert_eq!(stale, ["n::m: says that it is one unit, but has no circle"]);
    }
}
