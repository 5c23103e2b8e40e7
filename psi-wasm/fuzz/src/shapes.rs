//! Polynomials as an attacker might send them.

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use psi_wasm::sampling::{Purpose, Seed};

/// `count` values of at most `largest`. The bytes choose among all zero, all equal, all the largest,
/// a single one, a few repeated, and uniformly distributed.
///
/// # Errors
/// None in practice: at the end of its bytes [`Unstructured`] goes on with zeros.
pub fn values(source: &mut Unstructured, count: usize, largest: u32) -> Result<Vec<u32>> {
    let alike = |value| vec![value; count];
    Ok(match source.int_in_range(0..=5)? {
        0 => alike(0),
        1 => alike(source.int_in_range(0..=largest)?),
        2 => alike(largest),
        3 => {
            let mut values = alike(0);
            values[source.choose_index(count)?] = source.int_in_range(0..=largest)?;
            values
        }
        4 => {
            let few: Vec<_> = (0..source.int_in_range(1..=16)?)
                .map(|_| source.int_in_range(0..=largest))
                .collect::<Result<_>>()?;
            few.into_iter().cycle().take(count).collect()
        }
        _ => {
            let mut stream = Seed::from_bytes(source.arbitrary()?).stream(Purpose::Uniform, 0);
            let mut bytes = vec![0; 4 * count];
            stream.fill(&mut bytes);
            let words = bytes
                .as_chunks()
                .0
                .iter()
                .map(|word| u32::from_le_bytes(*word));
            words.map(|word| word % (largest + 1)).collect()
        }
    })
}
