//! Random programs with one mistake in the types of an op on tensors that are values, which the
//! verifier must refuse; everything else in them is right.

use super::ops::ops;
use super::{
    Block, ELEMENTS, Element, Generator, Known, Random, Type, Value, known, shape_attribute,
};

/// A program that no verifier may accept.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// Its text.
    pub text: String,
    /// The same program without the mistake.
    pub right: String,
    /// What is wrong.
    pub mistake: Mistake,
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mistake {
    /// An operand has another element type than the kernel takes.
    Element,
    /// A result has another element type than the kernel gives.
    ResultElement,
    /// Operands have different sizes.
    Size,
    /// Operands have different ranks.
    Rank,
    /// An operand is a tensor that may be written.
    Mutable,
    /// The type of a result has a size that no operand's has.
    Exact,
    /// The type of a result has a rank that no operand's has.
    ExactRank,
    /// A cast's result type is not what its attribute says.
    Attribute,
    /// A cast to a type whose sizes contradict its operand's.
    Cast,
    /// An op of models whose shapes or attributes do not fit each other.
    Model,
}

const MISTAKES: [Mistake; 10] = [
    Mistake::Element,
    Mistake::ResultElement,
    Mistake::Size,
    Mistake::Rank,
    Mistake::Mutable,
    Mistake::Exact,
    Mistake::ExactRank,
    Mistake::Attribute,
    Mistake::Cast,
    Mistake::Model,
];

/// The program of that seed.
#[must_use]
pub fn wrong(seed: u64) -> Wrong {
    let mistake = MISTAKES[(seed % MISTAKES.len() as u64) as usize];
    let text = |with: bool| {
        let mut generator = Generator::new(Random::new(seed));
        generator.functions();
        generator.main(|generator, block| generator.mistaken(block, mistake, with));
        generator.text
    };
    Wrong { text: text(true), right: text(false), mistake }
}

impl Generator {
    /// An op with that mistake, or the same without it. Its results are never used.
    fn mistaken(&mut self, block: &mut Block, mistake: Mistake, with: bool) {
        if mistake == Mistake::Model {
            return self.mistaken_model_op(block, with);
        }
        let shape: Vec<i64> =
            (0..1 + self.random.below(3)).map(|_| 1 + self.random.below(3) as i64).collect();
        let dimension = self.random.below(shape.len());
        let mut other = shape.clone();
        other[dimension] += 1;
        let mut op = &ops()[self.random.below(ops().len())];
        while op.takes.len() < 2 {
            op = &ops()[self.random.below(ops().len())];
        }
        let place = self.random.below(op.takes.len());
        let element = op.takes[place];
        if matches!(mistake, Mistake::Attribute | Mistake::Cast) {
            return self.mistaken_cast(block, mistake, with, (element, &shape, &other));
        }
        let mut less = known(&shape);
        less.iter_mut().for_each(|sizes| sizes[dimension] = None);
        let (given, exact): (Known, Known) = match mistake {
            Mistake::Exact => (less, known(&shape)),
            Mistake::ExactRank => (None, less),
            _ => (known(&shape), known(&shape)),
        };
        let operands: Vec<Value> = op
            .takes
            .iter()
            .map(|element| {
                let made = self.constant_of(block, element, &shape);
                if given == known(&shape) { made } else { self.recast(block, &made, &given) }
            })
            .collect();
        let another = ELEMENTS[(self.random.below(8) + 1 + position(element)) % 9];
        let wrong = match mistake {
            Mistake::Element => Some(self.constant_of(block, another, &shape)),
            Mistake::Size => Some(self.constant_of(block, element, &other)),
            Mistake::Rank => {
                other.push(1);
                Some(self.constant_of(block, element, &other))
            }
            Mistake::Mutable => {
                let dense = self.attribute_of(element, &shape);
                let attribute = format!(" {{value = {dense}}}");
                let op = "tfrt_test.const_dense_attr";
                Some(self.emit(block, op, &[], &[Type::Mutable], &attribute).remove(0))
            }
            _ => None,
        };
        let mut operands = operands;
        if let (true, Some(wrong)) = (with, wrong) {
            operands[place] = wrong;
        }
        let mut gives: Vec<Type> =
            op.gives.iter().map(|element| Type::Tensor(element, given.clone())).collect();
        let at = self.random.below(gives.len());
        let element = op.gives[at];
        if with {
            match mistake {
                Mistake::ResultElement => {
                    let another = ELEMENTS[(self.random.below(8) + 1 + position(element)) % 9];
                    gives[at] = Type::Tensor(another, given);
                }
                Mistake::Exact | Mistake::ExactRank => gives[at] = Type::Tensor(element, exact),
                _ => {}
            }
        } else if mistake == Mistake::ResultElement {
            let _ = self.random.below(8);
        }
        self.emit(block, &op.name, &operands, &gives, "");
    }

    fn mistaken_cast(
        &mut self,
        block: &mut Block,
        mistake: Mistake,
        with: bool,
        (element, shape, other): (Element, &[i64], &[i64]),
    ) {
        let value = self.constant_of(block, element, shape);
        let (attribute, to) = match (mistake, with) {
            (Mistake::Attribute, true) => (known(other), known(shape)),
            (_, true) => (known(other), known(other)),
            (_, false) => (known(shape), known(shape)),
        };
        let op = format!("tensor.cast.{element}");
        let gives = [Type::Tensor(element, to)];
        self.emit(block, &op, &[value], &gives, &shape_attribute(&attribute));
    }

    fn recast(&mut self, block: &mut Block, value: &Value, to: &Known) -> Value {
        let (element, _) = value.tensor().expect("tensors are cast");
        let op = format!("tensor.cast.{element}");
        let gives = [Type::Tensor(element, to.clone())];
        let operands = std::slice::from_ref(value);
        self.emit(block, &op, operands, &gives, &shape_attribute(to)).remove(0)
    }

    fn constant_of(&mut self, block: &mut Block, element: Element, shape: &[i64]) -> Value {
        let attribute = format!(" {{value = {}}}", self.attribute_of(element, shape));
        let gives = [Type::Tensor(element, known(shape))];
        self.emit(block, "arith.constant.tensor", &[], &gives, &attribute).remove(0)
    }

    /// A dense attribute of equal elements, of which none is zero.
    fn attribute_of(&mut self, element: Element, shape: &[i64]) -> String {
        let scalar = super::literal(self.divisor(element));
        format!("dense<{scalar}> : {}", Type::Tensor(element, known(shape)))
    }
}

fn position(element: Element) -> usize {
    ELEMENTS.iter().position(|other| *other == element).unwrap_or(0)
}
