//! Messages as `SECURITY.md` describes them, written one bit at a time.

/// Values of `bits` bits each, lowest bit first.
pub fn packed(values: impl IntoIterator<Item = u64>, bits: usize) -> Vec<u8> {
    let each = values.into_iter();
    let all: Vec<u8> = each
        .flat_map(|value| (0..bits).map(move |bit| (value >> bit & 1) as u8))
        .collect();
    all.chunks(8)
        .map(|byte| byte.iter().rev().fold(0, |all, bit| all << 1 | bit))
        .collect()
}

/// The values in `bytes`.
pub fn unpacked(bytes: &[u8], bits: usize) -> Vec<u64> {
    let all: Vec<u64> = bytes
        .iter()
        .flat_map(|byte| (0..8).map(move |bit| u64::from(byte >> bit & 1)))
        .collect();
    all.chunks_exact(bits)
        .map(|value| value.iter().rev().fold(0, |all, bit| all << 1 | bit))
        .collect()
}

/// A message: the header, then the fields.
pub fn message(kind: u8, slots: usize, fields: &[&[u8]]) -> Vec<u8> {
    let header = [b"WS", &[2, kind][..], &(slots as u32).to_le_bytes()].concat();
    [header, fields.concat()].concat()
}

/// `BLAKE3(tag ‖ fields)`.
pub fn hash(tag: [u8; 8], fields: &[&[u8]]) -> [u8; 32] {
    blake3::hash(&[&tag[..], &fields.concat()].concat()).into()
}
