import type { BulkActRow, FilteredAct } from '@tocsin/contracts/bulk-acts/noun.js';
import * as bulkActLimits from '@tocsin/contracts/bulk-acts/limits.js';
import type { QueryClient } from '@tanstack/react-query';
import { v7 } from 'uuid';
import { readRow } from '../../../data/cache/read.js';
import { sayRefusal, send } from '../../../data/cache/use-command.js';
import { instantsIn } from '../../../data/time/instants.js';
import { say } from '../../../data/toasts.js';
import { partsIn, type AlertsSearch } from './filters.js';
import { partsOf } from './parts.js';

const acts = {
  AcknowledgeAlertGroup: {
    verb: 'acknowledge',
    done: 'Acknowledged',
    nothing: 'None of them is firing',
    statuses: ['firing', 'suppressed'],
  },
  ResolveAlertGroup: {
    verb: 'resolve',
    done: 'Resolved',
    nothing: 'All of them are resolved',
    statuses: ['firing', 'acknowledged', 'snoozed', 'suppressed'],
  },
} as const satisfies Record<FilteredAct, { verb: string; done: string; nothing: string; statuses: readonly string[] }>;

/** Filter of the list as sent to the server, limited to states the action applies to; null when none of those is shown. */
function filterOf(search: AlertsSearch, act: FilteredAct, me: string): string | null {
  const { state, urgency, service, team, assignee, opened, q } = search;
  const filterStatuses = new Set<string>(partsIn(search).map((part) => partsOf[part].status));
  const statuses = acts[act].statuses.filter((status) => filterStatuses.has(status));
  if (statuses.length === 0) return null;
  const filter = new URLSearchParams(statuses.map((status) => ['where.status', status]));
  if (urgency) filter.set('where.urgency', urgency);
  if (service) filter.set('where.serviceId', service);
  if (team) filter.set('where.teamId', team);
  if (assignee) filter.set('where.holderId', me);
  if (state === 'stale') filter.set('where.stale', '1');
  const { from, to } = opened ? instantsIn(opened) : {};
  if (from) filter.set('from.openedAt', from);
  if (to) filter.set('to.openedAt', to);
  if (q) filter.set('q', q);
  return filter.toString();
}

const groups = (count: number): string => `${count.toLocaleString('en')} alert group${count === 1 ? '' : 's'}`;

/** The skipped groups, as a sentence; undefined when there is none. */
function leftOutWords({ leftOut, leftOutCount }: Pick<BulkActRow, 'leftOut' | 'leftOutCount'>): string | undefined {
  if (leftOutCount === 0) return undefined;
  const named = leftOut.slice(0, 4).map(({ number }) => `#${number ?? '?'}`);
  const more = leftOutCount > named.length ? ` and ${(leftOutCount - named.length).toLocaleString('en')} more` : '';
  const denied = leftOut.some(({ why }) => why === 'denied') ? ', or you can’t act on them' : '';
  return `Skipped: ${named.join(', ')}${more}. They changed in the meantime${denied}.`;
}

/** Milliseconds between two looks at how far the server has come, and how many looks there are. */
const pause = 400;
const looks = 150;

async function readResult(id: string, token: string, look = 0): Promise<BulkActRow | null> {
  const { row } = await readRow('bulkActs', id, token);
  if (row === null || row.worked >= row.matched || look >= looks) return row;
  await new Promise((done) => setTimeout(done, pause));
  return readResult(id, token, look + 1);
}

interface MatchingQuery {
  /** The filter of the list, as JSON. */
  readonly filterKey: string;
  readonly me: string;
  /** Ordinal of the displayed list. */
  readonly ordinal: number;
}

/** Does it to all that matched when the list was seen, and offers one undo. */
export async function actOnMatching(client: QueryClient, act: FilteredAct, { filterKey, me, ordinal }: MatchingQuery): Promise<void> {
  const filter = filterOf(JSON.parse(filterKey) as AlertsSearch, act, me);
  const bulkActId = v7();
  const { verb, done, nothing } = acts[act];
  if (filter === null) return say({ kind: 'refused', title: nothing });
  try {
    const { token, streams } = await send(client, 'ActOnFiltered', { bulkActId, act, filter, ordinal }, bulkActId);
    const row = streams.length === 0 ? null : await readResult(bulkActId, token);
    if (!row) return say({ kind: 'done', title: 'No longer any matches' });
    const rest = row.matched - row.worked;
    const detail = rest > 0 ? `${groups(rest)} still in progress.` : leftOutWords(row);
    const undo = (): void =>
      void send(client, 'UndoBulkAct', { bulkActId }, v7()).then(
        () => say({ kind: 'done', title: `Undone: ${groups(row.done)}` }),
        (error: unknown) => sayRefusal(`undo ${groups(row.done)}`, error),
      );
    const take = row.done > 0 ? { act: { label: 'Undo', run: undo } } : {};
    say(
      { kind: 'done', title: row.done > 0 ? `${done} ${groups(row.done)}` : 'Nothing changed', ...(detail ? { detail } : {}), ...take },
      bulkActLimits.undoGrace / 1_000,
    );
  } catch (error) {
    sayRefusal(`${verb} all that match`, error);
  }
}
