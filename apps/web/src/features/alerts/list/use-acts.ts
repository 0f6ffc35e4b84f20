import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import * as bulkActLimits from '@tocsin/contracts/bulk-acts/limits.js';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { v7 } from 'uuid';
import { isUnreachable } from '../../../data/cache/api.js';
import { sendBulk, type BulkAct, type BulkResult } from '../../../data/cache/bulk.js';
import { queueAcknowledge } from '../../../data/offline/queue.js';
import { useAsOf } from '../../../data/time/as-of.js';
import { say } from '../../../data/toasts.js';
import { sayRefusal } from '../../../data/cache/use-command.js';

const acts = {
  AcknowledgeAlertGroup: { verb: 'acknowledge', done: 'Acknowledged', undo: 'UnacknowledgeAlertGroup' },
  ResolveAlertGroup: { verb: 'resolve', done: 'Resolved', undo: 'ReopenAlertGroup' },
  UnacknowledgeAlertGroup: { verb: 'undo', done: 'Undone:', undo: null },
  ReopenAlertGroup: { verb: 'reopen', done: 'Reopened', undo: null },
} as const satisfies Record<BulkAct, { verb: string; done: string; undo: BulkAct | null }>;

const numbers = (rows: readonly AlertGroupRow[]) =>
  rows.length > 4 ? `${rows.length} alert groups` : rows.map(({ number }) => `#${number}`).join(', ');

/** The refusals as text; null when all were done. */
export function refusedWords(rows: readonly AlertGroupRow[], results: readonly BulkResult[]): string | null {
  const refused = results.filter(({ problem }) => problem);
  if (refused.length === 0) return null;
  const first = rows.find(({ id }) => id === refused[0]!.groupId);
  const rest = refused.length > 1 ? ` And ${refused.length - 1} more failed.` : '';
  return `#${first?.number ?? '?'}: ${refused[0]!.problem!.detail}${rest}`;
}

/** Acknowledges or resolves several groups at once, with an undo during the grace period. */
export function useActs() {
  const client = useQueryClient();
  const asOf = useAsOf();
  return useCallback(
    async function act(what: BulkAct, rows: readonly AlertGroupRow[]): Promise<void> {
      const { verb, done, undo } = acts[what];
      const some = rows.slice(0, bulkActLimits.bulk);
      if (some.length === 0) return;
      try {
        // an undone resolve restores the assignee: groups that were acknowledged page no one
        const assigned = what === 'ReopenAlertGroup' ? some.filter((row) => row.holder !== null) : [];
        const free = some.filter((row) => !assigned.includes(row));
        const send = (part: readonly AlertGroupRow[], asBefore: boolean) =>
          part.length === 0
            ? []
            : sendBulk(
                client,
                what,
                part.map(({ id }) => id),
                asBefore,
                asOf,
              );
        const results = [...(await send(free, false)), ...(await send(assigned, true))];
        const detail = refusedWords(some, results);
        const changed = some.filter(({ id }) =>
          results.some(({ groupId, accepted }) => groupId === id && accepted && accepted.streams.length > 0),
        );
        if (changed.length === 0)
          return say({
            kind: detail ? 'refused' : 'done',
            title: detail ? `Couldn’t ${verb} ${numbers(some)}` : 'Nothing changed',
            ...(detail ? { detail } : {}),
          });
        const take = undo ? { act: { label: 'Undo', run: () => void act(undo, changed) } } : {};
        say(
          { kind: 'done', title: `${done} ${numbers(changed)}`, ...(detail ? { detail } : {}), ...take },
          bulkActLimits.undoGrace / 1_000,
        );
      } catch (error) {
        if (what === 'AcknowledgeAlertGroup' && isUnreachable(error)) return some.forEach(({ id }) => queueAcknowledge(client, id, v7()));
        sayRefusal(`${verb} ${numbers(some)}`, error);
      }
    },
    [client, asOf],
  );
}
