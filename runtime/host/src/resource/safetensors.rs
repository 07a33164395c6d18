//! The header of a file in the format safetensors: the names, types, shapes and places of its
//! tensors. A reader of untrusted bytes.

use super::StatedType;
use std::collections::BTreeMap;
use std::ops::Range;
use tfrt_bef::DType;

/// The bytes before the header: its length.
const LENGTH: usize = 8;

/// The version of the layout of the files of weights that this project writes.
#[doc(hidden)]
pub const LAYOUT: &str = "1";

/// The element types of the format that programs have, too.
const TYPES: [(&str, DType); 14] = [
    ("BOOL", DType::I1),
    ("U8", DType::Ui8),
    ("U16", DType::Ui16),
    ("U32", DType::Ui32),
    ("U64", DType::Ui64),
    ("I8", DType::I8),
    ("I16", DType::I16),
    ("I32", DType::I32),
    ("I64", DType::I64),
    ("F16", DType::F16),
    ("BF16", DType::Bf16),
    ("F32", DType::F32),
    ("F64", DType::F64),
    ("C64", DType::Complex64),
];

/// The others: their names and bits.
const OTHERS: [(&str, u64); 8] = [
    ("F4", 4),
    ("F6_E2M3", 6),
    ("F6_E3M2", 6),
    ("F8_E5M2", 8),
    ("F8_E4M3", 8),
    ("F8_E8M0", 8),
    ("F8_E4M3FNUZ", 8),
    ("F8_E5M2FNUZ", 8),
];

/// What the format calls elements of that type.
#[doc(hidden)]
#[must_use]
pub fn element_name(dtype: DType) -> Option<&'static str> {
    TYPES.iter().find(|(_, known)| *known == dtype).map(|&(name, _)| name)
}

/// The element type of that name: the name, the bits, and the type of programs.
fn element(name: &str) -> Option<(&'static str, u64, Option<DType>)> {
    if let Some(&(name, dtype)) = TYPES.iter().find(|(known, _)| *known == name) {
        return Some((name, u64::try_from(dtype.size()?).ok()? * 8, Some(dtype)));
    }
    OTHERS.iter().find(|(known, _)| *known == name).map(|&(name, bits)| (name, bits, None))
}

/// What the header of a file says, checked against the file.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// By name.
    pub tensors: BTreeMap<String, Entry>,
    /// What the file says of itself.
    pub metadata: BTreeMap<String, String>,
}

/// A tensor of a file.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its type and shape.
    pub ty: StatedType,
    /// Its bytes in the file.
    pub bytes: Range<usize>,
}

impl Header {
    /// Reads the header of a file.
    ///
    /// # Errors
    /// `not a file of tensors: …`: the header is damaged, sizes do not match types and shapes, or
    /// tensors overlap, leave gaps or exceed the file.
    pub fn read(file: &[u8]) -> Result<Self, String> {
        Self::parse(file).map_err(|what| format!("not a file of tensors: {what}"))
    }

    fn parse(file: &[u8]) -> Result<Self, String> {
        let (length, rest) = file.split_first_chunk::<LENGTH>().ok_or("the header is missing")?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok();
        let header = length.and_then(|length| rest.get(..length));
        let header = header.ok_or("the header exceeds the file")?;
        let text = std::str::from_utf8(header).map_err(|_| "the header is not UTF-8")?;
        let start = LENGTH.saturating_add(header.len());
        let mut read = Self::default();
        let mut json = Json { text: text.as_bytes(), at: 0 };
        json.object(|json, name| {
            if name == "__metadata__" {
                return json.object(|json, key| {
                    let value = json.string()?;
                    once(read.metadata.insert(key, value).is_none())
                });
            }
            let entry = entry(json, start)?;
            once(read.tensors.insert(name, entry).is_none())
        })
        .and_then(|()| json.end())
        .map_err(|what| format!("{what} at byte {} of the header", json.at))?;
        read.check(start, file.len())?;
        Ok(read)
    }

    /// Compares places with types, shapes, each other and the file.
    fn check(&self, start: usize, end: usize) -> Result<(), String> {
        let mut tensors: Vec<(&String, &Entry)> = self.tensors.iter().collect();
        tensors.sort_by_key(|(_, entry)| (entry.bytes.start, entry.bytes.end));
        let mut at = start;
        for (name, Entry { ty, bytes }) in tensors {
            if bytes.start != at || bytes.end > end {
                return Err(format!("tensor '{name}' is not where the one before it ends"));
            }
            if ty.bytes() != bytes.len().try_into().ok() {
                return Err(format!("tensor '{name}' has not the bytes of its type and shape"));
            }
            at = bytes.end;
        }
        if at == end { Ok(()) } else { Err("bytes after the last tensor".to_owned()) }
    }
}

impl StatedType {
    /// The number of bytes, if it is whole.
    fn bytes(&self) -> Option<u64> {
        let (_, bits, _) = element(&self.name)?;
        let mut shape = self.shape.iter();
        let count = shape.try_fold(1_u64, |product, &size| product.checked_mul(size))?;
        let bits = count.checked_mul(bits)?;
        bits.is_multiple_of(8).then_some(bits / 8)
    }
}

fn once(new: bool) -> Result<(), &'static str> {
    if new { Ok(()) } else { Err("a name again") }
}

/// `{"dtype": …, "shape": […], "data_offsets": [begin, end]}`; `start` is where data begin.
fn entry(json: &mut Json<'_>, start: usize) -> Result<Entry, &'static str> {
    let (mut ty, mut shape, mut bytes) = (None, None, None);
    json.object(|json, key| match &*key {
        "dtype" => {
            let name = json.string()?;
            let (name, _, dtype) = element(&name).ok_or("an unknown type")?;
            once(ty.replace((name, dtype)).is_none())
        }
        "shape" => once(shape.replace(json.numbers()?).is_none()),
        "data_offsets" => {
            let [begin, end] = json.numbers()?[..] else { return Err("expected two offsets") };
            let place = |offset: u64| usize::try_from(offset).ok()?.checked_add(start);
            let range = place(begin).zip(place(end)).filter(|(begin, end)| begin <= end);
            let (begin, end) = range.ok_or("impossible offsets")?;
            once(bytes.replace(begin..end).is_none())
        }
        _ => Err("expected 'dtype', 'shape' or 'data_offsets'"),
    })?;
    let ((name, dtype), shape) = ty.zip(shape).ok_or("a tensor without type or shape")?;
    let bytes = bytes.ok_or("a tensor without offsets")?;
    Ok(Entry { ty: StatedType { name: name.into(), dtype, shape: shape.into() }, bytes })
}

/// The JSON that headers consist of: objects, arrays of natural numbers, strings.
struct Json<'a> {
    text: &'a [u8],
    at: usize,
}

impl Json<'_> {
    fn peek(&mut self) -> Option<u8> {
        let rest = self.text.get(self.at..)?;
        let spaces = rest.iter().take_while(|byte| b" \t\r\n".contains(byte)).count();
        self.at += spaces;
        rest.get(spaces).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let eats = self.peek() == Some(byte);
        self.at += usize::from(eats);
        eats
    }

    fn end(&mut self) -> Result<(), &'static str> {
        if self.peek().is_none() { Ok(()) } else { Err("expected the end") }
    }

    fn object(
        &mut self,
        mut member: impl FnMut(&mut Self, String) -> Result<(), &'static str>,
    ) -> Result<(), &'static str> {
        if !self.eat(b'{') {
            return Err("expected '{'");
        }
        if self.eat(b'}') {
            return Ok(());
        }
        loop {
            let key = self.string()?;
            if !self.eat(b':') {
                return Err("expected ':'");
            }
            member(self, key)?;
            if self.eat(b'}') {
                return Ok(());
            }
            if !self.eat(b',') {
                return Err("expected ',' or '}'");
            }
        }
    }

    fn numbers(&mut self) -> Result<Vec<u64>, &'static str> {
        let mut numbers = Vec::new();
        if !self.eat(b'[') {
            return Err("expected '['");
        }
        if self.eat(b']') {
            return Ok(numbers);
        }
        loop {
            numbers.push(self.number()?);
            if self.eat(b']') {
                return Ok(numbers);
            }
            if !self.eat(b',') {
                return Err("expected ',' or ']'");
            }
        }
    }

    fn number(&mut self) -> Result<u64, &'static str> {
        self.peek();
        let rest = self.text.get(self.at..).unwrap_or_default();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let digits = rest.get(..digits).unwrap_or_default();
        if matches!(digits, [] | [b'0', _, ..]) {
            return Err("expected a natural number");
        }
        self.at += digits.len();
        let mut digits = digits.iter();
        let number = digits.try_fold(0_u64, |number, digit| {
            number.checked_mul(10)?.checked_add(u64::from(digit - b'0'))
        });
        number.ok_or("a number of more than 64 bits")
    }

    fn string(&mut self) -> Result<String, &'static str> {
        if !self.eat(b'"') {
            return Err("expected a string");
        }
        let mut bytes = Vec::new();
        loop {
            let byte = self.text.get(self.at).copied().ok_or("an unfinished string")?;
            self.at += 1;
            match byte {
                b'"' => return String::from_utf8(bytes).map_err(|_| "a string is not UTF-8"),
                b'\\' => {
                    let character = self.escape()?;
                    bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
                0..=0x1f => return Err("a control character in a string"),
                _ => bytes.push(byte),
            }
        }
    }

    fn escape(&mut self) -> Result<char, &'static str> {
        const WRONG: &str = "an unknown escape";
        let byte = self.text.get(self.at).copied().ok_or(WRONG)?;
        self.at += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.unit()?;
                let mut units = vec![first];
                let rest = self.text.get(self.at..).unwrap_or_default();
                if (0xd800..0xdc00).contains(&first) && rest.starts_with(b"\\u") {
                    self.at += 2;
                    units.push(self.unit()?);
                }
                let mut characters = char::decode_utf16(units);
                match (characters.next(), characters.next()) {
                    (Some(Ok(character)), None) => character,
                    _ => return Err("half of a surrogate pair"),
                }
            }
            _ => return Err(WRONG),
        })
    }

    /// The four digits of `\u`.
    fn unit(&mut self) -> Result<u16, &'static str> {
        let end = self.at.saturating_add(4);
        let digits = self.text.get(self.at..end).ok_or("an unfinished escape")?;
        self.at = end;
        digits.iter().try_fold(0_u16, |unit, &byte| {
            let digit = char::from(byte).to_digit(16).ok_or("expected four digits")?;
            Ok(unit << 4 | digit as u16)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(header: &str, data: usize) -> Result<Header, String> {
        let length = (header.len() as u64).to_le_bytes();
        Header::read(&[&length, header.as_bytes(), &vec![0; data]].concat())
    }

    #[test]
    fn a_header_says_what_is_where() {
        let header = " {\"b\": {\"shape\": [ ], \"data_offsets\": [4, 8], \"dtype\": \"F32\"},\r\n\
            \"\\u00e9\\ud83d\\ude00\\n\": {\"dtype\":\"F4\",\"shape\":[2,4],\"data_offsets\":[0,4]},\
            \"__metadata__\": {\"a\": \"\\\"\\\\\\/\\b\\f\\r\\t\"}, \"none\":\
            {\"dtype\":\"I64\",\"shape\":[0,9],\"data_offsets\":[4,4]}}  ";
        let read = read(header, 8).unwrap();
        let start = LENGTH + header.len();
        let tensors = read.tensors.iter().map(|(name, entry)| {
            let Range { start: from, end: to } = entry.bytes;
            format!("{name:?} {} {} {}", entry.ty, from - start, to - start)
        });
        let expected = ["\"b\" F32 [] 4 8", "\"none\" I64 [0, 9] 4 4", "\"é😀\\n\" F4 [2, 4] 0 4"];
        assert_eq!(tensors.collect::<Vec<_>>(), expected);
        assert_eq!(read.metadata["a"], "\"\\/\u{8}\u{c}\r\t");
        assert!(read.tensors["b"].ty.dtype == Some(DType::F32));
        assert_eq!(self::read("{}", 0).unwrap().tensors.len(), 0);
    }

    #[test]
    fn damaged_headers_are_refused() {
        let tensor = |parts: &str| format!("{{\"a\":{{{parts}}}}}");
        let of = |dtype: &str, shape: &str, offsets: &str| {
            let (dtype, shape) = (format!("\"dtype\":\"{dtype}\""), format!("\"shape\":{shape}"));
            tensor(&format!("{dtype},{shape},\"data_offsets\":{offsets}"))
        };
        for (header, data, message) in [
            ("", 0, "expected '{' at byte 0 of the header"),
            ("{\"a\"", 0, "expected ':' at byte 4 of the header"),
            ("{\"a\":1}", 0, "expected '{' at byte 5 of the header"),
            ("{\"a", 0, "an unfinished string at byte 3 of the header"),
            ("{} x", 0, "expected the end at byte 3 of the header"),
            ("{\"\\ud800\":{}}", 0, "half of a surrogate pair at byte 8 of the header"),
            ("{\"\\x\":{}}", 0, "an unknown escape at byte 4 of the header"),
            ("{\"\u{1}\":{}}", 0, "a control character in a string at byte 3 of the header"),
            ("{\"__metadata__\":{\"a\":1}}", 0, "expected a string at byte 21 of the header"),
            (&tensor("\"dtype\":\"F32\""), 0, "a tensor without type or shape at byte 20"),
            (&tensor("\"dtype\":\"F32\",\"shape\":[]"), 0, "a tensor without offsets at byte 31"),
            (&tensor("\"shape\":[],\"shape\":[]"), 0, "a name again at byte 27"),
            (&tensor("\"strides\":[]"), 0, "expected 'dtype', 'shape' or 'data_offsets' at"),
            (&of("F99", "[1]", "[0,4]"), 4, "an unknown type at byte 19"),
            (&of("F32", "[-1]", "[0,4]"), 4, "expected a natural number"),
            (&of("F32", "[01]", "[0,4]"), 4, "expected a natural number"),
            (&of("F32", "[99999999999999999999]", "[0,4]"), 4, "a number of more than 64 bits"),
            (&of("F32", "[1]", "[0]"), 4, "expected two offsets"),
            (&of("F32", "[1]", "[4,0]"), 4, "impossible offsets"),
            (&of("F32", "[1]", "[0,4]"), 3, "tensor 'a' is not where the one before it ends"),
            (&of("F32", "[1]", "[1,5]"), 5, "tensor 'a' is not where the one before it ends"),
            (&of("F32", "[2]", "[0,4]"), 4, "tensor 'a' has not the bytes of its type and shape"),
            (&of("F4", "[1]", "[0,1]"), 1, "tensor 'a' has not the bytes of its type and shape"),
            (&of("F32", "[4611686018427387904,4]", "[0,0]"), 0, "tensor 'a' has not the bytes"),
            (&of("F32", "[1]", "[0,4]"), 5, "bytes after the last tensor"),
        ] {
            let error = read(header, data).unwrap_err();
            let expected = format!("not a file of tensors: {message}");
            assert!(error.starts_with(&expected), "{header}: {error}");
        }
        for (file, message) in [
            (&b"1234567"[..], "the header is missing"),
            (&[0xff; 8], "the header exceeds the file"),
            (&[1, 0, 0, 0, 0, 0, 0, 0, 0xff], "the header is not UTF-8"),
        ] {
            assert_eq!(
                Header::read(file).unwrap_err(),
                format!("not a file of tensors: {message}")
            );
        }
    }
}
