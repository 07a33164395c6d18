//! A list of kernels that tests take from another crate.

use tfrt::{KernelType, kernel};

/// A type that programs of other crates use.
#[derive(Debug)]
pub struct Seed(pub i32);

impl KernelType for Seed {
    const NAME: &'static str = "!listed.seed";
}

/// Makes a seed.
#[kernel("listed.seed")]
pub fn seed(x: i32) -> Seed {
    Seed(x)
}

/// A kernel for each type.
#[kernel("listed.more.{T}", pure, T = [i32, i64])]
pub fn more<T: From<i32> + std::ops::Add<Output = T>>(x: T) -> T {
    x + T::from(1)
}

/// A module of its own, beside the list's.
pub mod inner {
    use tfrt::{AsyncRef, kernel};

    /// What grows from a seed.
    #[kernel("listed.grow", task)]
    pub fn grow(seed: AsyncRef<super::Seed>) -> i32 {
        match seed.get() {
            Some(Ok(seed)) => seed.0 + 1,
            _ => 0,
        }
    }
}

tfrt::kernels! {
    /// Seeds.
    pub SEEDS = [seed, more, inner::grow, type Seed = "!listed.seed"]
}

/// Kernels with all that a signature and options can say.
pub mod forms {
    use super::Seed;
    use tfrt::op::{Assembly, Callee, Fold, FromAttribute, Gives};
    use tfrt::{AsyncRef, Attr, Chain, ExecCtx, Function, KernelError, ResultCount, Value, kernel};
    use tfrt_bef::Attribute;

    /// An attribute of a kind of its own.
    #[derive(Clone, Debug)]
    pub struct Mode(bool);

    impl FromAttribute for Mode {
        const KIND: &'static str = "string";
        fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
            match String::from_attribute(attribute)?.as_str() {
                "up" => Ok(Self(true)),
                "down" => Ok(Self(false)),
                _ => Err("is neither 'up' nor 'down'".into()),
            }
        }
    }

    /// Operands and an attribute by their names.
    #[kernel("forms.scale", pure, assembly = "$x `by` $factor `and` $more attr-dict")]
    pub fn scale(x: i32, more: i32, factor: Attr<i32>) -> i32 {
        x * factor.0 + more
    }

    /// A text that many have.
    #[kernel("forms.half", pure, cost = 5, assembly = Assembly::OPERANDS)]
    pub fn half(x: i32) -> i32 {
        x / 2
    }

    /// An op with a region.
    #[kernel(
        "forms.inside",
        assembly = "$x attr-dict-with-keyword region",
        traits(callees(&[Callee::region().role("body").takes_from(0).gives(Gives::Results)]))
    )]
    pub fn inside(ctx: ExecCtx<'_>, x: i32, body: &Function) -> i32 {
        let mut results = [Value::Empty];
        body.call(ctx.request, ctx.depth, &mut [Value::new(x)], &mut results);
        match results {
            [Value::Scalar(_, bits)] => bits as i32,
            _ => -1,
        }
    }

    /// An operand that an op may be without.
    #[kernel("forms.plus", pure)]
    pub fn plus(x: i32, y: Option<i32>) -> i32 {
        x + y.unwrap_or(100)
    }

    /// The same, borrowed.
    #[kernel("forms.grown")]
    pub fn grown(x: i32, seed: Option<&Seed>) -> i32 {
        x + seed.map_or(100, |seed| seed.0)
    }

    /// Any number of operands of one type.
    #[kernel("forms.sum", pure)]
    pub fn sum(all: Vec<i32>) -> i32 {
        all.into_iter().sum()
    }

    /// The same, borrowed.
    #[kernel("forms.harvest")]
    pub fn harvest(seeds: &[&Seed]) -> i32 {
        seeds.iter().map(|seed| seed.0).sum()
    }

    /// A borrowed attribute.
    #[kernel("forms.tagged", assembly = "$x $tag attr-dict")]
    pub fn tagged(x: i32, tag: Attr<&str>) -> i32 {
        x + tag.0.bytes().map(i32::from).sum::<i32>()
    }

    /// Attributes of a kind that macros do not know.
    ///
    /// # Errors
    /// Never; the return type makes the kernel fallible.
    #[kernel("forms.moved")]
    pub fn moved(x: i32, by: Attr<&Mode>, then: Attr<Mode>) -> Result<i32, KernelError> {
        Ok(x + if by.0.0 { 1 } else { -1 } + if then.0.0 { 10 } else { -10 })
    }

    /// As many numbers as the op has results.
    #[kernel("forms.copies", pure)]
    pub fn copies(x: i32, results: ResultCount) -> Vec<i32> {
        (x..).take(results.0).collect()
    }

    /// A chain, and as many numbers as the op has results besides.
    #[kernel("forms.chained")]
    pub fn chained(results: ResultCount, x: i32) -> (AsyncRef<Chain>, Vec<AsyncRef<i32>>) {
        let numbers = (x..).take(results.0.saturating_sub(1)).map(AsyncRef::available);
        (AsyncRef::available(Chain), numbers.collect())
    }

    /// Two numbers, then as many as it says of which the odd ones are errors.
    ///
    /// # Errors
    /// The number is negative.
    #[kernel("forms.several")]
    #[expect(clippy::type_complexity, reason = "a kernel spells its results out")]
    pub fn several(
        x: i32,
        count: Attr<i32>,
    ) -> Result<(i32, Result<i32, String>, Vec<Result<i32, String>>), KernelError> {
        let number = |x: i32| if x % 2 == 0 { Ok(x) } else { Err(format!("{x} is odd")) };
        if x < 0 {
            return Err("a negative number".into());
        }
        Ok((
            x,
            number(x + 1),
            (x + 2..).take(count.0.unsigned_abs() as usize).map(number).collect(),
        ))
    }

    /// A sum, then as many numbers after it as the op has results: a call by name, with everything that
    /// a text can say of one.
    #[kernel(
        "forms.invoke",
        assembly = "`(` $x `)` $name `(` $rest `)` pairs($options) pairs($others) result-count",
        traits(
            pairs(&["options"]),
            result_names(&["sum", "more"]),
            fold(Fold::into("forms.known").when("name", "known").takes("options", "value"))
        )
    )]
    pub fn invoke(
        x: i32,
        rest: Vec<i32>,
        name: Attr<&str>,
        options: Attr<&Attribute>,
        others: Attr<&Attribute>,
        results: ResultCount,
    ) -> (i32, Vec<i32>) {
        let count = |attribute: &Attribute| match attribute {
            Attribute::EmptyArray => 0,
            Attribute::Aggregate(pairs) => pairs.len() as i32,
            _ => 1000,
        };
        let given = name.0.len() as i32 + 10 * count(options.0) + 100 * count(others.0);
        let sum = x + rest.into_iter().sum::<i32>() + given;
        (sum, (sum + 1..).take(results.0.saturating_sub(1)).collect())
    }

    /// What grows from a seed that is borrowed, and all others.
    #[kernel("forms.kept")]
    pub fn kept(seed: &Seed, rest: &[Value]) -> (i32, Vec<Value>) {
        (seed.0 + 1, rest.to_vec())
    }

    /// The number, if a function that is asked allows it.
    #[kernel(
        "forms.asked",
        assembly = "$x $test attr-dict",
        traits(callees(&[Callee::symbol("test").gives(Gives::Types(&["i1"])).by_name()]))
    )]
    pub fn asked(ctx: ExecCtx<'_>, x: i32, test: &Function) -> i32 {
        let mut results = [Value::Empty];
        test.call(ctx.request, ctx.depth, &mut [Value::new(x)], &mut results);
        if matches!(results, [Value::Scalar(_, 1)]) { x } else { 0 }
    }

    /// A number, then one of a type of its own for each operand.
    #[kernel("forms.passed")]
    pub fn passed(x: i32, rest: &[Value]) -> (i32, Vec<Value>) {
        (x, rest.to_vec())
    }
}

tfrt::kernels! {
    /// All that a signature and options can say.
    pub FORMS = [
        forms::scale, forms::half, forms::inside, forms::plus, forms::grown, forms::sum,
        forms::harvest, forms::tagged, forms::moved, forms::copies, forms::chained, forms::several,
        forms::passed, forms::invoke, forms::asked, forms::kept, seed, type Seed = "!listed.seed",
    ]
}
