import { OWNER } from '../draft.ts';
import type { Random } from '../random.ts';

export interface Person {
  name: string;
  address: string;
}

export const COLLEAGUES: readonly Person[] = [
  { name: 'Amara Okafor', address: 'amara.okafor@lindenworks.example' },
  { name: 'Jonas Weber', address: 'jonas.weber@lindenworks.example' },
  { name: 'Mei-Ling Chao', address: 'meiling.chao@lindenworks.example' },
  { name: 'Tomás Ferreira', address: 'tomas.ferreira@lindenworks.example' },
  { name: 'Priya Raman', address: 'priya.raman@lindenworks.example' },
  { name: 'Oskar Lindqvist', address: 'oskar.lindqvist@lindenworks.example' },
  { name: 'Dana Ibrahim', address: 'dana.ibrahim@clientco.example' },
  { name: 'Hugo Marchetti', address: 'hugo@marchetti-design.example' },
];

export const FAMILY: readonly Person[] = [
  { name: 'Ingrid Keller', address: 'ingrid.keller@familie-keller.example' },
  { name: 'Papa', address: 'hannes.keller@familie-keller.example' },
  { name: 'Lea Keller', address: 'lea.k@postfach.example' },
  { name: 'Tante Margrit', address: 'margrit.huber@postfach.example' },
];

export const FRIENDS: readonly Person[] = [
  { name: 'Noor', address: 'noor.haddad@inbox.example' },
  { name: 'Kenji Mori', address: 'kenji.mori@inbox.example' },
  { name: 'Camille Laurent', address: 'camille.laurent@courrier.example' },
  { name: 'Sofía Blanco', address: 'sofia.blanco@inbox.example' },
  { name: 'Björn Åkesson', address: 'bjorn@akesson.example' },
];

/** A person as an address header has it. */
export function mailbox(person: Person): { name: string; address: string } {
  return { name: person.name, address: person.address };
}

/** The sender's closing words. */
export function signOff(random: Random, person: Person): string {
  const first = person.name.split(' ')[0] ?? person.name;
  return random.pick([
    `\n\n${first}`,
    `\n\nBest,\n${first}`,
    `\n\nCheers\n${first}`,
    `\n\n-- \n${person.name}`,
  ]);
}

export const OWNER_FIRST_NAME = OWNER.name.split(' ')[0] ?? OWNER.name;
