//! The total variation distance between independent uniform values and the same values shifted, as
//! an exact fraction whose denominator is a power of two.

/// A distance: `numerator / 2^exponent`.
pub struct Distance {
    numerator: Natural,
    exponent: usize,
}

impl Distance {
    /// Values that are uniform among `2^bits`, each shifted by its own `shift`.
    ///
    /// One value keeps `2^bits − shift` of its `2^bits` places. The joint distribution is uniform on
    /// a box, and the boxes overlap in the product of these shares. So the distance is exactly
    /// `1 − Π(1 − shift/2^bits)`, not just bounded by a sum.
    ///
    /// # Panics
    /// If a shift is above `2^bits`, or `bits` above 127.
    #[must_use]
    pub fn of(shifts: &[u128], bits: u32) -> Self {
        let places = 1u128 << bits;
        let exponent = bits as usize * shifts.len();
        let shared = shifts.iter().fold(Natural::one(), |shared, shift| {
            let kept = places.checked_sub(*shift).expect("no place is shared");
            shared.times(kept)
        });
        Self {
            numerator: Natural::power_of_two(exponent).minus(&shared),
            exponent,
        }
    }

    /// Whether the distance is less than `2^-limit`.
    #[must_use]
    pub fn below(&self, limit: u32) -> bool {
        let bits = self.numerator.bits();
        bits == 0 || bits + limit as usize <= self.exponent
    }

    /// The distance times `2^power`, rounded up to six decimals.
    #[must_use]
    pub fn times_power(&self, power: u32) -> String {
        const DECIMALS: u64 = 1_000_000;
        let scaled = self.numerator.times(u128::from(DECIMALS));
        let millionths = scaled.shifted_up(self.exponent - power as usize);
        format!("{}.{:06}", millionths / DECIMALS, millionths % DECIMALS)
    }
}

/// A natural number: 64-bit digits, lowest first, the last not zero.
struct Natural(Vec<u64>);

impl Natural {
    fn one() -> Self {
        Self(vec![1])
    }

    fn power_of_two(exponent: usize) -> Self {
        let mut digits = vec![0; exponent / 64 + 1];
        digits[exponent / 64] = 1 << (exponent % 64);
        Self(digits)
    }

    fn trimmed(mut digits: Vec<u64>) -> Self {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Self(digits)
    }

    /// Schoolbook, with a factor of two digits.
    fn times(&self, factor: u128) -> Self {
        let mut product = vec![0; self.0.len() + 2];
        for (place, part) in [low(factor), low(factor >> 64)].into_iter().enumerate() {
            let mut carry = 0;
            for (target, digit) in product[place..]
                .iter_mut()
                .zip(self.0.iter().chain(std::iter::repeat(&0)))
            {
                let sum = u128::from(*digit) * u128::from(part) + u128::from(*target) + carry;
                *target = low(sum);
                carry = sum >> 64;
            }
            assert_eq!(carry, 0);
        }
        Self::trimmed(product)
    }

    /// The difference; `other` is not larger.
    fn minus(&self, other: &Self) -> Self {
        let mut borrow = false;
        let others = other.0.iter().chain(std::iter::repeat(&0));
        let digits = self.0.iter().zip(others).map(|(digit, other)| {
            let (digit, first) = digit.overflowing_sub(*other);
            let (digit, second) = digit.overflowing_sub(u64::from(borrow));
            borrow = first || second;
            digit
        });
        let difference = Self::trimmed(digits.collect());
        assert!(!borrow && other.0.len() <= self.0.len());
        difference
    }

    /// The number of bits; zero has none.
    fn bits(&self) -> usize {
        self.0.last().map_or(0, |digit| {
            64 * self.0.len() - digit.leading_zeros() as usize
        })
    }

    /// The quotient by `2^exponent`, rounded up; it must fit one digit.
    fn shifted_up(&self, exponent: usize) -> u64 {
        let digit = |at: usize| u128::from(self.0.get(at).copied().unwrap_or(0));
        let place = exponent / 64;
        assert!(self.bits() <= exponent + 63, "a quotient beyond one digit");
        let quotient = (digit(place) | (digit(place + 1) << 64)) >> (exponent % 64);
        let lost = self.0.iter().take(place).any(|digit| *digit != 0)
            || !digit(place).is_multiple_of(1 << (exponent % 64));
        low(quotient) + u64::from(lost)
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the low digit is meant")]
const fn low(wide: u128) -> u64 {
    wide as u64
}

#[cfg(test)]
mod tests {
    use super::Distance;

    /// Two values of 4 places, shifted by 1 and 2, share 3·2 of 16 cells.
    #[test]
    fn distance_of_small_boxes_is_counted() {
        let distance = Distance::of(&[1, 2], 2);
        assert_eq!(distance.times_power(0), "0.625000");
        assert!(distance.below(0) && !distance.below(1));
        // Exactly a power of two is not below it.
        assert!(!Distance::of(&[2], 2).below(1));
        assert!(Distance::of(&[0, 0], 2).below(100));
    }

    /// With two shifts by 1 among 2^79, `2^80 − 1` of `2^158` cells are not shared.
    #[test]
    fn long_numbers_carry() {
        let distance = Distance::of(&[1, 1], 79);
        assert!(distance.below(78) && !distance.below(79));
        assert_eq!(distance.times_power(79), "2.000000");
        assert_eq!(Distance::of(&[1 << 78], 79).times_power(3), "4.000000");
    }
}
