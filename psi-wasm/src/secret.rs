//! Secret bytes on the heap.
#![forbid(unsafe_code)]

use core::ops::{Deref, DerefMut};

use zeroize::Zeroize;

/// Bytes of fixed length that are wiped when dropped. The buffer never grows, so no copy is left
/// behind in freed memory.
pub struct SecretBytes(Vec<u8>);

impl SecretBytes {
    /// `length` zero bytes.
    #[must_use]
    pub fn zero(length: usize) -> Self {
        Self(vec![0; length])
    }

    /// Takes over bytes that were written to their full length.
    #[must_use]
    pub const fn new(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl Drop for SecretBytes {
    // Not inlined: otherwise the volatile writes take a tenth of the module.
    #[inline(never)]
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl Deref for SecretBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for SecretBytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}
