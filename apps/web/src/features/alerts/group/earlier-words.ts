import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { count } from '../../../data/words/sentence.js';
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

/** What those who were there said: `1 of 2 had something to do`; empty where nobody answered. */
export function usefulWords({ actionNeeded = {} }: Pick<AlertGroupRow, 'actionNeeded'>): string {
  const answers = Object.values(actionNeeded).filter((answer) => answer !== 'skip');
  const useful = answers.filter((answer) => answer === 'yes').length;
  if (answers.length === 0) return '';
  return `${useful} of ${answers.length} had something to do`;
}

/** Who had it, unless the end says so already; and what they left: `Acknowledged by Bo · 2 notes · 1 of 1 had something to do`. */
export function helpWords(row: AlertGroupRow, names: Names): string {
  const { holder, resolvedBy, notes } = row;
  const isKnown = holder?.kind !== 'person' || (resolvedBy?.by === 'person' && resolvedBy.actorId === holder.personId);
  const parts = [
    isKnown ? '' : `Acknowledged by ${names.person(holder.personId)}`,
    notes > 0 ? count(notes, 'note') : '',
    usefulWords(row),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** The newest one with a note: what was written there helps most. */
export const notedOf = (rows: readonly AlertGroupRow[]): AlertGroupRow | undefined => rows.find(({ notes }) => notes > 0);
