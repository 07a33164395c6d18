//! Intrinsics: kernels that compiled engines may emit as instructions.

macro_rules! intrinsics {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A kernel that compiled engines may emit as instructions instead of a call. The kernel
        /// function is the definition; the differential tests compare the instructions with it. Each
        /// variant states its numeric contract.
        ///
        /// Integers are any of one type. What is signed reads `i1` as 0 or -1, and is not for the
        /// unsigned types. Where nothing else is said, operands and results have one type.
        ///
        /// ```
        /// use tfrt_op::{Intrinsic, OpDef};
        ///
        /// const ADD: OpDef = OpDef::new("my.add").with_pure(true).with_intrinsic(Intrinsic::IAdd);
        /// assert_eq!(ADD.intrinsic, Some(Intrinsic::IAdd));
        /// assert_eq!(Intrinsic::SDiv.fails_only_if_zero(), Some(1)); // the divisor
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Intrinsic {
            $($(#[$doc])* $name,)*
        }

        impl Intrinsic {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The intrinsic of that name, as in `#[kernel(…, intrinsic = IAdd)]`.
            #[must_use]
            pub fn named(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($name) => Some(Self::$name),)*
                    _ => None,
                }
            }
        }
    };
}

intrinsics! {
    /// The attribute's value.
    Constant,
    /// A ready chain from ready operands or none: no code at all.
    Chain,
    /// Operand 1 if the `i1` operand 0 is true, else operand 2: any scalars of one type.
    Select,

    /// Integer addition, wrapping.
    IAdd,
    /// Integer subtraction, wrapping.
    ISub,
    /// Integer multiplication, wrapping.
    IMul,
    /// Signed quotient and remainder; fails exactly when operand 1 is zero; MIN / -1 is (MIN, 0).
    IDiv,
    /// The quotient of [`IDiv`](Self::IDiv) alone.
    SDiv,
    /// The remainder of [`IDiv`](Self::IDiv) alone.
    SRem,
    /// Unsigned quotient; fails exactly when operand 1 is zero.
    UDiv,
    /// Unsigned remainder; fails exactly when operand 1 is zero.
    URem,
    /// Signed quotient toward negative infinity; fails exactly when operand 1 is zero; MIN / -1 is
    /// MIN.
    SDivFloor,
    /// Signed quotient toward positive infinity; fails exactly when operand 1 is zero; MIN / -1 is
    /// MIN.
    SDivCeil,
    /// Unsigned quotient toward positive infinity; fails exactly when operand 1 is zero.
    UDivCeil,
    /// Unsigned sum, wrapping, and the carry: an `i1`.
    UAddCarry,
    /// Signed product in twice the width: its low and its high half.
    SMulExtended,
    /// Unsigned product in twice the width: its low and its high half.
    UMulExtended,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift left by an unsigned integer; by the width or more, 0.
    Shl,
    /// Signed shift right by an unsigned integer; by the width or more, all bits are the sign.
    ShrS,
    /// Unsigned shift right by an unsigned integer; by the width or more, 0.
    ShrU,
    /// The greater of two signed integers.
    SMax,
    /// The lesser of two signed integers.
    SMin,
    /// The greater of two unsigned integers.
    UMax,
    /// The lesser of two unsigned integers.
    UMin,

    /// The magnitude of a signed integer; of MIN, itself.
    SAbs,
    /// The number of zeros before the first 1; of 0, the width.
    LeadingZeros,
    /// The number of zeros after the last 1; of 0, the width.
    TrailingZeros,
    /// The number of ones.
    Ones,

    /// Integer equality. Comparisons give an `i1`.
    IEq,
    /// Integer inequality.
    INe,
    /// Signed less.
    SLt,
    /// Signed less-or-equal.
    SLe,
    /// Signed greater.
    SGt,
    /// Signed greater-or-equal.
    SGe,
    /// Unsigned less.
    ULt,
    /// Unsigned less-or-equal.
    ULe,
    /// Unsigned greater.
    UGt,
    /// Unsigned greater-or-equal.
    UGe,

    /// Float addition.
    FAdd,
    /// Float subtraction.
    FSub,
    /// Float multiplication.
    FMul,
    /// Float division; fails exactly when operand 1 compares equal to zero.
    FDiv,
    /// Float division that never fails.
    FQuotient,
    /// The other sign, of NaN too.
    FNeg,
    /// `if b < a { b } else { a }`.
    FMin,
    /// The greater float, NaN if either is NaN; 0 is greater than -0.
    FMaximum,
    /// The lesser float, NaN if either is NaN; -0 is less than 0.
    FMinimum,
    /// The greater float; if one is NaN, the other; 0 is greater than -0.
    FMaxNum,
    /// The lesser float; if one is NaN, the other; -0 is less than 0.
    FMinNum,

    /// Without sign, NaN too.
    FAbs,
    /// The magnitude of the first float with the sign of the second.
    CopySign,
    /// The product of the first two floats plus the third, rounded once.
    Fma,
    /// The square root, correctly rounded.
    Sqrt,
    /// The least integer that is not less.
    Ceil,
    /// The greatest integer that is not greater.
    Floor,
    /// The integer toward zero.
    Trunc,
    /// The nearest integer, ties to even.
    RoundEven,

    /// Neither float is NaN, and they are equal. Comparisons give an `i1`.
    FOeq,
    /// Neither is NaN, and the first is greater.
    FOgt,
    /// Neither is NaN, and the first is greater or equal.
    FOge,
    /// Neither is NaN, and the first is less.
    FOlt,
    /// Neither is NaN, and the first is less or equal.
    FOle,
    /// Neither is NaN, and they are not equal.
    FOne,
    /// Neither is NaN.
    FOrd,
    /// Either is NaN, or they are equal.
    FUeq,
    /// Either is NaN, or the first is greater.
    FUgt,
    /// Either is NaN, or the first is greater or equal.
    FUge,
    /// Either is NaN, or the first is less.
    FUlt,
    /// Either is NaN, or the first is less or equal.
    FUle,
    /// Either is NaN, or they are not equal.
    FUne,
    /// Either is NaN.
    FUno,

    /// Signed integer to a wider one.
    SExtend,
    /// Unsigned integer to a wider one.
    ZExtend,
    /// Integer to its low bits.
    Truncate,
    /// The same bits as another type of the same width.
    Bitcast,
    /// Float to a wider one: the same value.
    FPromote,
    /// Float to the nearest narrower one, ties to even.
    FDemote,
    /// Signed integer to the nearest float, ties to even.
    IntToFloat,
    /// Unsigned integer to the nearest float, ties to even.
    UIntToFloat,
    /// Float to signed integer, saturating, NaN to 0.
    FloatToInt,
    /// Float to unsigned integer, saturating, NaN to 0.
    FloatToUInt,
}

impl Intrinsic {
    /// The operand that proves that the kernel cannot fail if it is a non-zero constant.
    #[must_use]
    pub fn fails_only_if_zero(self) -> Option<usize> {
        use Intrinsic::{FDiv, IDiv, SDiv, SDivCeil, SDivFloor, SRem, UDiv, UDivCeil, URem};
        matches!(self, FDiv | IDiv | SDiv | SDivCeil | SDivFloor | SRem | UDiv | UDivCeil | URem)
            .then_some(1)
    }
}
