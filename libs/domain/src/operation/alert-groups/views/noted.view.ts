import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { millisBetween } from '@tocsin/kernel/time.js';

/** Where the last note of a group is on the log. Its text is not kept: it may be redacted. */
export interface NotedRow {
  readonly groupId: string;
  /** Of its service and the name of its alerts, as a hash, since the name is a sender’s text. */
  readonly key: string;
  readonly number: number;
  readonly note: { readonly revision: number; readonly at: string } | null;
  readonly resolvedAt: string | null;
}

type Change = { keys: (event: { data: unknown }) => string[] };
const ofGroup: Change = { keys: ({ data }) => [(data as { groupId: string }).groupId] };

const isForgotten = ({ note, resolvedAt }: NotedRow, logTime: string): boolean =>
  resolvedAt !== null && millisBetween(resolvedAt, logTime) > (note ? alertGroupLimits.notesRemembered : routingLimits.rememberResolved);

/** Groups by the alert that opened them, to find what was noted last time. */
export const notedView: View<NotedRow, RecordedFact> = {
  name: 'noted',
  hasHistory: false,
  indexes: { key: ({ key }) => [key] },
  on: {
    AlertGroupOpened: {
      ...ofGroup,
      row: (_row, { data: { groupId, number, serviceId, alerts, test, origin } }) => {
        const names = new Set(alerts.map(({ name }) => name));
        const isStorm = origin.kind === 'signal' && origin.storm;
        if (test || isStorm || serviceId === null || names.size !== 1) return undefined;
        return { groupId, key: deriveNamedId(serviceId, ...names), number, note: null, resolvedAt: null };
      },
    },
    NoteAdded: { ...ofGroup, row: (row, { revision, meta: { at } }) => row && { ...row, note: { revision, at } } },
    AlertGroupResolved: { ...ofGroup, row: (row, { meta: { at } }) => row && { ...row, resolvedAt: at } },
    AlertGroupReopened: { ...ofGroup, row: (row) => row && { ...row, resolvedAt: null } },
  },
  sweep: (row, logTime) => (isForgotten(row, logTime) ? null : row),
};
