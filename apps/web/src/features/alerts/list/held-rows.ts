import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { useMemo, useState } from 'react';
import { hasMoved, type Part } from './parts.js';
import type { Section } from './use-sections.js';

/** The rows of a section, in order. While the list is frozen, a row keeps its place although its state changes. */
export interface SectionRows {
  /** Identifies it in the list. */
  readonly key: string;
  /** What it stands under, with others: the sections of one service. */
  readonly group: string;
  readonly part: Part;
  readonly ids: readonly string[];
  /** Including rows that are not loaded yet. */
  readonly total: number;
}

export const sectionRowsOf = (sections: readonly Pick<Section, 'key' | 'group' | 'part' | 'rows' | 'total'>[]): readonly SectionRows[] =>
  sections.map(({ key, group, part, rows, total }) => ({ key, group, part, ids: rows.map(({ id }) => id), total }));

export const idsIn = (sectionRows: readonly SectionRows[]): ReadonlySet<string> => new Set(sectionRows.flatMap(({ ids }) => ids));

/** Puts older rows that were loaded meanwhile into their reserved places; no other row moves. */
export function extendRows(
  before: readonly SectionRows[],
  current: readonly SectionRows[],
  known: ReadonlySet<string>,
): readonly SectionRows[] {
  const grown = before.map((section) => {
    const free = section.total - section.ids.length;
    const ids = current.find(({ key }) => key === section.key)?.ids ?? [];
    if (free <= 0) return section;
    const older = ids.slice(ids.findLastIndex((id) => known.has(id)) + 1).slice(0, free);
    return older.length > 0 ? { ...section, ids: [...section.ids, ...older] } : section;
  });
  return grown.some((section, n) => section !== before[n]) ? grown : before;
}

/** Number of rows behind “3 new”. */
export const waitingFor = (known: ReadonlySet<string>, current: readonly SectionRows[]): number =>
  current.reduce((sum, { ids }) => ids.reduce((count, id) => (known.has(id) ? count : count + 1), sum), 0);

/** All rows by id, including those that left their section. */
export function rowsById(sections: readonly Section[]): ReadonlyMap<string, AlertGroupRow> {
  const known = new Map<string, AlertGroupRow>();
  for (const { left } of sections) for (const row of left.values()) known.set(row.id, row);
  for (const { rows } of sections) for (const row of rows) known.set(row.id, row);
  return known;
}

/** For each section, its rows that have another state meanwhile. */
export const countMoved = (sectionRows: readonly SectionRows[], known: ReadonlyMap<string, AlertGroupRow>): ReadonlyMap<string, number> =>
  new Map(
    sectionRows.map(({ key, part, ids }) => [
      key,
      ids.reduce((count, id) => {
        const row = known.get(id);
        return row && hasMoved(row, part) ? count + 1 : count;
      }, 0),
    ]),
  );

interface ListSnapshot {
  readonly filterKey: string;
  readonly sectionRows: readonly SectionRows[];
  readonly rows: ReadonlyMap<string, AlertGroupRow>;
  /** Ordinal of the list when its rows were arranged. */
  readonly ordinal: number;
}

/** The parts of the list: as they were when the list began to be held, else as they are now. A snapshot for another filter is dropped. */
export function useHeldRows(sections: readonly Section[], isHeld: boolean, filterKey: string, ordinal: number) {
  const current = useMemo(() => sectionRowsOf(sections), [sections]);
  const known = useMemo(() => rowsById(sections), [sections]);
  const [heldRows, setHeld] = useState<ListSnapshot | null>(null);
  const snapshot = heldRows?.filterKey === filterKey ? heldRows : null;
  const parts = snapshot?.sectionRows ?? current;
  const ids = useMemo(() => idsIn(parts), [parts]);
  const moved = useMemo(() => (snapshot ? countMoved(snapshot.sectionRows, known) : new Map<string, number>()), [snapshot, known]);
  if (isHeld && snapshot === null) setHeld({ filterKey, sectionRows: current, rows: known, ordinal });
  if (!isHeld && heldRows !== null) setHeld(null);
  if (isHeld && snapshot !== null) {
    const sectionRows = extendRows(snapshot.sectionRows, current, ids);
    if (sectionRows !== snapshot.sectionRows) setHeld({ ...snapshot, sectionRows });
  }
  const waiting = useMemo(() => (snapshot ? waitingFor(ids, current) : 0), [snapshot, ids, current]);
  return {
    parts,
    waiting,
    /** Number of rows that only keep their place in a section. */
    moved: (key: string): number => moved.get(key) ?? 0,
    /** A row that is forgotten meanwhile is shown as it was last. */
    rowOf: (id: string): AlertGroupRow | undefined => known.get(id) ?? snapshot?.rows.get(id),
    foundLineOf: (id: string): string | undefined => sections.find(({ inAlerts }) => inAlerts?.has(id))?.inAlerts?.get(id),
    settle: () => setHeld(isHeld ? { filterKey, sectionRows: current, rows: known, ordinal } : null),
    ordinal: snapshot?.ordinal ?? ordinal,
  };
}
