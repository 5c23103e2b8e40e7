//! The reasons for which bytes from a caller or from the other party are refused.
#![forbid(unsafe_code)]

use core::fmt;

/// A refusal. It names the rule that was broken, never a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Error {
    /// The length does not fit the kind of message or its slot count.
    Length = 1,
    /// Not a message of this protocol, or of another version.
    Version = 2,
    /// A message of this protocol, but of a different kind.
    Kind = 3,
    /// A residue is not below its modulus.
    Residue = 4,
    /// The message belongs to other keys, or a key id does not match its keys.
    Keys = 5,
    /// No slots, too many, or not as many as the other party has.
    Slots = 6,
    /// A bit is neither 0 nor 1.
    Bits = 7,
    /// The platform gave no randomness.
    Randomness = 8,
    /// The context is not 32 bytes.
    Context = 9,
}

impl Error {
    /// The number under which the error crosses to JavaScript.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length => "the message has the wrong length",
            Self::Version => "the message is not of this protocol version",
            Self::Kind => "the message is of a different kind",
            Self::Residue => "a residue is not below its modulus",
            Self::Keys => "the message belongs to other keys",
            Self::Slots => "the number of slots is wrong",
            Self::Bits => "a bit is neither 0 nor 1",
            Self::Randomness => "the platform gave no randomness",
            Self::Context => "the context is not 32 bytes",
        })
    }
}

impl core::error::Error for Error {}
