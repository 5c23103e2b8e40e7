//! `cargo run --example worst_case`: what can happen to a reply at worst, computed exactly.
//!
//! Every figure is an integer or a fraction of integers and follows from the parameters alone:
//! nothing is sampled, nothing is a float. The program prints the total variation distance
//! that the flooding leaves over all coefficients, and the noise at every stage against what
//! decryption bears. It fails when the distance reaches 2^-42 or a bound is passed.

use std::process::ExitCode;

pub mod distance;
pub mod fraction;
pub mod noise;

use distance::Distance;
use noise::{Scheme, Stage};

/// Flooding must hide the noise of a ciphertext to below `2^-LIMIT`.
pub const LIMIT: u32 = 42;

/// One line a figure, and whether everything keeps to its bound.
#[must_use]
pub fn report(scheme: &Scheme) -> (Vec<String>, bool) {
    let shifts = scheme.shifts();
    let doubled: Vec<u128> = shifts.iter().map(|shift| 2 * shift).collect();
    let hidden = Distance::of(&shifts, scheme.flood_bits + 1);
    let apart = Distance::of(&doubled, scheme.flood_bits + 1);
    let mut holds = hidden.below(LIMIT);
    let mut lines = vec![
        format!(
            "largest shift of {} flooded coefficients: {}",
            shifts.len(),
            shifts.iter().max().unwrap_or(&0)
        ),
        format!(
            "distance of a ciphertext from noise-free flooding: {} · 2^-{LIMIT}: {}",
            hidden.times_power(LIMIT),
            verdict(holds)
        ),
        format!(
            "distance of two ciphertexts with opposite noise: {} · 2^-{LIMIT}",
            apart.times_power(LIMIT)
        ),
    ];
    for stage in Stage::ALL {
        let (noise, bound) = (scheme.noise(stage), scheme.bound(stage));
        let certain = noise.below(&bound);
        holds &= certain;
        lines.push(format!(
            "noise {}: {} where decryption bears {}: {}",
            stage.name(),
            noise.ceiling(),
            bound.floor(),
            verdict(certain)
        ));
    }
    (lines, holds)
}

const fn verdict(holds: bool) -> &'static str {
    if holds { "holds" } else { "FAILS" }
}

fn main() -> ExitCode {
    let (lines, holds) = report(&Scheme::ours());
    println!("{}", lines.join("\n"));
    if holds {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
