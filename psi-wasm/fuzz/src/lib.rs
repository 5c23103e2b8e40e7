//! Coverage-guided fuzzing of `psi-wasm`. There is one target for each decoder, and three that go
//! further: `answer` answers made-up requests, `open` opens changed replies, and `forge` opens
//! replies of a server that knows its tokens.
//!
//! `npm run test:soak` runs all of them with fixed seeds. One alone, from `psi-wasm`:
//! `cargo fuzz run --sanitizer none request`. A stable compiler is enough. No sanitizer is
//! used, because the crate's native code has no unsafe block of its own and so no memory error to
//! find. The targets look for panics, overflows (checked even when optimised) and broken promises,
//! which they state as assertions.
//!
//! If the corpus folder that it is given is empty, a target fills it with valid messages first.

pub mod allocations;
pub mod decoder;
pub mod layout;
pub mod samples;
pub mod shapes;
