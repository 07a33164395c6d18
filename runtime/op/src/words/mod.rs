//! Words of enumerations, as which attributes are written: `CUDA`, `CUDA_R_32F`.
//!
//! They are the words of vendors' interfaces. A word's number is its enumerator times four, and the platform: one for
//! CUDA, two for ROCm. A word may also say the type of a number beside it: what scales elements of `CUDA_R_32F` is an
//! `f32`.

mod gpu;

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
    words: &'static [Word],
    /// An integer in place of a word is an enumerator of this platform; zero if there must be a word.
    bare: i32,
}

/// A word of a table.
#[derive(Clone, Copy, Debug)]
struct Word {
    word: &'static str,
    number: i32,
    /// The type that it says; empty if it says none.
    says: &'static str,
}

/// What a platform is numbered by.
const CUDA: i32 = 1;
const ROCM: i32 = 2;
/// Enumerators are so far apart.
const STEP: i32 = 4;

/// Tables have addresses of their own.
impl PartialEq for Words {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Words {}

impl Words {
    /// The table of that name.
    #[must_use]
    pub const fn find(name: &str) -> Option<&'static Self> {
        let tables: &'static [Self] = &gpu::TABLES;
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
        self.words.iter().find(|it| it.word == word).map(|it| it.number)
    }

    /// The first word of a number.
    #[must_use]
    pub fn word(&self, number: i32) -> Option<&'static str> {
        self.words.iter().find(|it| it.number == number).map(|it| it.word)
    }

    /// The type that a number's word says.
    ///
    /// ```
    /// # use tfrt_op::Words;
    /// let types = Words::find("gpu_data_type").expect("there is such a table");
    /// let says = |word| types.number(word).and_then(|number| types.says(number));
    /// assert_eq!((says("CUDA_R_64F"), says("CUDA_R_8I")), (Some("f64"), None));
    /// ```
    #[must_use]
    pub fn says(&self, number: i32) -> Option<&'static str> {
        let word = self.words.iter().find(|it| it.number == number)?;
        (!word.says.is_empty()).then_some(word.says)
    }

    /// The number of an integer in place of a word, if the table takes any.
    ///
    /// ```
    /// # use tfrt_op::Words;
    /// let algorithms = Words::find("gpu_dnn_forward").expect("there is such a table");
    /// let number = algorithms.of_integer(11).expect("it takes integers");
    /// assert_eq!(algorithms.integer(number), Some(11));
    /// ```
    #[must_use]
    pub fn of_integer(&self, integer: i32) -> Option<i32> {
        if self.bare == 0 { None } else { integer.checked_mul(STEP)?.checked_add(self.bare) }
    }

    /// The integer that stands in place of a word for that number.
    #[must_use]
    pub fn integer(&self, number: i32) -> Option<i32> {
        let is_bare = self.bare != 0 && number.rem_euclid(STEP) == self.bare;
        is_bare.then(|| number.div_euclid(STEP))
    }
}
