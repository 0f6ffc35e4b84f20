import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { span } from '../../../data/time/times.js';
import type { Names } from '../../../data/words/names.js';
import { responsibilityOf, responsibilityText } from '../shared/responsibility.js';

/** How it ended: `Resolved by Ana after 14 min · noise`. */
export function endWords(row: AlertGroupRow, names: Names): string {
  const { resolvedAt, firingSince, noise } = row;
  const by = responsibilityText(responsibilityOf(row, undefined, names), null);
  const after = resolvedAt === null ? '' : ` after ${span(Math.max(0, Date.parse(resolvedAt) - Date.parse(firingSince)))}`;
  return `${by}${after}${noise ? ' · noise' : ''}`;
}

/** The newest one with a note: what was written there helps most. */
export const notedOf = (rows: readonly AlertGroupRow[]): AlertGroupRow | undefined => rows.find(({ notes }) => notes > 0);
