//! Integer arithmetic and comparisons. An `i1` is a byte, 0 or 1: it is negated where it is read as
//! signed, and results are cut to their lowest bit.

use super::super::emit::Emit;
use super::super::scalar_type;
use super::Words;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Type, Value, types};
use smallvec::smallvec;
use tfrt_host::kernel::{DType, DTypeKind, Intrinsic, ScalarType};

/// Two operands of one integer type.
struct Pair {
    scalar: ScalarType,
    ty: Type,
    a: Value,
    b: Value,
}

/// Whether signed operations are for the type.
pub(super) fn has_sign(scalar: ScalarType) -> bool {
    let kind = scalar.dtype().map(DType::kind);
    matches!(kind, Some(DTypeKind::Bool | DTypeKind::Signed))
}

/// The number of bits.
pub(super) fn width(scalar: ScalarType) -> u32 {
    scalar.dtype().and_then(DType::bits).unwrap_or(u8::BITS)
}

impl Emit<'_, '_, '_> {
    /// The result of an operation on one integer. `None`, and nothing is emitted, if it is something
    /// else.
    pub(super) fn one_integer(
        &mut self,
        intrinsic: Intrinsic,
        (scalar, a): (ScalarType, Value),
        result: ScalarType,
    ) -> Option<Value> {
        let ty = scalar_type(scalar);
        if scalar != result || ty.is_float() {
            return None;
        }
        if intrinsic == Intrinsic::SAbs && has_sign(scalar) {
            let a = self.signed(scalar, a);
            let negated = self.b.ins().ineg(a);
            let negative = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, a, 0);
            let magnitude = self.b.ins().select(negative, negated, a);
            return Some(self.wrapped(scalar, magnitude));
        }
        // The processor counts in 32 and 64 bits.
        let bits = i64::from(width(scalar));
        let wide = if ty == types::I64 { types::I64 } else { types::I32 };
        let widened = |this: &mut Self| if ty == wide { a } else { this.b.ins().uextend(wide, a) };
        let count = match intrinsic {
            Intrinsic::LeadingZeros => {
                let a = widened(self);
                let zeros = self.b.ins().clz(a);
                let more = self.known(wide, i64::from(wide.bits()) - bits);
                self.b.ins().isub(zeros, more)
            }
            Intrinsic::TrailingZeros => {
                let mut a = widened(self);
                if bits < i64::from(wide.bits()) {
                    let end = self.known(wide, 1 << bits);
                    a = self.b.ins().bor(a, end);
                }
                self.b.ins().ctz(a)
            }
            Intrinsic::Ones => {
                let a = widened(self);
                self.b.ins().popcnt(a)
            }
            _ => return None,
        };
        Some(if ty == wide { count } else { self.b.ins().ireduce(ty, count) })
    }

    /// The results of an operation on two integers. `None`, and nothing is emitted, if it is something
    /// else.
    pub(super) fn integers(
        &mut self,
        intrinsic: Intrinsic,
        inputs: &[(ScalarType, Value)],
        results: &[ScalarType],
    ) -> Option<Words> {
        let &[(scalar, a), (other, b)] = inputs else { return None };
        let ty = scalar_type(scalar);
        if scalar != other || scalar.is_float() {
            return None;
        }
        let pair = Pair { scalar, ty, a, b };
        match *results {
            [ScalarType::I1] if comparison(intrinsic).is_some() => {
                self.compare(intrinsic, &pair).map(|word| smallvec![word])
            }
            [result] if result == scalar => {
                self.integer(intrinsic, &pair).map(|word| smallvec![word])
            }
            [low, other] if low == scalar => self.two(intrinsic, &pair, other),
            _ => None,
        }
    }

    /// As a signed integer.
    pub(super) fn signed(&mut self, scalar: ScalarType, value: Value) -> Value {
        if scalar == ScalarType::I1 { self.b.ins().ineg(value) } else { value }
    }

    /// A result of that type: the lowest bit of an `i1`.
    pub(super) fn wrapped(&mut self, scalar: ScalarType, value: Value) -> Value {
        if scalar != ScalarType::I1 {
            return value;
        }
        let one = self.int(types::I8, 1);
        self.b.ins().band(value, one)
    }

    /// An integer of that type.
    pub(super) fn known(&mut self, ty: Type, value: i64) -> Value {
        let bits = value.cast_unsigned() & (u64::MAX >> (64 - ty.bits()));
        self.int(ty, bits.cast_signed())
    }

    fn compare(&mut self, intrinsic: Intrinsic, pair: &Pair) -> Option<Value> {
        let (condition, signed) = comparison(intrinsic)?;
        if !signed {
            return Some(self.b.ins().icmp(condition, pair.a, pair.b));
        }
        let (a, b) = self.both_signed(pair)?;
        Some(self.b.ins().icmp(condition, a, b))
    }

    fn both_signed(&mut self, pair: &Pair) -> Option<(Value, Value)> {
        if !has_sign(pair.scalar) {
            return None;
        }
        Some((self.signed(pair.scalar, pair.a), self.signed(pair.scalar, pair.b)))
    }

    /// One result of the operands' type.
    fn integer(&mut self, intrinsic: Intrinsic, pair: &Pair) -> Option<Value> {
        let &Pair { scalar, ty, a, b } = pair;
        let word = match intrinsic {
            Intrinsic::IAdd => self.b.ins().iadd(a, b),
            Intrinsic::ISub => self.b.ins().isub(a, b),
            Intrinsic::IMul => self.b.ins().imul(a, b),
            Intrinsic::And => return Some(self.b.ins().band(a, b)),
            Intrinsic::Or => return Some(self.b.ins().bor(a, b)),
            Intrinsic::Xor => return Some(self.b.ins().bxor(a, b)),
            Intrinsic::UDiv => return Some(self.b.ins().udiv(a, b)),
            Intrinsic::URem => return Some(self.b.ins().urem(a, b)),
            Intrinsic::UDivCeil => {
                let quotient = self.b.ins().udiv(a, b);
                let rest = self.rest(pair, quotient);
                let up = self.b.ins().icmp_imm_s(IntCC::NotEqual, rest, 0);
                let up = self.extended(up, ty);
                self.b.ins().iadd(quotient, up)
            }
            Intrinsic::SDiv | Intrinsic::SRem | Intrinsic::SDivFloor | Intrinsic::SDivCeil => {
                let (a, b) = self.both_signed(pair)?;
                let pair = Pair { a, b, ..*pair };
                let quotient = self.quotient(&pair);
                match intrinsic {
                    Intrinsic::SDiv => quotient,
                    Intrinsic::SRem => self.rest(&pair, quotient),
                    _ => self.rounded(intrinsic == Intrinsic::SDivCeil, &pair, quotient),
                }
            }
            Intrinsic::Shl | Intrinsic::ShrU | Intrinsic::ShrS => {
                return self.shift(intrinsic, pair);
            }
            Intrinsic::UMax | Intrinsic::UMin => {
                let condition = if intrinsic == Intrinsic::UMax {
                    IntCC::UnsignedLessThan
                } else {
                    IntCC::UnsignedGreaterThan
                };
                let other = self.b.ins().icmp(condition, a, b);
                return Some(self.b.ins().select(other, b, a));
            }
            Intrinsic::SMax | Intrinsic::SMin => {
                let (signed_a, signed_b) = self.both_signed(pair)?;
                let condition = if intrinsic == Intrinsic::SMax {
                    IntCC::SignedLessThan
                } else {
                    IntCC::SignedGreaterThan
                };
                let other = self.b.ins().icmp(condition, signed_a, signed_b);
                return Some(self.b.ins().select(other, b, a));
            }
            _ => return None,
        };
        Some(self.wrapped(scalar, word))
    }

    /// Two results, of which the first is of the operands' type.
    fn two(&mut self, intrinsic: Intrinsic, pair: &Pair, second: ScalarType) -> Option<Words> {
        let &Pair { scalar, ty, a, b } = pair;
        match intrinsic {
            Intrinsic::IDiv if second == scalar => {
                let (a, b) = self.both_signed(pair)?;
                let pair = Pair { a, b, ..*pair };
                let quotient = self.quotient(&pair);
                let rest = self.rest(&pair, quotient);
                Some(smallvec![self.wrapped(scalar, quotient), self.wrapped(scalar, rest)])
            }
            Intrinsic::UAddCarry if second == ScalarType::I1 => {
                let sum = self.b.ins().iadd(a, b);
                let sum = self.wrapped(scalar, sum);
                let carry = self.b.ins().icmp(IntCC::UnsignedLessThan, sum, a);
                Some(smallvec![sum, carry])
            }
            Intrinsic::SMulExtended | Intrinsic::UMulExtended if second == scalar => {
                let signed = intrinsic == Intrinsic::SMulExtended;
                let (a, b) = if signed { self.both_signed(pair)? } else { (a, b) };
                if ty == types::I64 {
                    let low = self.b.ins().imul(a, b);
                    let high =
                        if signed { self.b.ins().smulhi(a, b) } else { self.b.ins().umulhi(a, b) };
                    return Some(smallvec![low, high]);
                }
                let wide = ty.double_width()?;
                let (a, b) = if signed {
                    (self.b.ins().sextend(wide, a), self.b.ins().sextend(wide, b))
                } else {
                    (self.b.ins().uextend(wide, a), self.b.ins().uextend(wide, b))
                };
                let product = self.b.ins().imul(a, b);
                let bits = self.known(wide, i64::from(width(scalar)));
                let high = self.b.ins().ushr(product, bits);
                let (low, high) =
                    (self.b.ins().ireduce(ty, product), self.b.ins().ireduce(ty, high));
                Some(smallvec![self.wrapped(scalar, low), self.wrapped(scalar, high)])
            }
            _ => None,
        }
    }

    /// The signed quotient by a divisor that is not zero; MIN / -1 is MIN.
    fn quotient(&mut self, &Pair { ty, a, b, .. }: &Pair) -> Value {
        match self.constants.get(&b) {
            Some(-1) => self.b.ins().ineg(a),
            Some(0) | None => {
                // The processor traps on MIN / -1, so -1 is handled separately.
                let minus_one = self.b.ins().icmp_imm_s(IntCC::Equal, b, -1);
                let one = self.int(ty, 1);
                let divisor = self.b.ins().select(minus_one, one, b);
                let negated = self.b.ins().ineg(a);
                let quotient = self.b.ins().sdiv(a, divisor);
                self.b.ins().select(minus_one, negated, quotient)
            }
            Some(_) => self.b.ins().sdiv(a, b),
        }
    }

    /// What a quotient leaves; 0 of MIN / -1.
    fn rest(&mut self, &Pair { a, b, .. }: &Pair, quotient: Value) -> Value {
        let product = self.b.ins().imul(quotient, b);
        self.b.ins().isub(a, product)
    }

    /// A signed quotient toward zero, rounded up or down instead.
    fn rounded(&mut self, up: bool, pair: &Pair, quotient: Value) -> Value {
        let rest = self.rest(pair, quotient);
        let inexact = self.b.ins().icmp_imm_s(IntCC::NotEqual, rest, 0);
        // The quotient toward zero is too small if its sign is plus, too great if it is minus.
        let signs = self.b.ins().bxor(rest, pair.b);
        let condition = if up { IntCC::SignedGreaterThanOrEqual } else { IntCC::SignedLessThan };
        let wrong_way = self.b.ins().icmp_imm_s(condition, signs, 0);
        let by = self.b.ins().band(inexact, wrong_way);
        let by = self.extended(by, pair.ty);
        if up { self.b.ins().iadd(quotient, by) } else { self.b.ins().isub(quotient, by) }
    }

    /// A condition as 0 or 1 of that type.
    fn extended(&mut self, condition: Value, ty: Type) -> Value {
        if ty == types::I8 { condition } else { self.b.ins().uextend(ty, condition) }
    }

    fn shift(&mut self, intrinsic: Intrinsic, pair: &Pair) -> Option<Value> {
        let &Pair { scalar, ty, a, b } = pair;
        let bits = i64::from(width(scalar));
        let inside = self.constants.get(&b).is_some_and(|shift| (0..bits).contains(shift));
        let beyond = |this: &mut Self| {
            let bits = this.known(ty, bits);
            this.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, b, bits)
        };
        if intrinsic == Intrinsic::ShrS {
            let (a, _) = self.both_signed(pair)?;
            let by = if inside {
                b
            } else {
                let beyond = beyond(self);
                let most = self.known(ty, bits - 1);
                self.b.ins().select(beyond, most, b)
            };
            let shifted = self.b.ins().sshr(a, by);
            return Some(self.wrapped(scalar, shifted));
        }
        let shifted = if intrinsic == Intrinsic::Shl {
            self.b.ins().ishl(a, b)
        } else {
            self.b.ins().ushr(a, b)
        };
        let shifted = if inside {
            shifted
        } else {
            let beyond = beyond(self);
            let zero = self.known(ty, 0);
            self.b.ins().select(beyond, zero, shifted)
        };
        Some(self.wrapped(scalar, shifted))
    }
}

/// The condition of a comparison, and whether it is signed.
fn comparison(intrinsic: Intrinsic) -> Option<(IntCC, bool)> {
    Some(match intrinsic {
        Intrinsic::IEq => (IntCC::Equal, false),
        Intrinsic::INe => (IntCC::NotEqual, false),
        Intrinsic::SLt => (IntCC::SignedLessThan, true),
        Intrinsic::SLe => (IntCC::SignedLessThanOrEqual, true),
        Intrinsic::SGt => (IntCC::SignedGreaterThan, true),
        Intrinsic::SGe => (IntCC::SignedGreaterThanOrEqual, true),
        Intrinsic::ULt => (IntCC::UnsignedLessThan, false),
        Intrinsic::ULe => (IntCC::UnsignedLessThanOrEqual, false),
        Intrinsic::UGt => (IntCC::UnsignedGreaterThan, false),
        Intrinsic::UGe => (IntCC::UnsignedGreaterThanOrEqual, false),
        _ => return None,
    })
}
