import { expect, test } from 'vitest';
import { CATALOG, builtInCatalog, catalogFacts, catalogSchema } from '../../../catalog/index.ts';

/** Every fact of the built-in catalog in order, with its subject and slot. These must never change. */
const FIXED: readonly (readonly [id: string, subject: string, slot: number])[] = [
  ['verifiedTravelEvents/sigSingResident', 'waystamp/7/verifiedTravelEvents/sigSingResident', 86],
  ['verifiedTravelEvents/sigSingDemoDay', 'waystamp/7/verifiedTravelEvents/sigSingDemoDay', 29],
  ['verifiedTravelEvents/zkSummit11', 'waystamp/7/verifiedTravelEvents/zkSummit11', 39],
  ['verifiedTravelEvents/zuconnect', 'waystamp/7/verifiedTravelEvents/zuconnect', 8],
  ['verifiedTravelEvents/progcrypto', 'waystamp/7/verifiedTravelEvents/progcrypto', 12],
  ['verifiedTravelEvents/ethDenver24', 'waystamp/7/verifiedTravelEvents/ethDenver24', 14],
  ['verifiedTravelEvents/ethCC', 'waystamp/7/verifiedTravelEvents/ethCC', 59],
  ['verifiedTravelEvents/devcon', 'waystamp/7/verifiedTravelEvents/devcon', 81],
  ['verifiedTravelEvents/edcon', 'waystamp/7/verifiedTravelEvents/edcon', 16],
  ['verifiedTravelEvents/edgeEsmeralda', 'waystamp/7/verifiedTravelEvents/edgeEsmeralda', 48],
  ['verifiedTravelEvents/dweb', 'waystamp/7/verifiedTravelEvents/dweb', 95],
  ['selfAttestedEvents/sigSingResident', 'waystamp/7/selfAttestedEvents/sigSingResident', 19],
  ['selfAttestedEvents/sigSingDemoDay', 'waystamp/7/selfAttestedEvents/sigSingDemoDay', 36],
  ['selfAttestedEvents/zkSummit11', 'waystamp/7/selfAttestedEvents/zkSummit11', 70],
  ['selfAttestedEvents/zuconnect', 'waystamp/7/selfAttestedEvents/zuconnect', 6],
  ['selfAttestedEvents/progcrypto', 'waystamp/7/selfAttestedEvents/progcrypto', 85],
  ['selfAttestedEvents/ethDenver24', 'waystamp/7/selfAttestedEvents/ethDenver24', 46],
  ['selfAttestedEvents/ethCC', 'waystamp/7/selfAttestedEvents/ethCC', 76],
  ['selfAttestedEvents/devcon', 'waystamp/7/selfAttestedEvents/devcon', 26],
  ['selfAttestedEvents/edcon', 'waystamp/7/selfAttestedEvents/edcon', 23],
  ['selfAttestedEvents/edgeEsmeralda', 'waystamp/7/selfAttestedEvents/edgeEsmeralda', 87],
  ['selfAttestedEvents/dweb', 'waystamp/7/selfAttestedEvents/dweb', 93],
  ['travelInterests/running', 'waystamp/7/travelInterests/running', 99],
  ['travelInterests/clubsRaves', 'waystamp/7/travelInterests/clubsRaves', 11],
  ['travelInterests/bars', 'waystamp/7/travelInterests/bars', 94],
  ['travelInterests/natureHikes', 'waystamp/7/travelInterests/natureHikes', 53],
  ['travelInterests/karaoke', 'waystamp/7/travelInterests/karaoke', 17],
  ['travelInterests/wandering', 'waystamp/7/travelInterests/wandering', 78],
];

test('the built-in catalog has its 28 facts, with unchanged subjects and slots', () => {
  const { all, byId, bySlot } = catalogFacts(CATALOG);
  expect(all.map(({ id, subject, slot }) => [id, subject, slot])).toEqual(FIXED);
  for (const fact of all) {
    expect(fact.id).toBe(`${fact.list}/${fact.key}`);
    expect(byId.get(fact.id)).toBe(fact);
    expect(bySlot.get(fact.slot)).toBe(fact);
  }
  expect(bySlot.size).toBe(28);
});

test('the built-in catalog is valid, whichever operator publishes it', () => {
  expect(catalogSchema.parse(CATALOG)).toEqual(CATALOG);
  const published = builtInCatalog({ name: 'A Club', contact: 'club@mail.example' });
  expect(catalogSchema.parse(published)).toEqual(published);
  expect(published.organiser).toMatchObject({
    slug: 'waystamp',
    name: 'A Club',
    contact: 'club@mail.example',
  });
  expect(published.facts).toEqual(CATALOG.facts);
});
