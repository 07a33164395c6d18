//! Random programs of MLIR's upstream dialects: a tree of statements, its generic text, and its
//! evaluation by what upstream says of each op. Shares nothing with the importer. Uses nothing but
//! the standard library, because the build script includes it too.

pub mod evaluate;
mod generate;
mod scalar;
mod text;

pub use generate::program;
pub use text::text;

/// A type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ty {
    /// An integer of so many bits.
    Int(u32),
    /// `index`.
    Index,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
    /// A tensor of that shape, of scalars.
    Tensor(&'static [usize], &'static Self),
}

/// The types of elements.
static SCALARS: [Ty; 8] = Ty::ALL;

impl Ty {
    /// All scalars.
    pub const ALL: [Self; 8] = [
        Self::Int(1),
        Self::Int(8),
        Self::Int(16),
        Self::Int(32),
        Self::Int(64),
        Self::Index,
        Self::F32,
        Self::F64,
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> String {
        let name = match self {
            Self::Tensor(shape, element) => {
                let sizes: String = shape.iter().map(|size| format!("{size}x")).collect();
                return format!("tensor<{sizes}{}>", element.name());
            }
            Self::Int(1) => "i1",
            Self::Int(8) => "i8",
            Self::Int(16) => "i16",
            Self::Int(32) => "i32",
            Self::Int(_) => "i64",
            Self::Index => "index",
            Self::F32 => "f32",
            Self::F64 => "f64",
        };
        name.to_owned()
    }

    /// A scalar, or the tensor of it that is shaped like another type.
    #[must_use]
    pub fn like(self, other: Self) -> Self {
        match other {
            Self::Tensor(shape, _) => self.shaped(shape),
            _ => self,
        }
    }

    /// The tensor of this scalar of a shape.
    #[must_use]
    pub fn shaped(self, shape: &'static [usize]) -> Self {
        let element = SCALARS.iter().find(|&&scalar| scalar == self);
        element.map_or(self, |element| Self::Tensor(shape, element))
    }

    /// What an op computes with: the elements of a tensor, or the scalar.
    #[must_use]
    pub fn scalar(self) -> Self {
        match self {
            Self::Tensor(_, element) => *element,
            scalar => scalar,
        }
    }

    /// The number of scalars.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Self::Tensor(shape, _) => shape.iter().product(),
            _ => 1,
        }
    }

    /// The bits of an integer.
    #[must_use]
    pub fn width(self) -> Option<u32> {
        match self {
            Self::Int(width) => Some(width),
            Self::Index => Some(64),
            Self::F32 | Self::F64 | Self::Tensor(..) => None,
        }
    }
}

/// A value of a function, by its number.
pub type Var = usize;

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its functions: those that others call come first, `main` comes last.
    pub functions: Vec<Function>,
    /// Arguments for `main`, by their bits.
    pub inputs: Vec<Vec<u64>>,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The types of its values.
    pub types: Vec<Ty>,
    /// The types of its results.
    pub results: Vec<Ty>,
    /// Its block, whose parameters are the arguments.
    pub block: Block,
}

/// A block of one region.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Parameters.
    pub params: Vec<Var>,
    /// Statements in order.
    pub stmts: Vec<Stmt>,
    /// What it gives at its end.
    pub end: Vec<Var>,
}

/// A statement: an op and what it gives.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: Kind,
    /// Its operands; of a loop, the bounds come first.
    pub operands: Vec<Var>,
    /// Its results.
    pub results: Vec<Var>,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum Kind {
    /// An op on scalars or on each element of tensors, with its number of a predicate or zero.
    Scalar(&'static str, usize),
    /// A constant, by its bits.
    Constant(u64),
    /// A constant tensor, by the bits of its elements.
    Dense(Vec<u64>),
    /// `ub.poison`, which nothing may depend on.
    Poison,
    /// `scf.if`.
    If(Block, Block),
    /// `scf.for`; the flag says unsigned.
    For(Block, bool),
    /// `scf.while`: before and after.
    While(Block, Block),
    /// `scf.index_switch`: the default, and the cases.
    Switch(Block, Vec<(i64, Block)>),
    /// `scf.execute_region`.
    Execute(Block),
    /// `func.call` of the function at that place.
    Call(usize),
    /// `cf.assert`.
    Assert,
}

impl Stmt {
    /// The blocks in it.
    pub fn blocks(&self) -> Vec<&Block> {
        match &self.kind {
            Kind::If(a, b) | Kind::While(a, b) => vec![a, b],
            Kind::For(block, _) | Kind::Execute(block) => vec![block],
            Kind::Switch(default, cases) => {
                [default].into_iter().chain(cases.iter().map(|(_, block)| block)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The name of its op.
    #[must_use]
    pub fn op(&self) -> &'static str {
        match self.kind {
            Kind::Scalar(name, _) => name,
            Kind::Constant(_) | Kind::Dense(_) => "arith.constant",
            Kind::Poison => "ub.poison",
            Kind::If(..) => "scf.if",
            Kind::For(..) => "scf.for",
            Kind::While(..) => "scf.while",
            Kind::Switch(..) => "scf.index_switch",
            Kind::Execute(_) => "scf.execute_region",
            Kind::Call(_) => "func.call",
            Kind::Assert => "cf.assert",
        }
    }
}
