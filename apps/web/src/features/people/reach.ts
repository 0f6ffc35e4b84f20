import { canBePaged } from '@tocsin/contracts/people/can-be-paged.js';
import { contactKinds, contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { readinessOf, type Readiness } from '@tocsin/contracts/people/readiness.js';
import type { ReadinessInput } from '@tocsin/contracts/people/shared-readiness.js';

/** Reachability of a person, in a word or two. `tone`: whether a page would arrive, would arrive quietly, or might not arrive at all. */
export interface ReachWords {
  readonly says: string;
  readonly tone: 'good' | 'quiet' | 'bad';
}

/** Loud kinds, phones before webhooks. */
const ringingKinds = contactKinds.filter((kind) => contactTraits[kind].loudness === 'rings').toReversed();

const ringsBy = ({ methods }: Readiness): string => {
  const kind = ringingKinds.find((one) => methods.some(({ isSure, method }) => isSure && method.kind === one));
  return kind === undefined || contactTraits[kind].address === 'device' ? 'phone' : contactTraits[kind].word;
};

const words: Readonly<Record<Readiness['reach'], (readiness: Readiness) => ReachWords>> = {
  yes: (readiness) => ({ says: ringsBy(readiness), tone: 'good' }),
  mail: () => ({ says: 'mail only', tone: 'quiet' }),
  tab: () => ({ says: 'open tab only', tone: 'bad' }),
  unsure: () => ({ says: 'unconfirmed', tone: 'bad' }),
  nobody: () => ({ says: 'unreachable', tone: 'bad' }),
};

type Person = Pick<PersonRow, 'id' | 'state' | 'role'>;

/** Would a page reach them? Undefined for people who are never paged: observers, and inactive people. */
export function reachOf(person: Person, { contacts, receipts, now, mail }: Omit<ReadinessInput, 'people'>): ReachWords | undefined {
  if (!canBePaged(person)) return undefined;
  const { id } = person;
  const contact = contacts.get(id) ?? { id, methods: [], rules: [] };
  const readiness = readinessOf({ contact, receipts: receipts.get(id), policies: [], now, mail });
  return words[readiness.reach](readiness);
}
