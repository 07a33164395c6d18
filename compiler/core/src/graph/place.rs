//! Where a resource outside the text is, and how metadata say it.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// A part of a file, in metadata `"FILE BEGIN..END sha256:HASH"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of the file.
    pub file: String,
    /// The range of bytes; `None` before the resource is resolved if the text does not say.
    pub bytes: Option<Range<u64>>,
    /// The SHA-256 hash of these bytes; `None` like the range.
    pub hash: Option<[u8; 32]>,
}

impl FromStr for Place {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut file = text;
        let mut hash = None;
        if let Some((before, digits)) = file.rsplit_once(" sha256:") {
            hash = Some(of_digits(digits).ok_or("expected a hash of 64 hexadecimal digits")?);
            file = before;
        }
        let mut bytes = None;
        if let Some((before, range)) = file.rsplit_once(' ')
            && let Some((start, end)) = range.split_once("..")
            && let (Ok(start), Ok(end)) = (start.parse(), end.parse())
        {
            if start > end {
                return Err("the range of a resource ends before it begins");
            }
            (file, bytes) = (before, Some(start..end));
        }
        if file.is_empty() {
            return Err("expected the name of a file");
        }
        Ok(Self { file: file.to_owned(), bytes, hash })
    }
}

fn of_digits(digits: &str) -> Option<[u8; 32]> {
    let mut hash = [0; 32];
    if digits.len() != 64 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    for (byte, at) in hash.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(&digits[at..at + 2], 16).ok()?;
    }
    Some(hash)
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(Range { start, end }) = self.bytes {
            write!(f, " {start}..{end}")?;
        }
        if let Some(hash) = self.hash {
            f.write_str(" sha256:")?;
            hash.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_reads_as_it_prints() {
        let hash = Some([0xA5; 32]);
        let file = |file: &str| file.to_owned();
        let places = [
            (Place { file: file("w.bin"), bytes: None, hash: None }, "w.bin"),
            (Place { file: file("my w.bin"), bytes: Some(3..9), hash: None }, "my w.bin 3..9"),
        ];
        for (place, text) in places {
            assert_eq!((place.to_string().as_str(), text.parse()), (text, Ok(place)));
        }
        // The name of a file may look like a place, as long as a range and a hash follow.
        for name in ["w", "w 0..4", "w 0..4 sha256:00", " ", "w sha256:x 1..", "1..2"] {
            let place = Place { file: file(name), bytes: Some(0..u64::MAX), hash };
            assert_eq!(place.to_string().parse(), Ok(place));
        }
    }
}
