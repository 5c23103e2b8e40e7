//! Decrypts requests and replies by the definition.

use psi_wasm::params::{PLAIN_MODULUS, PRIMES};

use super::samples::uniform;
use super::wire::unpacked;
use super::{
    Integers, Q, Residues, T, evaluate, from_values, leaf_exponent, noise_times_t, root_powers,
    rounded, to_residues,
};

/// The 1,024 sub-slots of a ciphertext and its largest noise times `t`.
pub struct Opened {
    pub subslots: Vec<u64>,
    pub noise_times_t: i128,
}

/// Decodes the phase modulo `modulus`: the nearest plaintext, and the rest as noise.
fn decoded(phase: &[i128], modulus: i128) -> Opened {
    let plain: Vec<i128> = phase
        .iter()
        .map(|value| rounded(T * value, modulus).rem_euclid(T))
        .collect();
    let noise = phase.iter().zip(&plain);
    let residues: Vec<u64> = plain.iter().map(|value| *value as u64).collect();
    Opened {
        noise_times_t: noise
            .map(|(phase, plain)| noise_times_t(*phase, *plain, modulus))
            .max()
            .unwrap(),
        subslots: evaluate(&residues, u64::from(PLAIN_MODULUS)),
    }
}

/// A secret, as coefficients in the order of a product and as residues.
pub struct Opener {
    /// `−s[0]` to `−s[4095]`, then `s[0]` to `s[4095]`: because `X^4096 = −1`, negative indices give
    /// negated coefficients.
    extended: Vec<i64>,
    residues: Residues,
}

impl Opener {
    pub fn new(secret: &[i128]) -> Self {
        let below = secret.iter().map(|value| -value);
        let extended = below.chain(secret.iter().copied());
        Self {
            extended: extended.map(|value| value as i64).collect(),
            residues: to_residues(secret),
        }
    }

    /// The values of the part of `a·s` in `Y`. At each leaf `X^4` is `r`, and only the terms without
    /// `X` of the product of two cubics remain.
    fn masks(&self, a: &Residues) -> Residues {
        [0, 1, 2].map(|prime: usize| {
            let modulus = u64::from(PRIMES[prime]);
            let powers = root_powers(modulus);
            let leaves = a[prime].chunks(4).zip(self.residues[prime].chunks(4));
            leaves
                .enumerate()
                .map(|(leaf, (a, s))| {
                    let wrapped: u64 = (1..4).map(|i| a[i] * s[4 - i] % modulus).sum();
                    let root = powers[leaf_exponent(leaf)];
                    (a[0] * s[0] + wrapped % modulus * root % modulus) % modulus
                })
                .collect()
        })
    }

    /// Every ciphertext of a request.
    pub fn request(&self, message: &[u8]) -> Vec<Opened> {
        let seed = message[40..72].try_into().unwrap();
        let ciphertexts = message[72..].chunks(11_904).enumerate();
        ciphertexts
            .map(|(index, body)| {
                let masks = self.masks(&uniform(seed, index));
                let c0 = unpacked(body, 31);
                let sums = [0, 1, 2].map(|prime: usize| {
                    let own = c0[1024 * prime..1024 * (prime + 1)].iter();
                    own.zip(&masks[prime])
                        .map(|(c0, mask)| (c0 + mask) % u64::from(PRIMES[prime]))
                        .collect()
                });
                let phase: Integers = from_values(&sums).into_iter().step_by(4).collect();
                decoded(&phase, Q)
            })
            .collect()
    }

    /// Every ciphertext of a reply to a request of `slots` slots.
    pub fn reply(&self, message: &[u8], slots: usize) -> Vec<Opened> {
        let count = slots.div_ceil(100);
        let body = &message[56..message.len() - 32 * slots];
        let (c0, c1) = body.split_at(2048 * count);
        let each = c0.chunks(2048).zip(c1.chunks(15_360));
        each.map(|(c0, c1)| {
            // Coefficient k of c1·s is the sum of c1[j]·s[k − j].
            let backwards: Vec<i64> = unpacked(c1, 30)
                .iter()
                .rev()
                .map(|v| 2 * v.cast_signed())
                .collect();
            let phases = unpacked(c0, 16).into_iter().enumerate().map(|(k, c0)| {
                let secret = &self.extended[4 * k + 1..];
                let product: i64 = backwards.iter().zip(secret).map(|(c1, s)| c1 * s).sum();
                i128::from(c0 << 15) + i128::from(product)
            });
            decoded(&phases.collect::<Vec<_>>(), i128::from(PRIMES[0]))
        })
        .collect()
    }
}
