import type { AlertGroupRow, AlertGroupStatus } from '@tocsin/contracts/alert-groups/rows.js';
import { responsibilityOf } from './responsibility.js';
import type { Names } from '../../../data/words/names.js';

/** Groups whose last announcement is remembered: a page that stays open for weeks would otherwise collect them without limit. */
const maxRemembered = 2_000;

function remember(announced: Map<string, string>, id: string, state: string): void {
  announced.delete(id);
  announced.set(id, state);
  if (announced.size <= maxRemembered) return;
  for (const oldest of announced.keys()) {
    announced.delete(oldest);
    return;
  }
}

/** Up to this many changes are announced individually; more are counted. */
const oneByOne = 3;

/** Changes of these groups since their last announcement, as one short text for screen readers; empty if nothing is worth announcing. */
export function newsOf(rows: readonly AlertGroupRow[], announced: Map<string, string>, names: Names): string {
  const news = rows.flatMap((row) => {
    const { says } = responsibilityOf(row, undefined, names);
    const state = `${row.status} ${row.holder?.kind === 'person' ? row.holder.personId : ''}`;
    if (announced.get(row.id) === state) return [];
    remember(announced, row.id, state);
    return [{ row, says: `#${row.number} ${row.title}: ${row.status === 'firing' ? 'firing' : says}` }];
  });
  if (news.length <= oneByOne) return news.map(({ says }) => `${says}.`).join(' ');
  const count = (status: AlertGroupStatus) => news.filter(({ row }) => row.status === status).length;
  const parts = [
    [count('firing'), 'firing'],
    [count('acknowledged'), 'acknowledged'],
    [count('snoozed'), 'snoozed'],
    [count('resolved'), 'resolved'],
  ] as const;
  return `${news.length} alert groups changed: ${parts
    .filter(([n]) => n > 0)
    .map(([n, word]) => `${n} ${word}`)
    .join(', ')}.`;
}
