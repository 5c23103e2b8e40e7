//! The rules that every decoder must follow, whatever the bytes.

use psi_wasm::errors::Error;
use psi_wasm::wire::Kind;

use crate::allocations::measured;
use crate::layout::{fitted, verdict};

/// Reads the bytes as they are, and once more made into a well-formed message. `again` reads a
/// message and writes what it read.
///
/// # Panics
/// If a message is read that must be refused, or the reverse; if the refusal is the wrong one; if a
/// message is not written back to the same bytes; if a wrong header, length or key id is refused
/// only after memory was allocated.
pub fn decode(kind: Kind, data: &[u8], again: impl Fn(&[u8]) -> Result<Vec<u8>, Error>) {
    hold(kind, data, &again);
    hold(kind, &fitted(kind, data), &again);
}

fn hold(kind: Kind, bytes: &[u8], again: impl Fn(&[u8]) -> Result<Vec<u8>, Error>) {
    let (outcome, allocated) = measured(|| again(bytes));
    match (outcome, verdict(kind, bytes)) {
        (Ok(written), None) => assert!(written == bytes, "written back as other bytes"),
        (Err(error), Some(due)) => {
            assert_eq!(error, due);
            let late = matches!(error, Error::Residue | Error::Bits);
            assert!(late || allocated == 0, "{error}, after {allocated} bytes");
        }
        (Ok(_), Some(due)) => panic!("read, although {due}"),
        (Err(error), None) => panic!("valid, but: {error}"),
    }
}
