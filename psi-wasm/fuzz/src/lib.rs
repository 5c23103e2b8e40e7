//! Coverage-guided fuzzing of `psi-wasm`: one target a decoder, and three that go behind
//! the decoders: `answer` answers requests that a client made up, `open` opens replies that were
//! changed, `forge` those of a server that knows its tokens.
//!
//! `npm run test:soak` runs all of them with fixed seeds. One alone, from `psi-wasm`:
//! `cargo fuzz run --sanitizer none request`. It takes a stable compiler, and no sanitizer: the
//! crate's native code has no unsafe block of its own, so there is no memory error to find. What
//! there is to find are panics, overflows (checked, although optimised) and broken promises, which
//! the targets state as assertions.
//!
//! Every target writes its first inputs itself, from valid messages, into the corpus folder that
//! it is given, when that folder is empty.

pub mod allocations;
pub mod decoder;
pub mod layout;
pub mod samples;
pub mod shapes;
