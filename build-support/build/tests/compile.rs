//! Build scripts as users write them: what is generated, what is refused and how.

use std::fs;
use std::path::{Path, PathBuf};
use tfrt_build::{Config, Errors};

const TWICE: &str = "func.func @twice(%x: i32) -> i32 {\n  %y = tfrt.add.i32 %x, %x\n  \
                     tfrt.return %y : i32\n}\n";

/// An empty folder with what a crate needs.
struct Crate {
    root: PathBuf,
}

impl Crate {
    fn new(name: &str, files: &[(&str, &[u8])]) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("build").join(name);
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("out")).expect("the target folder can be written");
        for (name, content) in files {
            let path = root.join(name);
            fs::create_dir_all(path.parent().expect("files stand in folders"))
                .expect("the target folder can be written");
            fs::write(path, content).expect("the target folder can be written");
        }
        Self { root }
    }

    fn config(&self) -> Config {
        Config::new().manifest_dir(&self.root).out_dir(self.root.join("out"))
    }

    fn generated(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.root.join("out").join(name)).ok()
    }
}

fn messages(outcome: Result<(), Errors>) -> Vec<String> {
    outcome.expect_err("there are problems").messages().to_vec()
}

#[test]
fn a_folder_becomes_modules() {
    let files: [(&str, &[u8]); 5] = [
        ("graphs/twice.mlir", TWICE.as_bytes()),
        ("graphs/more/with-dash.mlir", TWICE.as_bytes()),
        ("graphs/more/match.mlir", TWICE.as_bytes()),
        ("graphs/none/notes.txt", b"not a program"),
        ("graphs/README.md", b"not a program either"),
    ];
    let folder = Crate::new("folder", &files);
    folder.config().compile("graphs/").unwrap();
    let code = folder.generated("graphs.rs").unwrap();
    let file = syn::parse_file(&code).unwrap();
    assert_eq!(modules(&file.items), ["more", "more::r#match", "more::with_dash", "twice"]);
    assert!(code.contains("pub fn twice(x: i32) -> i32"), "{code}");
    assert!(code.contains("include_bytes!"), "cargo tracks the graph");
}

/// The paths of all modules, sorted.
fn modules(items: &[syn::Item]) -> Vec<String> {
    let mut paths = Vec::new();
    for item in items {
        let syn::Item::Mod(module) = item else { continue };
        let name = module.ident.to_string();
        paths.push(name.clone());
        let inner = module.content.as_ref().map_or(&[][..], |(_, items)| items);
        paths.extend(modules(inner).into_iter().map(|path| format!("{name}::{path}")));
    }
    paths.sort();
    paths
}

#[test]
fn one_file_and_lists() {
    let text = "func.func @sample(%id: i32) -> !my.sample {\n  %s = \"my.read\"(%id) : (i32) -> \
                !my.sample\n  tfrt.return %s : !my.sample\n}\n";
    let folder = Crate::new("file", &[("graphs/more/sample.mlir", text.as_bytes())]);
    let config = folder.config().kernels("crate::MY").kernels("other::KERNELS");
    config.compile("graphs").unwrap();
    let code = folder.generated("graphs.rs").unwrap();
    let file = syn::parse_file(&code).unwrap();
    assert_eq!(modules(&file.items), ["more"]);
    // The crate's compiler checks the program, which it finds wherever paths begin.
    let words: String = code.split_whitespace().collect();
    let path = folder.root.join("graphs/more/sample.mlir");
    assert!(words.contains("::tfrt::tfrt_graph!{crate=::tfrt;"), "{code}");
    assert!(words.contains(&format!("pubmodsample=\"{}\";", path.display())), "{code}");
    assert!(words.contains("kernels=[super::__graphs_MY,super::__graphs_KERNELS];"), "{code}");
    // Once, so that a list that is not there is one error.
    assert_eq!(code.matches("crate::MY").count(), 1, "{code}");
    let import = "use crate::MY as __graphs_MY; // named by the build script\n";
    assert!(code.contains(import), "{code}");
    assert!(code.contains("use other::KERNELS as __graphs_KERNELS;"), "{code}");
    let config = folder.config().kernels("crate::a::MY").kernels("crate::b::MY");
    config.compile("graphs/more").unwrap();
    let code = folder.generated("more.rs").unwrap();
    assert!(code.contains("use crate::b::MY as __more_MY_1;"), "{code}");
    let words: String = code.split_whitespace().collect();
    assert!(words.contains("kernels=[self::__more_MY,self::__more_MY_1];"), "{code}");
    // Without the lists neither type nor kernel is known.
    let found = messages(folder.config().compile("graphs"));
    assert!(
        found.iter().all(|message| message.starts_with("graphs/more/sample.mlir:")),
        "{found:?}"
    );
    assert!(found.iter().any(|message| message.contains("my.read")), "{found:?}");
    for wrong in ["", "super::MY", "a b"] {
        let found = messages(folder.config().kernels(wrong).compile("graphs"));
        let message =
            format!("'{wrong}' is not the path of a list of kernels, such as `crate::MY`");
        assert_eq!(found, [message]);
    }
}

#[test]
fn every_problem_at_once_and_nothing_written() {
    let files: [(&str, &[u8]); 5] = [
        ("graphs/a.mlir", b"func.func @f() {\n  %y = tfrt.add.i32 %a, %b\n  tfrt.return\n}\n"),
        ("graphs/b.mlir", b"func.func @g() -> i32 {\n  tfrt.return\n}\n"),
        ("graphs/c.bef", b"\x0b\xef\x00\x01"),
        ("graphs/d.mlir", b"\xff\xfe"),
        ("graphs/twice.mlir", TWICE.as_bytes()),
    ];
    let folder = Crate::new("problems", &files);
    let found = messages(folder.config().compile("graphs"));
    let starts = [
        "graphs/a.mlir:2:21: error: use of undeclared SSA value name",
        "graphs/a.mlir:2:25: error: use of undeclared SSA value name",
        "graphs/b.mlir:2:3: error: ",
        "graphs/c.bef: ",
        "graphs/d.mlir: not UTF-8 at byte 0",
    ];
    assert_eq!(found.len(), starts.len(), "{found:#?}");
    for (message, start) in found.iter().zip(starts) {
        assert!(message.starts_with(start), "{message}\nshould start with {start}");
    }
    assert_eq!(folder.generated("graphs.rs"), None);
}

#[test]
fn names_that_cannot_be_modules() {
    const WRONG: &[u8] = b"func.func @g() -> i32 {\n  tfrt.return\n}\n";
    let files: [(&str, &[u8]); 7] = [
        ("graphs/.hidden/notes.txt", b"no program is in there"),
        ("graphs/1st.mlir", TWICE.as_bytes()),
        ("graphs/2nd/wrong.mlir", WRONG),
        ("graphs/a-b.mlir", TWICE.as_bytes()),
        ("graphs/a_b.mlir", TWICE.as_bytes()),
        ("graphs/self.mlir", WRONG),
        ("graphs/wrong.mlir", WRONG),
    ];
    let folder = Crate::new("names", &files);
    let found = messages(folder.config().compile("graphs"));
    let (names, programs) = found.split_at(4);
    assert_eq!(
        names,
        [
            "graphs/1st.mlir: '1st' cannot be the name of a module",
            "graphs/2nd: '2nd' cannot be the name of a module",
            "graphs/a_b.mlir: there is a module 'a_b' already",
            "graphs/self.mlir: 'self' cannot be the name of a module",
        ]
    );
    // What is wrong with programs is found nevertheless, also with those of such names.
    let places = programs.iter().map(|message| message.split(": ").next().unwrap());
    let files = ["graphs/self.mlir:2:3", "graphs/wrong.mlir:2:3", "graphs/2nd/wrong.mlir:2:3"];
    assert_eq!(places.collect::<Vec<_>>(), files);
    assert_eq!(folder.generated("graphs.rs"), None);

    let file = Crate::new("one_name", &[("1st.mlir", WRONG)]);
    let found = messages(file.config().compile("1st.mlir"));
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[0], "1st.mlir: '1st' cannot be the name of a module");
    assert!(found[1].starts_with("1st.mlir:2:3: error: "), "{found:?}");
}

#[test]
fn what_is_not_there() {
    let folder = Crate::new("missing", &[]);
    let found = messages(folder.config().compile("graphs"));
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("cannot read graphs, relative to Cargo.toml: "), "{found:?}");
    let found = messages(folder.config().compile(".."));
    assert_eq!(found, ["..: not the path of a folder or file with a name"]);
}

#[test]
fn a_build_script_shows_the_problems_as_they_are() {
    let folder = Crate::new("shown", &[("g.mlir", b"func.func @f() -> i32 {\n  tfrt.return\n}\n")]);
    let errors = folder.config().compile("g.mlir").unwrap_err();
    // What `main` prints of an error is its `Debug`.
    let shown = format!("{errors:?}");
    assert!(shown.starts_with("1 problem in host programs\n\ng.mlir:2:3: error: "), "{shown}");
    assert!(shown.contains("\n  tfrt.return\n  ^\n"), "{shown}");
}

/// The helper, played by a shell script: it prints the generic form of the program here.
#[cfg(all(unix, feature = "mlir"))]
#[test]
fn the_mlir_helper_reads_what_needs_it_where_asked() {
    use std::os::unix::fs::PermissionsExt as _;
    const PRETTY: &str = "func.func @f(%x: i32) -> i32 {\n  %y = func.call @g(%x) : (i32) -> i32\n  \
                          return %y : i32\n}\nfunc.func @g(%x: i32) -> i32 {\n  return %x : i32\n}\n";
    const HELPER: &str = "#!/bin/sh\nsed 's/func.call @g(%x)/\"func.call\"(%x) {callee = @g}/'\n";
    let files: [(&str, &[u8]); 3] = [
        ("graphs/inner/pretty.mlir", PRETTY.as_bytes()),
        ("graphs/twice.mlir", TWICE.as_bytes()),
        ("tfrt-mlir", HELPER.as_bytes()),
    ];
    let folder = Crate::new("helper", &files);
    let refused = messages(folder.config().compile("graphs"));
    let [refused] = &refused[..] else { panic!("{refused:?}") };
    assert!(
        refused.starts_with("graphs/inner/pretty.mlir:2:8: error: custom op 'func.call' in its")
    );
    let remedies =
        "tfrt import X.mlir -o X.gen.mlir` and name that file, or have a build script run it";
    assert!(refused.contains(remedies), "{refused}");
    let script = folder.root.join("tfrt-mlir");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let helper = tfrt_build::Helper::new(script);
    folder.config().mlir_helper(helper.clone()).compile("graphs").unwrap();
    let code = folder.generated("graphs.rs").unwrap();
    assert!(code.contains("pub fn f(x: i32) -> i32") && code.contains("pub fn twice"), "{code}");
    let generic = "graphs.generic/graphs/inner/pretty.mlir";
    assert!(folder.generated(generic).is_some_and(|text| text.contains("\"func.call\"")));
    // Lists are the crate's, so the crate's macro gets the file that the helper made.
    folder.config().kernels("tfrt::MLIR").mlir_helper(helper).compile("graphs").unwrap();
    let code = folder.generated("graphs.rs").unwrap();
    assert!(code.contains(generic) && code.contains("/graphs/twice.mlir"), "{code}");
}
