import { hash } from 'node:crypto';

export interface EventCauses {
  readonly ordinal: number;
  readonly id: string;
  readonly causes: readonly string[];
}

export interface CauseEntry {
  readonly part: number;
  readonly hash: number;
  readonly is_effect: 0 | 1;
  readonly ordinal: number;
  readonly events: number;
}

const eventsPerPart = 2 ** 15;
export const effectsPerEntry = 100;

export const partOf = (ordinal: number): number => Math.floor(ordinal / eventsPerPart);

/** 48 random bits from the end of a UUID. Two ids may have the same hash, so hits must be compared. */
export const hashOf = (id: string): number => {
  const end = id.slice(-12);
  const isRandom = /^[\da-f]{12}$/.test(end);
  return isRandom ? Number.parseInt(end, 16) : hash('sha1', id, 'buffer').readUIntBE(0, 6);
};

/** Sorted by key, so that each page is written once. */
export const entriesOf = (links: readonly EventCauses[]): readonly CauseEntry[] => {
  const entries: CauseEntry[] = [];
  /** Events of one decision have the same cause: for each cause, the entry that the next event may extend. */
  let open = new Map<string, { -readonly [K in keyof CauseEntry]: CauseEntry[K] }>();
  for (const { ordinal, id, causes } of links) {
    const part = partOf(ordinal);
    entries.push({ part, hash: hashOf(id), is_effect: 0, ordinal, events: 1 });
    const next: typeof open = new Map();
    for (const cause of causes) {
      const before = open.get(cause);
      const isNew = before?.part !== part || before.events === effectsPerEntry;
      const entry = isNew ? { part, hash: hashOf(cause), is_effect: 1 as const, ordinal, events: 1 } : before;
      if (isNew) entries.push(entry);
      else entry.events += 1;
      next.set(cause, entry);
    }
    open = next;
  }
  return entries.toSorted((a, b) => a.part - b.part || a.hash - b.hash || a.is_effect - b.is_effect || a.ordinal - b.ordinal);
};
