//! Checks that public types have an example in their documentation, as rustdoc shows them: so it is
//! held of all that users reach, through re-exports too, and of nothing that is hidden.

use std::fs;
use std::path::Path;

/// The crates that users have to do with: `tfrt`, those that it re-exports whole, and `tfrt-build`.
const CHECKED: [&str; 7] =
    ["tfrt", "tfrt_build", "tfrt_host", "tfrt_jit", "tfrt_kernels", "tfrt_op", "tfrt_tensor"];

/// The kinds of types, as in the names of their pages.
const KINDS: [&str; 4] = ["enum.", "struct.", "trait.", "union."];

/// What follows on a page on what belongs to the type itself.
const ENDS: [&str; 4] = [
    "id=\"deref-methods",
    "id=\"implementors\"",
    "id=\"synthetic-implementations\"",
    "id=\"trait-implementations\"",
];

/// Reports each public type without an example. `cargo doc` has run.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let (mut types, mut breaches) = (0, Vec::new());
    for krate in CHECKED {
        let folder = root.join("target/doc").join(krate);
        let read = |page: &str| {
            let path = folder.join(page);
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
        };
        for page in pages(&read("all.html")?) {
            types += 1;
            if !has_example(&read(page)?) {
                let name = page.trim_end_matches(".html").replace('/', "::");
                breaches.push(format!("{krate}: {name} has no example"));
            }
        }
    }
    println!("xtask: {types} public types, {} without an example", breaches.len());
    if breaches.is_empty() { Ok(()) } else { Err(breaches.join("\n")) }
}

/// The pages of types, of all that the list of a crate's items links to.
fn pages(list: &str) -> impl Iterator<Item = &str> {
    let links = list.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    links.filter(|link| {
        let file = link.rsplit('/').next().unwrap_or(link);
        !link.starts_with('.') && KINDS.iter().any(|kind| file.starts_with(kind))
    })
}

/// Whether the type's own documentation, or that of its own methods, has code.
fn has_example(page: &str) -> bool {
    let end = ENDS.iter().filter_map(|end| page.find(end)).min().unwrap_or(page.len());
    page[..end].contains("rust-example-rendered")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_found() {
        let list = "<a href=\"struct.A.html\"><a href=\"b/trait.B.html\"><a href=\"fn.c.html\">\
                    <a href=\"../static.files/struct.css\">";
        assert_eq!(pages(list).collect::<Vec<_>>(), ["struct.A.html", "b/trait.B.html"]);
    }

    #[test]
    fn examples_of_others_do_not_count() {
        let example = "<pre class=\"rust rust-example-rendered\">";
        assert!(has_example(&format!("{example}<h2 id=\"trait-implementations\">")));
        assert!(!has_example(&format!("<h2 id=\"trait-implementations\">{example}")));
    }
}
