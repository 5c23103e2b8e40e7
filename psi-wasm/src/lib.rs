//! Private set intersection of two bit vectors, for Waystamp.
//!
//! The client encrypts its bits under a key that only it holds. The server multiplies them, slot
//! by slot, with random tokens of its own and returns the flooded product. The client can read a
//! token only where both bits are set, and proves a match by showing it. The scheme is BFV restricted to one linear operation (Brakerski, CRYPTO
//! 2012; Fan and Vercauteren, ePrint 2012/144); the parameters are in [`params`],
//! their reasons in `SECURITY.md`.
//!
//! The types enforce the order of the rounds. [`client::request`] gives a message and a
//! [`client::AwaitingReply`], which opening a reply consumes. [`server::answer`] turns a request
//! into a reply and the [`server::Answered`] state that checks disclosed tokens.
//!
//! The crate opens no socket and stores nothing: bytes in, bytes out.

#![allow(
    clippy::inline_always,
    reason = "lanes cost nothing only when inlined; leaving the choice to the compiler costs a third of the speed"
)]

pub mod client;
pub mod encoding;
pub mod errors;
pub mod hashing;
pub mod keys;
pub mod messages;
pub mod modulus;
pub mod ntt;
pub mod packing;
pub mod params;
pub mod quad;
pub mod ring;
pub mod rns;
pub mod sampling;
pub mod secret;
pub mod self_test;
pub mod server;
pub mod session;
pub mod steps;
#[cfg(target_arch = "wasm32")]
mod wasm;
pub mod wire;
