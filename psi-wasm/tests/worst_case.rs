//! Runs `examples/worst_case`: our parameters hold, and worse ones fail.
#![allow(dead_code, reason = "the program's main function is not called")]

#[path = "../examples/worst_case/main.rs"]
mod program;

use program::noise::{Scheme, Stage};
use program::report;
use psi_wasm::params::bounds;

fn holds(change: impl Fn(&mut Scheme)) -> bool {
    let mut scheme = Scheme::ours();
    change(&mut scheme);
    report(&scheme).1
}

#[test]
fn our_parameters_hold() {
    let (lines, holds) = report(&Scheme::ours());
    println!("{}", lines.join("\n"));
    assert!(holds, "{}", lines.join("\n"));
}

#[test]
fn the_constants_of_the_crate_bound_what_is_computed() {
    let scheme = Scheme::ours();
    for (stage, bound) in [
        (Stage::Mixed, bounds::NOISE),
        (Stage::Flooded, bounds::FLOODED_NOISE),
        (Stage::Sent, bounds::REPLY_NOISE),
    ] {
        let exact = scheme.noise(stage).ceiling();
        // The constants round the encoding's (t−1)/2t up to 1/2, and the last one twice.
        assert!(exact <= bound && bound - exact < 256, "{}", stage.name());
    }
    assert!(scheme.shifts().iter().all(|shift| *shift <= bounds::NOISE));
}

#[test]
fn worse_parameters_fail() {
    assert!(holds(|_| ()));
    // With one bit less of flooding the noise is not hidden; with one more decryption fails.
    assert!(!holds(|scheme| scheme.flood_bits -= 1));
    assert!(!holds(|scheme| scheme.flood_bits += 1));
    assert!(!holds(|scheme| scheme.error += 1));
    assert!(!holds(|scheme| scheme.c0_dropped += 1));
    assert!(!holds(|scheme| scheme.c1_dropped += 1));
    assert!(!holds(|scheme| scheme.primes[0] /= 2));
}
