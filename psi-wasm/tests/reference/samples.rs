//! The samples of a seed, byte by byte, by the definition of the distributions.

use psi_wasm::params::PRIMES;
use psi_wasm::sampling::Purpose;

use super::{Integers, Residues};

/// The stream of a seed: keyed BLAKE3 of purpose, prime and ciphertext, extended.
pub fn stream(
    seed: &[u8; 32],
    purpose: Purpose,
    index: usize,
    prime: u8,
    length: usize,
) -> Vec<u8> {
    let mut bytes = vec![0; length];
    blake3::Hasher::new_keyed(seed)
        .update(&[purpose as u8, prime])
        .update(&(index as u32).to_le_bytes())
        .finalize_xof()
        .fill(&mut bytes);
    bytes
}

/// Each byte below 243 is five digits to the base 3, lowest first.
pub fn ternary(seed: &[u8; 32], purpose: Purpose, index: usize) -> Integers {
    let accepted = stream(seed, purpose, index, 0, 2048).into_iter();
    let digits = accepted
        .filter(|byte| *byte < 243)
        .flat_map(|byte| [1, 3, 9, 27, 81].map(|weight| i128::from(byte / weight % 3) - 1));
    digits.take(4096).collect()
}

/// The number of ones among 40 bits, minus 20.
pub fn binomial(seed: &[u8; 32], purpose: Purpose, index: usize, count: usize) -> Integers {
    let bytes = stream(seed, purpose, index, 0, 5 * count);
    let ones = |fair: &[u8]| -> i128 {
        let bits = fair
            .iter()
            .flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1));
        bits.map(i128::from).sum()
    };
    bytes.chunks(5).map(|fair| ones(fair) - 20).collect()
}

/// The low 31 bits of each word, where they are below the prime.
pub fn uniform(seed: &[u8; 32], index: usize) -> Residues {
    [0, 1, 2].map(|prime: u8| {
        let bytes = stream(seed, Purpose::Uniform, index, prime, 8 * 4096);
        let words = bytes
            .chunks(4)
            .map(|word| u32::from_le_bytes(word.try_into().unwrap()));
        words
            .map(|word| word % (1 << 31))
            .filter(|residue| *residue < PRIMES[prime as usize])
            .take(4096)
            .map(u64::from)
            .collect()
    })
}

/// The low 79 bits of each 12 bytes, minus `2^78`.
pub fn flooding(seed: &[u8; 32], index: usize) -> Integers {
    let bytes = stream(seed, Purpose::Flooding, index, 0, 12 * 1024);
    let value = |chunk: &[u8]| {
        chunk
            .iter()
            .rev()
            .fold(0, |all, byte| all << 8 | i128::from(*byte))
    };
    bytes
        .chunks(12)
        .map(|chunk| value(chunk) % (1 << 79) - (1 << 78))
        .collect()
}
