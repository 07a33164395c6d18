//! A set of offsets into a section, one bit per byte of the section.

/// A fixed-size set of small numbers.
#[derive(Debug, Default)]
pub(crate) struct Bitmap {
    words: Vec<u64>,
}

impl Bitmap {
    /// An empty set for numbers below `size`.
    pub(crate) fn new(size: usize) -> Bitmap {
        Bitmap { words: vec![0; size.div_ceil(64)] }
    }

    /// Adds a number; returns whether it was in the set already. Numbers out of range are ignored.
    pub(crate) fn insert(&mut self, number: usize) -> bool {
        let Some(word) = self.words.get_mut(number.wrapping_shr(6)) else { return false };
        let had = *word & mask(number) != 0;
        *word |= mask(number);
        had
    }

    /// Whether a number is in the set.
    pub(crate) fn contains(&self, number: usize) -> bool {
        self.words.get(number.wrapping_shr(6)).is_some_and(|word| *word & mask(number) != 0)
    }

    /// The number of elements.
    pub(crate) fn len(&self) -> usize {
        let ones = self.words.iter().map(|word| word.count_ones());
        ones.fold(0, |sum: usize, ones| sum.saturating_add(crate::cursor::widen(ones)))
    }

    /// The numbers in the set, ascending, as far as they fit 32 bits.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        let bases = (0_u32..).step_by(64);
        bases.zip(&self.words).flat_map(|(base, word)| {
            let set = move |bit: &u32| word.wrapping_shr(*bit) & 1 == 1;
            (0..64).filter(set).map(move |bit| base | bit)
        })
    }
}

fn mask(number: usize) -> u64 {
    // The shift wraps at 64, which reduces the number modulo the word size.
    1_u64.wrapping_shl(u32::try_from(number & 63).unwrap_or_default())
}
