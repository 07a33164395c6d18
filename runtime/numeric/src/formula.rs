//! Several operations for each element, of which only the last one's results go to memory.

use crate::instructions::{Body, InstructionSet};
use crate::movement::each_row;
use crate::vector::{self, BLOCK, Function, of_singles};
use crate::workers::{Ended, Workers};
use crate::{Arithmetic, Extremes, Strides};
use std::fmt;
use std::str::FromStr;

/// The most operands of a [`Formula`].
pub const MOST_OPERANDS: usize = 8;

/// The most steps of one.
pub const MOST_STEPS: usize = 16;

/// The most numbers.
const MOST_NUMBERS: usize = 8;

/// What a step reads.
///
/// ```
/// use tfrt_numeric::{Formula, Input, Operation};
/// let half = (Operation::Mul, [Input::Operand(0), Input::Number(0.5)]);
/// assert_eq!(Formula::new([half]).map(|half| half.to_string()), Ok("mul a 0.5".to_owned()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input {
    /// An operand's element.
    Operand(usize),
    /// The result of an earlier step.
    Step(usize),
    /// A number.
    Number(f32),
}

/// Operations by their names.
macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident = $word:literal, $inputs:literal;)*) => {
        /// What a step does.
        ///
        /// ```
        /// use tfrt_numeric::Operation;
        /// assert_eq!("sqrt".parse(), Ok(Operation::Sqrt));
        /// assert_eq!((Operation::Sub.name(), Operation::Sub.inputs()), ("sub", 2));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Operation {
            $($(#[$doc])* $name,)*
        }

        impl Operation {
            /// How many inputs it has.
            #[must_use]
            pub fn inputs(self) -> usize {
                match self {
                    $(Self::$name => $inputs,)*
                }
            }

            /// Its name in a text.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }
        }

        impl FromStr for Operation {
            type Err = String;

            fn from_str(name: &str) -> Result<Self, String> {
                match name {
                    $($word => Ok(Self::$name),)*
                    _ => Err(format!("'{name}' is no operation")),
                }
            }
        }
    };
}

operations! {
    /// The sum.
    Add = "add", 2;
    /// The difference.
    Sub = "sub", 2;
    /// The product.
    Mul = "mul", 2;
    /// The quotient.
    Div = "div", 2;
    /// The [greatest](Extremes::greatest).
    Max = "max", 2;
    /// The [least](Extremes::least).
    Min = "min", 2;
    /// [`Arithmetic::relu`].
    Relu = "relu", 1;
    /// The square root.
    Sqrt = "sqrt", 1;
    /// [`vector::Erf`].
    Erf = "erf", 1;
    /// [`vector::Exp`].
    Exp = "exp", 1;
    /// [`vector::Log`].
    Log = "log", 1;
    /// [`vector::Tanh`].
    Tanh = "tanh", 1;
}

/// Steps for each element. As a text, operands are letters, and the results of steps numbers behind `%`; the last step's
/// is the result.
///
/// ```
/// use tfrt_numeric::{Formula, InstructionSet, MOST_OPERANDS, Strides, ThisThread};
///
/// let formula: Formula = "mul a b; add %0 0.5".parse()?;
/// assert_eq!(formula.to_string(), "mul a b; add %0 0.5");
/// // A row of two, and one number.
/// let mut strides = [&[0][..]; MOST_OPERANDS];
/// strides[0] = &[1];
/// let (places, mut sums) = (Strides::new(&[2], strides, [0; MOST_OPERANDS]), [0.0; 2]);
/// let operands: [&[f32]; 2] = [&[1.0, 2.0], &[3.0]];
/// let done = formula.run(&ThisThread, InstructionSet::chosen(), &operands, &places, &mut sums);
/// assert_eq!((done, sums), (Ok(()), [3.5, 6.5]));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// Unary operations have one input twice.
    steps: Vec<(Operation, [Input; 2])>,
    operands: usize,
    numbers: Vec<f32>,
}

impl Formula {
    /// Steps, each with its inputs.
    ///
    /// # Errors
    /// There is none or there are more than 16, more than 8 operands or 8 numbers; a step has another number of inputs,
    /// or reads one that comes later; no operand is read.
    pub fn new(
        steps: impl IntoIterator<Item = (Operation, impl AsRef<[Input]>)>,
    ) -> Result<Self, String> {
        let mut all = Self { steps: Vec::new(), operands: 0, numbers: Vec::new() };
        for (operation, inputs) in steps {
            let at = all.steps.len();
            if at == MOST_STEPS {
                return Err(format!("it has more than {MOST_STEPS} steps"));
            }
            let inputs = match inputs.as_ref() {
                &[input] if operation.inputs() == 1 => [input; 2],
                &[a, b] if operation.inputs() == 2 => [a, b],
                other => {
                    let (name, expected) = (operation.name(), operation.inputs());
                    let found = other.len();
                    return Err(format!("{name} has {found} inputs, expected {expected}"));
                }
            };
            for input in inputs {
                match input {
                    Input::Step(step) if step >= at => {
                        return Err(format!("step {at} reads %{step}, which is not there yet"));
                    }
                    Input::Operand(operand) if operand >= MOST_OPERANDS => {
                        return Err(format!("it has more than {MOST_OPERANDS} operands"));
                    }
                    Input::Operand(operand) => all.operands = all.operands.max(operand + 1),
                    Input::Number(number) if all.of_number(number).is_none() => {
                        all.numbers.push(number);
                    }
                    Input::Step(_) | Input::Number(_) => {}
                }
            }
            all.steps.push((operation, inputs));
        }
        match (all.operands, all.numbers.len()) {
            (0, _) => Err("it reads no operand".to_owned()),
            (_, numbers) if numbers > MOST_NUMBERS => {
                Err(format!("it has more than {MOST_NUMBERS} numbers"))
            }
            _ => Ok(all),
        }
    }

    /// How many operands it reads.
    #[must_use]
    pub fn operands(&self) -> usize {
        self.operands
    }

    fn of_number(&self, number: f32) -> Option<usize> {
        self.numbers.iter().position(|known| known.to_bits() == number.to_bits())
    }

    /// Sets each element of the output to the result for the operands' elements at its place.
    ///
    /// # Errors
    /// Nobody wants the result any more.
    ///
    /// # Panics
    /// There are fewer operands, or a place is behind the end of one.
    pub fn run(
        &self,
        workers: &dyn Workers,
        instructions: InstructionSet,
        operands: &[&[f32]],
        places: &Strides<MOST_OPERANDS>,
        output: &mut [f32],
    ) -> Result<(), Ended> {
        let operands = &operands[..self.operands];
        let work = self.steps.iter().map(|(operation, _)| match operation {
            Operation::Erf | Operation::Exp | Operation::Log | Operation::Tanh => FUNCTION,
            _ => 1,
        });
        each_row(workers, places, work.sum(), output, &|starts, row| {
            instructions.run(Row { formula: self, operands, starts, steps: places.steps(), row });
        })
    }
}

/// The operations that a function of an element is worth.
const FUNCTION: usize = 16;

impl FromStr for Formula {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let step = |text: &str| -> Result<(Operation, Vec<Input>), String> {
            let mut words = text.split_whitespace();
            let operation = words.next().unwrap_or_default().parse()?;
            Ok((operation, words.map(input).collect::<Result<_, _>>()?))
        };
        Self::new(text.split(';').map(step).collect::<Result<Vec<_>, _>>()?)
    }
}

fn input(word: &str) -> Result<Input, String> {
    let number = |text: &str| text.parse().ok();
    let found = match (word.strip_prefix('%'), word.as_bytes()) {
        (Some(step), _) => number(step).map(Input::Step),
        (None, &[letter @ b'a'..=b'z']) => Some(Input::Operand(usize::from(letter - b'a'))),
        (None, _) => word.parse().ok().map(Input::Number),
    };
    found.ok_or_else(|| format!("'{word}' is no operand, step or number, such as a, %0 or 0.5"))
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (operation, inputs)) in self.steps.iter().enumerate() {
            write!(f, "{}{}", if at > 0 { "; " } else { "" }, operation.name())?;
            for input in &inputs[..operation.inputs()] {
                match *input {
                    Input::Operand(operand) => {
                        write!(f, " {}", char::from(b'a' + u8::try_from(operand).unwrap_or(25)))?;
                    }
                    Input::Step(step) => write!(f, " %{step}")?,
                    Input::Number(number) => write!(f, " {number}")?,
                }
            }
        }
        Ok(())
    }
}

/// Elements of the output that are neighbours.
struct Row<'a> {
    formula: &'a Formula,
    operands: &'a [&'a [f32]],
    /// Where the first is in each operand, and from one to the next.
    starts: [usize; MOST_OPERANDS],
    steps: [isize; MOST_OPERANDS],
    row: &'a mut [f32],
}

/// Elements that are computed at a time.
type Block = [f32; BLOCK];

impl Body for Row<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let Self { formula, operands, starts, steps, row } = self;
        let mut results: [Block; MOST_STEPS] = [[0.0; BLOCK]; MOST_STEPS];
        let mut numbers: [Block; MOST_NUMBERS] = [[0.0; BLOCK]; MOST_NUMBERS];
        for (block, &number) in numbers.iter_mut().zip(&formula.numbers) {
            *block = [number; BLOCK];
        }
        // The elements of operands that are no neighbours.
        let mut apart: [Block; MOST_OPERANDS] = [[0.0; BLOCK]; MOST_OPERANDS];
        for (at, operand) in operands.iter().enumerate() {
            if steps[at] == 0 {
                apart[at] = [operand[starts[at]]; BLOCK];
            }
        }
        let mut first = 0;
        for row in row.chunks_mut(BLOCK) {
            let count = row.len();
            for (at, operand) in operands.iter().enumerate() {
                if !matches!(steps[at], 0 | 1) {
                    let mut place = starts[at].wrapping_add_signed(steps[at] * first as isize);
                    for element in &mut apart[at][..count] {
                        *element = operand[place];
                        place = place.wrapping_add_signed(steps[at]);
                    }
                }
            }
            for (at, &(operation, inputs)) in formula.steps.iter().enumerate() {
                let (before, rest) = results.split_at_mut(at);
                let mut read = [before[..0].as_flattened(); 2];
                for (read, input) in read.iter_mut().zip(inputs) {
                    *read = match input {
                        Input::Operand(of) if steps[of] == 1 => {
                            &operands[of][starts[of] + first..][..count]
                        }
                        Input::Operand(of) => &apart[of][..count],
                        Input::Step(step) => &before[step][..count],
                        Input::Number(number) => {
                            &numbers[formula.of_number(number).unwrap_or_default()][..count]
                        }
                    };
                }
                step(operation, read, &mut rest[0]);
            }
            row.copy_from_slice(&results[formula.steps.len() - 1][..count]);
            first += count;
        }
    }
}

/// Computes one step. As many results as inputs matter.
#[inline(always)]
fn step(operation: Operation, [a, b]: [&[f32]; 2], to: &mut Block) {
    macro_rules! each {
        (|$a:ident, $b:ident| $of:expr) => {
            for (to, (&$a, &$b)) in to.iter_mut().zip(a.iter().zip(b)) {
                *to = $of;
            }
        };
    }
    match operation {
        Operation::Add => each!(|a, b| a.plus(b)),
        Operation::Sub => each!(|a, b| a.minus(b)),
        Operation::Mul => each!(|a, b| a.times(b)),
        Operation::Div => each!(|a, b| a / b),
        Operation::Max => each!(|a, b| a.greatest(b)),
        Operation::Min => each!(|a, b| a.least(b)),
        Operation::Relu => each!(|a, _b| a.relu()),
        Operation::Sqrt => each!(|a, _b| a.sqrt()),
        Operation::Erf => function(vector::Erf, a, to),
        Operation::Exp => function(vector::Exp, a, to),
        Operation::Log => function(vector::Log, a, to),
        Operation::Tanh => function(vector::Tanh, a, to),
    }
}

#[inline(always)]
fn function(function: impl Function, from: &[f32], to: &mut Block) {
    let mut block = [0.0; BLOCK];
    block[..from.len()].copy_from_slice(from);
    *to = of_singles(function, &block);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ThisThread;

    #[test]
    fn each_step_has_the_bits_of_its_operation() {
        let special = [0.0, -0.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e-40, -3.5, 2.0];
        let number = |at: usize| match at % 5 {
            0 => special[at / 5 % special.len()],
            _ => (at as f32 * 0.37).sin() * 3.0,
        };
        let (rows, columns) = (5, 131);
        let full: Vec<f32> = (0..rows * columns).map(number).collect();
        let row: Vec<f32> = (0..columns).map(|at| number(at * 3 + 1)).collect();
        let column: Vec<f32> = (0..rows).map(|at| number(at * 7 + 2)).collect();
        // Full, turned, a row, a column, one number.
        let turned: Vec<f32> = (0..rows * columns).map(|at| number(at * 11 + 3)).collect();
        let operands: [&[f32]; 5] = [&full, &turned, &row, &column, &[0.75]];
        let width = columns as isize;
        let mut strides = [&[0, 0][..]; MOST_OPERANDS];
        let (whole, down) = ([width, 1], [1, rows as isize]);
        strides[..4].copy_from_slice(&[&whole, &down, &[0, 1], &[1, 0]]);
        let places = Strides::new(&[rows, columns], strides, [0; MOST_OPERANDS]);
        let text = "div a 1.25; erf %0; add %1 1; mul a %2; max %3 b; sub %4 c; min %5 d; \
                    relu %6; sqrt %7; exp %8; add %9 e; log %10; tanh %11; mul %12 0.5";
        let formula: Formula = text.parse().unwrap();
        assert_eq!(formula.to_string(), text.replace("                    ", ""));
        let expected = |at: usize| {
            let (y, x) = (at / columns, at % columns);
            let one = |function: &dyn Fn(&[f32], &mut [f32]), x: f32| {
                let mut result = [0.0];
                function(&[x], &mut result);
                result[0]
            };
            let scalar = InstructionSet::Scalar;
            let a = full[at];
            let erf = one(&|x, y| vector::map(scalar, vector::Erf, x, y), a / 1.25);
            let v = (a * (erf + 1.0)).greatest(turned[x * rows + y]) - row[x];
            let v = v.least(column[y]).relu().sqrt();
            let v = one(&|x, y| vector::map(scalar, vector::Exp, x, y), v) + 0.75;
            let v = one(&|x, y| vector::map(scalar, vector::Log, x, y), v);
            one(&|x, y| vector::map(scalar, vector::Tanh, x, y), v) * 0.5
        };
        for set in InstructionSet::supported() {
            let mut found = vec![7.0; rows * columns];
            assert_eq!(formula.run(&ThisThread, set, &operands, &places, &mut found), Ok(()));
            for (at, found) in found.iter().enumerate() {
                let expected = expected(at);
                let same = found.to_bits() == expected.to_bits();
                assert!(same || found.is_nan() && expected.is_nan(), "{set}, {at}");
            }
        }
    }

    #[test]
    fn what_is_no_formula_is_refused() {
        for (text, error) in [
            ("", "'' is no operation"),
            ("add a", "add has 1 inputs, expected 2"),
            ("relu a b", "relu has 2 inputs, expected 1"),
            ("add a %0", "step 0 reads %0, which is not there yet"),
            ("relu i", "it has more than 8 operands"),
            ("relu 1", "it reads no operand"),
            ("relu A", "'A' is no operand, step or number, such as a, %0 or 0.5"),
            (&["relu a"; 17].join(";"), "it has more than 16 steps"),
        ] {
            assert_eq!(text.parse::<Formula>(), Err(error.to_owned()));
        }
        let many: Vec<String> = (0..9).map(|number| format!("add a {number}")).collect();
        assert_eq!(many.join("; ").parse::<Formula>(), Err("it has more than 8 numbers".into()));
    }
}
