//! Words of enumerations, as which attributes are written: `CUDA`, `CUDA_R_32F`.
//!
//! They are the words of vendors' interfaces. A word's number is its enumerator times four, and the platform: one for
//! CUDA, two for ROCm.

use crate::is_same;

/// The words of an enumeration.
///
/// ```
/// use tfrt_op::Words;
///
/// let platforms = Words::find("gpu_platform").expect("there is such a table");
/// assert_eq!(platforms.number("CUDA"), Some(1));
/// assert_eq!(platforms.word(2), Some("ROCm"));
/// ```
#[derive(Debug)]
pub struct Words {
    /// The name by which formats ask for it.
    pub name: &'static str,
    /// What it is called in messages.
    pub title: &'static str,
    words: &'static [(&'static str, i32)],
}

/// Tables have addresses of their own.
impl PartialEq for Words {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Words {}

/// The tables.
static TABLES: [Words; 1] =
    [Words { name: "gpu_platform", title: "platform", words: &[("CUDA", 1), ("ROCm", 2)] }];

impl Words {
    /// The table of that name.
    #[must_use]
    pub const fn find(name: &str) -> Option<&'static Self> {
        let tables: &'static [Self] = &TABLES;
        let mut index = 0;
        while index < tables.len() {
            if is_same(tables[index].name, name) {
                return Some(&tables[index]);
            }
            index += 1;
        }
        None
    }

    /// The number of a word.
    #[must_use]
    pub fn number(&self, word: &str) -> Option<i32> {
        self.words.iter().find(|(it, _)| *it == word).map(|(_, number)| *number)
    }

    /// The first word of a number.
    #[must_use]
    pub fn word(&self, number: i32) -> Option<&'static str> {
        self.words.iter().find(|(_, it)| *it == number).map(|(word, _)| *word)
    }
}
