import * as importLimits from '@tocsin/contracts/imports/limits.js';
import { rowCodes, type ImportTable, type RowCode } from '@tocsin/contracts/imports/imports.js';
import type { ParsedAlerts } from './parse.js';
import type { RowNote } from './row.js';

/** At most `most` notes, by row: the first ones of each code, shared evenly, so that no code hides another. */
const limitNotes = (notes: readonly RowNote[], noteLimit: number): RowNote[] => {
  const counts = new Map<RowCode, number>();
  const rankedNotes = notes.map((note) => {
    const rank = counts.get(note.code) ?? 0;
    counts.set(note.code, rank + 1);
    return { note, rank };
  });
  const first = rankedNotes.toSorted((a, b) => a.rank - b.rank).slice(0, noteLimit);
  return first.map(({ note }) => note).toSorted((a, b) => a.row - b.row);
};

/**
 * The result for the rows: read and left out, with the reasons. At most `maxNotes` notes, some of each code. For a table that is too
 * wide, one column and one character of a name more than allowed.
 */
export const tableOf = ({ rows, alerts, notes, columns }: ParsedAlerts, maxNotes: number): ImportTable => {
  const counts = new Map<RowCode, number>();
  for (const { code } of notes) counts.set(code, (counts.get(code) ?? 0) + 1);
  const ends = alerts.map(({ openedAt, acknowledgedAt, resolvedAt }) => resolvedAt ?? acknowledgedAt ?? openedAt);
  return {
    rows,
    taken: alerts.length,
    columns: columns.slice(0, importLimits.imports.columns + 1).map((name) => name.slice(0, importLimits.imports.columnCharacters + 1)),
    reasons: [...counts].map(([code, count]) => ({ code, says: rowCodes[code], count })),
    notes: limitNotes(notes, maxNotes),
    from: alerts[0]?.openedAt ?? null,
    to: ends.length === 0 ? null : ends.reduce((last, at) => (at > last ? at : last)),
  };
};
