//! Types that hold secrets can be neither printed nor copied, unless a caller asks for their bytes.
//! The compiler decides: a type with one of these traits would match two of the implementations
//! below, and the call would be ambiguous.

use core::fmt::{Debug, Display};

use psi_wasm::client::{AwaitingReply, Outcome};
use psi_wasm::keys::PrivateKeys;
use psi_wasm::ring::Polynomial;
use psi_wasm::sampling::{Seed, Small, Stream};
use psi_wasm::secret::SecretBytes;
use psi_wasm::server::Answered;

struct ByDebug;
struct ByDisplay;
struct ByClone;

trait Closed<Reason> {
    fn holds() -> bool {
        true
    }
}

impl<Type> Closed<()> for Type {}
impl<Type: Debug> Closed<ByDebug> for Type {}
impl<Type: Display> Closed<ByDisplay> for Type {}
impl<Type: Clone> Closed<ByClone> for Type {}

#[test]
fn secrets_are_neither_shown_nor_cloned() {
    assert!(<Seed as Closed<_>>::holds());
    assert!(<Stream as Closed<_>>::holds());
    assert!(<Small as Closed<_>>::holds());
    assert!(<Polynomial as Closed<_>>::holds());
    assert!(<SecretBytes as Closed<_>>::holds());
    assert!(<PrivateKeys as Closed<_>>::holds());
    assert!(<AwaitingReply as Closed<_>>::holds());
    assert!(<Outcome as Closed<_>>::holds());
    assert!(<Answered as Closed<_>>::holds());
}
