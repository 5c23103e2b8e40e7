//! The header that every message and every kept state begins with, and the reading and writing of
//! fields.
#![forbid(unsafe_code)]

use crate::errors::Error;
use crate::params::MAX_SLOTS;

/// "WS", the version of the protocol, the kind, and a 32-bit count of slots.
pub const HEADER_BYTES: usize = 8;
/// The version that this crate speaks.
pub const VERSION: u8 = 2;

/// The kinds of messages and of kept states.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Private keys: kept by the client.
    PrivateKeys = 1,
    /// Public keys: published.
    PublicKeys = 2,
    /// Round 1, client to server.
    Request = 3,
    /// Round 2, server to client.
    Reply = 4,
    /// What the client keeps between its rounds.
    ClientState = 5,
    /// What the server keeps until facts are disclosed.
    ServerState = 6,
}

/// Writes a message: the header, then the fields. The buffer is allocated at its full length.
pub(crate) fn write(kind: Kind, slots: usize, fields: &[&[u8]]) -> Vec<u8> {
    let length = HEADER_BYTES + fields.iter().map(|field| field.len()).sum::<usize>();
    let mut bytes = Vec::with_capacity(length);
    bytes.extend_from_slice(&[b'W', b'S', VERSION, kind as u8]);
    bytes.extend_from_slice(&slot_number(slots).to_le_bytes());
    for field in fields {
        bytes.extend_from_slice(field);
    }
    bytes
}

/// A slot count or index in the width it is written with; at most [`MAX_SLOTS`].
#[allow(clippy::cast_possible_truncation, reason = "at most MAX_SLOTS")]
pub(crate) const fn slot_number(slots: usize) -> u32 {
    slots as u32
}

/// Reads a message field by field.
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
    pub(crate) slots: usize,
}

impl<'a> Reader<'a> {
    /// Checks the header.
    #[inline(never)]
    pub(crate) fn new(bytes: &'a [u8], kind: Kind) -> Result<Self, Error> {
        let (header, rest) = bytes
            .split_first_chunk::<HEADER_BYTES>()
            .ok_or(Error::Length)?;
        if header[..3] != [b'W', b'S', VERSION] {
            return Err(Error::Version);
        }
        if header[3] != kind as u8 {
            return Err(Error::Kind);
        }
        let slots = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
        let counted = !matches!(kind, Kind::PrivateKeys | Kind::PublicKeys);
        if slots > MAX_SLOTS || counted != (slots > 0) {
            return Err(Error::Slots);
        }
        Ok(Self { rest, slots })
    }

    /// The next `length` bytes.
    pub(crate) fn take(&mut self, length: usize) -> Result<&'a [u8], Error> {
        let (field, rest) = self.rest.split_at_checked(length).ok_or(Error::Length)?;
        self.rest = rest;
        Ok(field)
    }

    /// The next field of fixed length.
    pub(crate) fn array<const LENGTH: usize>(&mut self) -> Result<[u8; LENGTH], Error> {
        let (field, rest) = self
            .rest
            .split_first_chunk::<LENGTH>()
            .ok_or(Error::Length)?;
        self.rest = rest;
        Ok(*field)
    }

    /// Checks how many bytes are left. Callers do this before they allocate anything.
    pub(crate) fn expect(&self, length: usize) -> Result<(), Error> {
        if self.rest.len() == length {
            Ok(())
        } else {
            Err(Error::Length)
        }
    }
}
