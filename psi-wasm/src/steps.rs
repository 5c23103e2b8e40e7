//! The single steps of a comparison, on fixed public values, for benchmarks: Criterion's of native
//! code and the worker's of the WebAssembly builds.
#![forbid(unsafe_code)]

use core::hint::black_box;

use crate::hashing::{Tag, hash};
use crate::messages::PublicKeys;
use crate::ntt::{Tables, forward, inverse};
use crate::params::{PLAIN_MODULUS, RING_DIMENSION, SEED_BYTES};
use crate::quad::Quad;
use crate::ring::{Polynomial, add_product, subring_part};
use crate::sampling::{FLOODING, Purpose, Seed, Small, Stream, uniform};

/// The steps in the order of their numbers. `rows` is a polynomial of 4,096 coefficients modulo
/// one prime, `columns` one of 1,024 modulo the three primes and `t`.
pub const STEPS: [&str; 12] = [
    "NTT forward, rows",
    "NTT inverse, rows",
    "NTT forward, columns",
    "NTT inverse, columns",
    "product, rows",
    "product, part in the subring",
    "uniform, rows",
    "ternary, 4096",
    "binomial, 4096",
    "flooding, 1024",
    "hash, 47 KB",
    "packing and hash, 47 KB",
];

const SEED: [u8; SEED_BYTES] = [7; SEED_BYTES];

/// Working space for the steps.
pub struct Steps {
    a: Polynomial,
    b: [Polynomial; 3],
    columns: Polynomial,
    seed: Seed,
    bytes: Vec<u8>,
}

impl Steps {
    /// Fixed values. The time of a step does not depend on them.
    #[must_use]
    pub fn new() -> Self {
        let tables = Tables::get();
        let residues = |prime: usize| uniform(&SEED, 0, prime, &tables.rows[prime]);
        let mut columns = Polynomial::zero();
        for (place, entry) in (0..PLAIN_MODULUS).zip(columns.entries_mut()) {
            *entry = Quad::splat(place);
        }
        let b = [0, 1, 2].map(residues);
        let (_, bytes) = PublicKeys::write(&SEED, &b);
        Self {
            a: residues(0),
            b,
            columns,
            seed: Seed::from_bytes(SEED),
            bytes,
        }
    }

    /// Does the step once. False if there is no step of that number.
    pub fn run(&mut self, step: usize) -> bool {
        let tables = Tables::get();
        let rows = &tables.rows[0];
        match step {
            0 => forward(black_box(self.a.entries_mut()), rows),
            1 => inverse(black_box(self.a.entries_mut()), rows),
            2 => forward(black_box(self.columns.entries_mut()), &tables.columns),
            3 => inverse(black_box(self.columns.entries_mut()), &tables.columns),
            4 => {
                let mut sum = Polynomial::zero();
                add_product(black_box(&mut sum), &self.a, &self.b[0], rows);
            }
            5 => subring_part(black_box(&mut self.columns), 0, &self.a, &self.b[0], rows),
            6 => drop(black_box(uniform(&SEED, 0, 0, rows))),
            7 => drop(black_box(Small::ternary(self.stream(Purpose::Secret)))),
            8 => {
                let stream = self.stream(Purpose::Error);
                drop(black_box(Small::binomial(stream, RING_DIMENSION)));
            }
            9 => {
                let stream = self.stream(Purpose::Flooding);
                FLOODING.add(&mut self.columns, stream, &tables.columns);
            }
            10 => drop(black_box(hash(Tag::Request, &[&self.bytes]))),
            11 => drop(black_box(PublicKeys::write(&SEED, &self.b))),
            _ => return false,
        }
        true
    }

    fn stream(&self, purpose: Purpose) -> Stream {
        self.seed.stream(purpose, 0)
    }
}

impl Default for Steps {
    fn default() -> Self {
        Self::new()
    }
}
