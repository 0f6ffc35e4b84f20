import { rowCodes, type ImportTable, type RowCode } from '@tocsin/contracts/imports.js';
import type { Parsed } from './parse.js';

/** What became of the rows: taken and left out, with the reasons. At most so many notes. */
export const tableOf = ({ rows, alerts, notes, columns }: Parsed, mostNotes: number): ImportTable => {
  const counts = new Map<RowCode, number>();
  for (const { code } of notes) counts.set(code, (counts.get(code) ?? 0) + 1);
  const ends = alerts.map(({ openedAt, acknowledgedAt, resolvedAt }) => resolvedAt ?? acknowledgedAt ?? openedAt);
  return {
    rows,
    taken: alerts.length,
    columns: [...columns],
    reasons: [...counts].map(([code, count]) => ({ code, says: rowCodes[code], count })),
    notes: notes.slice(0, mostNotes),
    from: alerts[0]?.openedAt ?? null,
    to: ends.length === 0 ? null : ends.reduce((last, at) => (at > last ? at : last)),
  };
};
