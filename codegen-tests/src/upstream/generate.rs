//! Random programs, valid by construction, whose loops all end.

use super::scalar::{BINARY, Takes, wrap};
use super::{Block, Function, Kind, Program, Stmt, Ty, Var};
use crate::random::{Random, edges};

/// How deep regions nest.
const DEPTH: usize = 3;

/// The shapes of tensors.
const SHAPES: [&[usize]; 5] = [&[], &[0], &[1], &[3], &[2, 2]];

/// The program of a seed, on scalars, or on small tensors too.
#[must_use]
pub fn program(seed: u64, tensors: bool) -> Program {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(7));
    let tensors = tensors.then(|| SHAPES[random.below(SHAPES.len())]);
    let mut functions = Vec::new();
    for number in 0..random.below(3) {
        let recursive = random.below(3) == 0;
        let name = format!("f{number}");
        functions.push(function(&mut random, name, &functions, recursive, tensors));
    }
    let main = function(&mut random, "main".to_owned(), &functions, false, tensors);
    let types: Vec<Ty> = main.block.params.iter().map(|&param| main.types[param]).collect();
    functions.push(main);
    let count = 1 + random.below(3);
    let inputs = (0..count).map(|_| types.iter().map(|&ty| edge(&mut random, ty)).collect());
    let inputs = inputs.collect();
    Program { functions, inputs }
}

/// A value at an edge of its type, or a small one.
fn edge(random: &mut Random, ty: Ty) -> u64 {
    let at = |random: &mut Random, count: usize| random.below(count);
    match ty {
        Ty::F32 => edges::FLOATS_32[at(random, edges::FLOATS_32.len())].into(),
        Ty::F64 => edges::FLOATS_64[at(random, edges::FLOATS_64.len())],
        Ty::Int(_) | Ty::Index => {
            let value = if random.below(2) == 0 {
                edges::INTEGERS_64[at(random, edges::INTEGERS_64.len())]
            } else {
                random.below(17) as i64 - 5
            };
            wrap(value.into(), ty.width().unwrap_or(64))
        }
        Ty::Tensor(_, element) => edge(random, *element),
    }
}

/// A function that may call those before it, and itself if it is recursive.
fn function(
    random: &mut Random,
    name: String,
    functions: &[Function],
    recursive: bool,
    tensors: Option<&'static [usize]>,
) -> Function {
    let mut maker = Maker {
        random,
        functions,
        types: Vec::new(),
        scope: Vec::new(),
        stmts: Vec::new(),
        depth: 0,
        asserts: false,
        tensors,
    };
    maker.asserts = maker.random.below(4) == 0;
    let mut params = Vec::new();
    if recursive {
        params.push(maker.var(Ty::Int(32)));
    }
    for _ in 0..1 + maker.random.below(3) {
        // Arguments from outside are scalars.
        let ty = if name == "main" { maker.any_scalar() } else { maker.any_type() };
        params.push(maker.var(ty));
    }
    maker.scope.extend(&params);
    let mut results: Vec<Ty> = Vec::new();
    for _ in 0..1 + maker.random.below(4) {
        results.push(maker.any_type());
    }
    let count = if name == "main" { 8 } else { 4 };
    for _ in 0..count {
        maker.stmt();
    }
    if maker.tensors.is_some() && !recursive {
        // Of so many types, few have a value that was computed.
        for ty in &mut results {
            let back = maker.random.below(maker.scope.len().min(8));
            *ty = maker.types[maker.scope[maker.scope.len() - 1 - back]];
        }
    }
    let end = if recursive {
        maker.recursion(functions.len(), &params, &results)
    } else {
        results.iter().map(|&ty| maker.pick(ty)).collect()
    };
    let Maker { types, stmts, .. } = maker;
    Function { name, types, results, block: Block { params, stmts, end } }
}

struct Maker<'a> {
    random: &'a mut Random,
    functions: &'a [Function],
    types: Vec<Ty>,
    /// The values that can be used here.
    scope: Vec<Var>,
    /// The statements of the block so far.
    stmts: Vec<Stmt>,
    depth: usize,
    /// Assertions may be made.
    asserts: bool,
    /// Values may be tensors, most of them of this shape.
    tensors: Option<&'static [usize]>,
}

impl Maker<'_> {
    fn var(&mut self, ty: Ty) -> Var {
        self.types.push(ty);
        self.types.len() - 1
    }

    fn any_scalar(&mut self) -> Ty {
        Ty::ALL[self.random.below(Ty::ALL.len())]
    }

    fn any_type(&mut self) -> Ty {
        let scalar = self.any_scalar();
        self.maybe_tensor(scalar)
    }

    /// The type, or a tensor of it.
    fn maybe_tensor(&mut self, scalar: Ty) -> Ty {
        if let Some(most) = self.tensors
            && self.random.below(2) == 0
        {
            let any = SHAPES[self.random.below(SHAPES.len())];
            return scalar.shaped(if self.random.below(8) == 0 { any } else { most });
        }
        scalar
    }

    fn integer(&mut self) -> Ty {
        let scalar = Ty::ALL[self.random.below(6)];
        self.maybe_tensor(scalar)
    }

    fn float(&mut self) -> Ty {
        let scalar = [Ty::F32, Ty::F64][self.random.below(2)];
        self.maybe_tensor(scalar)
    }

    /// Adds a statement.
    fn add(&mut self, kind: Kind, operands: Vec<Var>, results: &[Ty]) -> Vec<Var> {
        let results: Vec<Var> = results.iter().map(|&ty| self.var(ty)).collect();
        self.scope.extend(&results);
        self.stmts.push(Stmt { kind, operands, results: results.clone() });
        results
    }

    fn op(&mut self, name: &'static str, operands: Vec<Var>, result: Ty) -> Var {
        self.add(Kind::Scalar(name, 0), operands, &[result])[0]
    }

    fn constant(&mut self, ty: Ty, value: i64) -> Var {
        let bits = wrap(value.into(), ty.width().unwrap_or(64));
        self.add(Kind::Constant(bits), Vec::new(), &[ty])[0]
    }

    /// A value of a type: one in sight, or a constant.
    fn pick(&mut self, ty: Ty) -> Var {
        let of_type: Vec<Var> =
            self.scope.iter().copied().filter(|&var| self.types[var] == ty).collect();
        if of_type.is_empty() || self.random.below(6) == 0 {
            let kind = match ty {
                Ty::Tensor(..) => {
                    Kind::Dense((0..ty.count()).map(|_| edge(self.random, ty)).collect())
                }
                _ => Kind::Constant(edge(self.random, ty)),
            };
            return self.add(kind, Vec::new(), &[ty])[0];
        }
        // Rather a late one.
        let back = self.random.below(of_type.len()).min(self.random.below(of_type.len()));
        of_type[of_type.len() - 1 - back]
    }

    /// A small number that is not negative, of an integer type.
    fn small(&mut self, ty: Ty, most: i64) -> Var {
        if self.random.below(2) == 0 {
            let value = self.random.below(most as usize + 1) as i64;
            return self.constant(ty, value);
        }
        let (value, mask) = (self.pick(ty), self.constant(ty, most));
        self.op("arith.andi", vec![value, mask], ty)
    }

    /// A block with these parameters; `fill` adds its statements and says what it gives.
    fn block(&mut self, params: Vec<Var>, fill: impl FnOnce(&mut Self) -> Vec<Var>) -> Block {
        let outside = std::mem::take(&mut self.stmts);
        let visible = self.scope.len();
        self.depth += 1;
        self.scope.extend(&params);
        let end = fill(self);
        self.depth -= 1;
        self.scope.truncate(visible);
        Block { params, stmts: std::mem::replace(&mut self.stmts, outside), end }
    }

    /// A block of a few statements that gives values of these types.
    fn plain(&mut self, params: Vec<Var>, results: &[Ty]) -> Block {
        self.block(params, |this| {
            for _ in 0..this.random.below(4) {
                this.stmt();
            }
            results.iter().map(|&ty| this.pick(ty)).collect()
        })
    }

    fn some_types(&mut self, most: usize) -> Vec<Ty> {
        (0..self.random.below(most + 1)).map(|_| self.any_type()).collect()
    }

    fn stmt(&mut self) {
        let nests = if self.depth < DEPTH { 14 } else { 10 };
        if self.tensors.is_some() && self.random.below(8) == 0 {
            self.tensor_of_scalars();
            return;
        }
        match self.random.below(nests) {
            0 if self.asserts => {
                let condition = self.pick(Ty::Int(1));
                let truth = self.constant(Ty::Int(1), 1);
                // Mostly it holds.
                let condition = if self.random.below(4) == 0 { condition } else { truth };
                self.add(Kind::Assert, vec![condition], &[]);
            }
            1 if !self.functions.is_empty() => self.call(),
            2 => {
                // No other statement may depend on what it is, so it is nobody's operand.
                let ty = self.any_type();
                self.add(Kind::Poison, Vec::new(), &[ty]);
                self.scope.pop();
            }
            0..=3 => self.comparison(),
            4..=5 => self.conversion(),
            6..=9 => self.arithmetic(),
            10 => {
                let condition = self.pick(Ty::Int(1));
                let results = self.some_types(2);
                let (then, otherwise) =
                    (self.plain(Vec::new(), &results), self.plain(Vec::new(), &results));
                self.add(Kind::If(then, otherwise), vec![condition], &results);
            }
            11 => self.counted(),
            12 => self.conditional(),
            _ => self.selection(),
        }
    }

    fn arithmetic(&mut self) {
        match self.random.below(12) {
            0 => {
                let ty = self.any_type();
                // Of tensors, by one condition or by one at each place.
                let one = self.random.below(3) == 0;
                let condition = if one { Ty::Int(1) } else { Ty::Int(1).like(ty) };
                let operands = vec![self.pick(condition), self.pick(ty), self.pick(ty)];
                self.op("arith.select", operands, ty);
            }
            1 => {
                let ty = self.float();
                let operand = self.pick(ty);
                self.op("arith.negf", vec![operand], ty);
            }
            2 => {
                let ty = [Ty::Int(8), Ty::Int(16), Ty::Int(32), Ty::Int(64)][self.random.below(4)];
                let ty = self.maybe_tensor(ty);
                let name = ["arith.addui_extended", "arith.mulsi_extended", "arith.mului_extended"]
                    [self.random.below(3)];
                let second = if name == "arith.addui_extended" { Ty::Int(1).like(ty) } else { ty };
                let operands = vec![self.pick(ty), self.pick(ty)];
                self.add(Kind::Scalar(name, 0), operands, &[ty, second]);
            }
            _ => {
                let (name, takes) = BINARY[self.random.below(BINARY.len())];
                let ty = match takes {
                    Takes::Integers => self.integer(),
                    Takes::Index => Ty::Index,
                    Takes::Floats => self.float(),
                };
                let operands = vec![self.pick(ty), self.pick(ty)];
                self.op(name, operands, ty);
            }
        }
    }

    /// A tensor that is made of scalars, or a scalar that is taken out of one.
    fn tensor_of_scalars(&mut self) {
        let (shape, scalar) = (SHAPES[self.random.below(SHAPES.len())], self.any_scalar());
        let ty = scalar.shaped(self.tensors.filter(|_| self.random.below(4) > 0).unwrap_or(shape));
        match self.random.below(4) {
            0 => {
                let value = self.pick(scalar);
                self.op("tensor.splat", vec![value], ty);
            }
            1 => {
                let values = (0..ty.count()).map(|_| self.pick(scalar)).collect();
                self.op("tensor.from_elements", values, ty);
            }
            _ => {
                let mut operands = vec![self.pick(ty)];
                if let Ty::Tensor(shape, _) = ty {
                    for &size in shape {
                        // Rarely one too far.
                        let most = if self.random.below(6) == 0 { size } else { size.max(1) - 1 };
                        let index = self.random.below(most + 1) as i64;
                        operands.push(self.constant(Ty::Index, index));
                    }
                }
                self.op("tensor.extract", operands, scalar);
            }
        }
    }

    fn comparison(&mut self) {
        let (name, ty, predicates) = match self.random.below(4) {
            0 => ("arith.cmpf", self.float(), 16),
            1 => ("index.cmp", Ty::Index, 10),
            _ => ("arith.cmpi", self.integer(), 10),
        };
        let predicate = self.random.below(predicates);
        let operands = vec![self.pick(ty), self.pick(ty)];
        self.add(Kind::Scalar(name, predicate), operands, &[Ty::Int(1).like(ty)]);
    }

    fn conversion(&mut self) {
        const WIDTHS: [u32; 5] = [1, 8, 16, 32, 64];
        let (a, b) = (self.random.below(5), self.random.below(5));
        let (low, high) = (Ty::Int(WIDTHS[a.min(b)]), Ty::Int(WIDTHS[a.max(b)]));
        let (integer, float) = (Ty::Int(WIDTHS[a]), [Ty::F32, Ty::F64][self.random.below(2)]);
        let pairs: [(&str, Ty, Ty); 14] = [
            ("arith.extsi", low, high),
            ("arith.extui", low, high),
            ("arith.trunci", high, low),
            ("arith.index_cast", integer, Ty::Index),
            ("arith.index_cast", Ty::Index, integer),
            ("arith.index_castui", integer, Ty::Index),
            ("index.casts", Ty::Index, Ty::Int(32)),
            ("index.castu", Ty::Int(32), Ty::Index),
            ("arith.sitofp", integer, float),
            ("arith.uitofp", integer, float),
            ("arith.fptosi", float, integer),
            ("arith.fptoui", float, integer),
            ("arith.extf", Ty::F32, Ty::F64),
            ("arith.truncf", Ty::F64, Ty::F32),
        ];
        let (name, from, to) = pairs[self.random.below(pairs.len())];
        // An extension is to a wider type.
        if from != to {
            // The ops of `index` are on scalars.
            let from = if name.starts_with("arith.") { self.maybe_tensor(from) } else { from };
            let operand = self.pick(from);
            self.op(name, vec![operand], to.like(from));
        }
    }

    /// A loop of few iterations, some of them at the end of the type.
    fn counted(&mut self) {
        let ty = [Ty::Index, Ty::Int(32), Ty::Int(64), Ty::Int(8)][self.random.below(4)];
        let unsigned = self.random.below(5) == 0;
        let width = ty.width().unwrap_or(64);
        let (lower, upper, step) = if self.random.below(4) == 0 {
            let most = if unsigned { -1 } else { ((1_i128 << (width - 1)) - 1) as i64 };
            let (back, step) = (self.random.below(6) as i64, 1 + self.random.below(5) as i64);
            let lower = self.constant(ty, most.wrapping_sub(back));
            (lower, self.constant(ty, most), self.constant(ty, step))
        } else {
            let lower = self.small(ty, 1);
            let upper = self.small(ty, 7);
            let step = match self.random.below(4) {
                // Maybe none, which is an error.
                0 => self.small(ty, 3),
                _ => {
                    let step = 1 + self.random.below(3) as i64;
                    self.constant(ty, step)
                }
            };
            (lower, upper, step)
        };
        let types = self.some_types(2);
        let mut operands = vec![lower, upper, step];
        operands.extend(types.iter().map(|&ty| self.pick(ty)).collect::<Vec<_>>());
        let mut params = vec![self.var(ty)];
        params.extend(types.iter().map(|&ty| self.var(ty)).collect::<Vec<_>>());
        let body = self.plain(params, &types);
        self.add(Kind::For(body, unsigned), operands, &types);
    }

    /// A loop that counts down; what it passes has other types than what it carries.
    fn conditional(&mut self) {
        let count = Ty::Int(32);
        let (carried, passed) = (self.some_types(2), self.some_types(2));
        let mut operands = vec![self.small(count, 5)];
        operands.extend(carried.iter().map(|&ty| self.pick(ty)).collect::<Vec<_>>());
        let mut params = vec![self.var(count)];
        params.extend(carried.iter().map(|&ty| self.var(ty)).collect::<Vec<_>>());
        let left = params[0];
        let before = self.block(params, |this| {
            for _ in 0..this.random.below(3) {
                this.stmt();
            }
            let zero = this.constant(count, 0);
            // `sgt`
            let kind = Kind::Scalar("arith.cmpi", 4);
            let mut more = this.add(kind, vec![left, zero], &[Ty::Int(1)])[0];
            if this.random.below(3) == 0 {
                let other = this.pick(Ty::Int(1));
                more = this.op("arith.andi", vec![more, other], Ty::Int(1));
            }
            let mut end = vec![more, left];
            end.extend(passed.iter().map(|&ty| this.pick(ty)).collect::<Vec<_>>());
            end
        });
        let mut params = vec![self.var(count)];
        params.extend(passed.iter().map(|&ty| self.var(ty)).collect::<Vec<_>>());
        let left = params[0];
        let after = self.block(params, |this| {
            for _ in 0..this.random.below(3) {
                this.stmt();
            }
            let one = this.constant(count, 1);
            let mut end = vec![this.op("arith.subi", vec![left, one], count)];
            end.extend(carried.iter().map(|&ty| this.pick(ty)).collect::<Vec<_>>());
            end
        });
        let results: Vec<Ty> = [count].into_iter().chain(passed).collect();
        self.add(Kind::While(before, after), operands, &results);
    }

    fn selection(&mut self) {
        let results = self.some_types(2);
        if self.random.below(3) == 0 {
            let block = self.plain(Vec::new(), &results);
            self.add(Kind::Execute(block), Vec::new(), &results);
            return;
        }
        let selector =
            if self.random.below(4) == 0 { self.pick(Ty::Index) } else { self.small(Ty::Index, 7) };
        let spread = if self.random.below(2) == 0 { 1 } else { 3 };
        let first = self.random.below(3) as i64 - 1;
        let default = self.plain(Vec::new(), &results);
        let cases = (0..self.random.below(4))
            .map(|case| (first + spread * case as i64, self.plain(Vec::new(), &results)));
        let cases = cases.collect();
        self.add(Kind::Switch(default, cases), vec![selector], &results);
    }

    fn call(&mut self) {
        let callee = self.random.below(self.functions.len());
        let function = &self.functions[callee];
        let types: Vec<Ty> = function.block.params.iter().map(|&it| function.types[it]).collect();
        let results = function.results.clone();
        let arguments = types.into_iter().map(|ty| self.pick(ty)).collect();
        self.add(Kind::Call(callee), arguments, &results);
    }

    /// What a function gives that calls itself with one less, from at most seven on.
    fn recursion(&mut self, this: usize, params: &[Var], results: &[Ty]) -> Vec<Var> {
        let count = Ty::Int(32);
        let mask = self.constant(count, 7);
        let left = self.op("arith.andi", vec![params[0], mask], count);
        let zero = self.constant(count, 0);
        let more = self.add(Kind::Scalar("arith.cmpi", 4), vec![left, zero], &[Ty::Int(1)])[0];
        let types: Vec<Ty> = params[1..].iter().map(|&param| self.types[param]).collect();
        let then = self.block(Vec::new(), |maker| {
            let one = maker.constant(count, 1);
            let mut arguments = vec![maker.op("arith.subi", vec![left, one], count)];
            arguments.extend(types.iter().map(|&ty| maker.pick(ty)).collect::<Vec<_>>());
            let given = maker.add(Kind::Call(this), arguments, results);
            maker.stmt();
            let mut end: Vec<Var> = results.iter().map(|&ty| maker.pick(ty)).collect();
            end[0] = given[0];
            end
        });
        let otherwise = self.plain(Vec::new(), results);
        self.add(Kind::If(then, otherwise), vec![more], results)
    }
}
