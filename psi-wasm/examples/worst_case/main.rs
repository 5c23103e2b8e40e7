//! `cargo run --example worst_case`: the worst case of a reply, computed exactly.
//!
//! Every figure is an integer or a fraction of integers and follows from the parameters alone.
//! Nothing is sampled, and there are no floats. The program prints the total variation distance that
//! remains after flooding, over all coefficients, and the noise at every stage with the bound for
//! decryption. It fails if the distance reaches 2^-42 or a bound is exceeded.

use std::process::ExitCode;

pub mod distance;
pub mod fraction;
pub mod noise;

use distance::Distance;
use noise::{Scheme, Stage};

/// Flooding must hide the noise of a ciphertext to below `2^-LIMIT`.
pub const LIMIT: u32 = 42;

/// One line for each figure, and whether everything is within its bound.
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
            "noise {}: {} of {} that decryption allows: {}",
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
