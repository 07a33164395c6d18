//! How tests use the library: a copy of their own, and its control.
#![expect(unsafe_code, reason = "libraries are loaded")]

use libloading::Library;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, io, process};

/// A copy of the driver, with a state of its own: tests that each have one can run at the same time.
///
/// The library stays loaded until the process ends: its streams have threads.
#[derive(Debug)]
pub struct StandIn {
    path: PathBuf,
    control: unsafe extern "C" fn(*const u8, usize, *mut u8, usize) -> usize,
}

/// Copies that were made.
static COPIES: AtomicU32 = AtomicU32::new(0);

impl StandIn {
    /// The library, where cargo puts it: beside the tests, or above the folder of tests.
    ///
    /// # Errors
    /// It is not there.
    pub fn library() -> io::Result<PathBuf> {
        let name = format!("{}cuda_stand_in{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
        let test = env::current_exe()?;
        let folders = test.ancestors().skip(1).take(3);
        let places =
            folders.flat_map(|folder| [folder.join(&name), folder.join("deps").join(&name)]);
        let found = places.into_iter().find(|path| path.is_file());
        found.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, format!("{name} is not built")))
    }

    /// A new copy.
    ///
    /// # Errors
    /// The library is not there, or cannot be copied or loaded.
    pub fn new() -> io::Result<Self> {
        Self::changed(|_| {})
    }

    /// A new copy in which a function has another name.
    ///
    /// # Errors
    /// As [`new`](Self::new); also if there is no such function.
    pub fn without(function: &str) -> io::Result<Self> {
        let mut found = false;
        let copy = Self::changed(|library| {
            let name = [b"\0", function.as_bytes(), b"\0"].concat();
            let places: Vec<_> = library
                .windows(name.len())
                .enumerate()
                .filter(|(_, window)| *window == name)
                .map(|(place, _)| place)
                .collect();
            for place in places {
                library[place + 1] = b'x';
                found = true;
            }
        })?;
        let missing = || io::Error::new(io::ErrorKind::NotFound, format!("there is no {function}"));
        found.then_some(copy).ok_or_else(missing)
    }

    fn changed(change: impl FnOnce(&mut [u8])) -> io::Result<Self> {
        let mut library = fs::read(Self::library()?)?;
        change(&mut library);
        let number = COPIES.fetch_add(1, Ordering::Relaxed);
        let name = format!("cuda-stand-in-{}-{number}.so", process::id());
        let path = env::temp_dir().join(name);
        fs::write(&path, library)?;
        let loaded = Self::load(&path);
        if loaded.is_err() {
            fs::remove_file(&path)?;
        }
        loaded
    }

    fn load(path: &Path) -> io::Result<Self> {
        // SAFETY: loading the library runs no code of its own.
        let library = unsafe { Library::new(path) }.map_err(io::Error::other)?;
        // Its threads may run until the process ends.
        let library: &'static Library = Box::leak(Box::new(library));
        // SAFETY: that is its type.
        let control =
            unsafe { library.get(b"cuda_stand_in_control\0") }.map_err(io::Error::other)?;
        Ok(Self { path: path.to_owned(), control: *control })
    }

    /// Keeps the copy until the process ends. It cannot be loaded any more.
    #[must_use]
    pub fn leak(self) -> &'static Self {
        let _ = fs::remove_file(&self.path);
        Box::leak(Box::new(self))
    }

    /// The path of the copy, by which it is loaded as the driver.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Does what a command says (`driver/control.rs`), and gives the answer.
    ///
    /// # Panics
    /// There is no such command.
    pub fn control(&self, command: &str) -> String {
        let mut answer = vec![0; 1 << 16];
        loop {
            let room = answer.len();
            // SAFETY: both are as long as is said.
            let size = unsafe {
                (self.control)(command.as_ptr(), command.len(), answer.as_mut_ptr(), room)
            };
            if size <= room {
                answer.truncate(size);
                break;
            }
            // Only commands that change nothing have long answers, but for reports.
            answer.resize(size, 0);
        }
        let answer = String::from_utf8_lossy(&answer).into_owned();
        assert!(!answer.starts_with('?'), "{answer}");
        answer
    }

    /// How many objects of each kind there are, without those of which there are none.
    pub fn objects(&self) -> BTreeMap<String, u64> {
        let answer = self.control("objects");
        let counts = answer.lines().filter_map(|line| {
            let (kind, count) = line.split_once(' ')?;
            Some((kind.to_owned(), count.parse().ok()?))
        });
        counts.filter(|(_, count)| *count > 0).collect()
    }

    /// What a card would not report: races, use of freed memory. They are forgotten then.
    pub fn reports(&self) -> Vec<String> {
        self.control("reports").lines().map(str::to_owned).collect()
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        // It stays loaded.
        let _ = fs::remove_file(&self.path);
    }
}
