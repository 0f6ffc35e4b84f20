import type { AlertGroupRow } from '@tocsin/contracts/alert-group-rows.js';
import { useMemo, useState } from 'react';
import type { Part } from './parts.js';
import type { Section } from './use-sections.js';

/** Which rows stand in a section, in their order. A row keeps its place although its state changes, for as long as the list is held. */
export interface Stand {
  readonly part: Part;
  readonly ids: readonly string[];
  /** With those that are not loaded yet. */
  readonly total: number;
}

export const standsOf = (sections: readonly Pick<Section, 'part' | 'rows' | 'total'>[]): readonly Stand[] =>
  sections.map(({ part, rows, total }) => ({ part, ids: rows.map(({ id }) => id), total }));

export const idsIn = (stands: readonly Stand[]): ReadonlySet<string> => new Set(stands.flatMap(({ ids }) => ids));

/** Older rows that were loaded meanwhile fill the places kept for them; nothing that stands moves. */
export function extended(held: readonly Stand[], wanted: readonly Stand[], known: ReadonlySet<string>): readonly Stand[] {
  const grown = held.map((stand) => {
    const free = stand.total - stand.ids.length;
    const ids = wanted.find(({ part }) => part === stand.part)?.ids ?? [];
    if (free <= 0) return stand;
    const older = ids.slice(ids.findLastIndex((id) => known.has(id)) + 1).slice(0, free);
    return older.length > 0 ? { ...stand, ids: [...stand.ids, ...older] } : stand;
  });
  return grown.some((stand, n) => stand !== held[n]) ? grown : held;
}

/** How many rows wait behind “3 new”. */
export const waitingFor = (known: ReadonlySet<string>, wanted: readonly Stand[]): number =>
  wanted.reduce((sum, { ids }) => ids.reduce((count, id) => (known.has(id) ? count : count + 1), sum), 0);

/** What is known of every row, by id: as it is now, also where it no longer belongs. */
export function rowsById(sections: readonly Section[]): ReadonlyMap<string, AlertGroupRow> {
  const known = new Map<string, AlertGroupRow>();
  for (const { left } of sections) for (const row of left.values()) known.set(row.id, row);
  for (const { rows } of sections) for (const row of rows) known.set(row.id, row);
  return known;
}

interface Held {
  readonly asked: string;
  readonly stands: readonly Stand[];
  readonly rows: ReadonlyMap<string, AlertGroupRow>;
  /** How far the list had come when its rows were put there. */
  readonly ordinal: number;
}

/** What is shown: as it was when the list began to be held, else as it should be. `asked`: what was held for another question is let go. */
export function useSettled(sections: readonly Section[], isHeld: boolean, asked: string, ordinal: number) {
  const wanted = useMemo(() => standsOf(sections), [sections]);
  const known = useMemo(() => rowsById(sections), [sections]);
  const [kept, setHeld] = useState<Held | null>(null);
  const held = kept?.asked === asked ? kept : null;
  const shown = held?.stands ?? wanted;
  const ids = useMemo(() => idsIn(shown), [shown]);
  if (isHeld && held === null) setHeld({ asked, stands: wanted, rows: known, ordinal });
  if (!isHeld && kept !== null) setHeld(null);
  if (isHeld && held !== null) {
    const stands = extended(held.stands, wanted, ids);
    if (stands !== held.stands) setHeld({ ...held, stands });
  }
  const waiting = useMemo(() => (held ? waitingFor(ids, wanted) : 0), [held, ids, wanted]);
  return {
    shown,
    waiting,
    /** A row that is forgotten meanwhile is shown as it was last. */
    rowOf: (id: string): AlertGroupRow | undefined => known.get(id) ?? held?.rows.get(id),
    settle: () => setHeld(isHeld ? { asked, stands: wanted, rows: known, ordinal } : null),
    ordinal: held?.ordinal ?? ordinal,
  };
}
