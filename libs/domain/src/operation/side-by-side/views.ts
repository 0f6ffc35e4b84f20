import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { OldSystemRow } from '@tocsin/contracts/side-by-side/noun.js';
import * as sideBySideLimits from '@tocsin/contracts/side-by-side/limits.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { addMillis, millisBetween } from '@tocsin/kernel/time.js';

/** The system that Tocsin replaces, and how far it was read. */
export const oldSystemsView: View<OldSystemRow, RecordedFact> = {
  name: 'oldSystems',
  hasHistory: false,
  on: {
    OldSystemConnected: {
      keys: ({ data: { system } }) => [system],
      row: (row, { data: { system: id, host, tokenRef }, meta: { at }, revision }) => ({
        id,
        host,
        tokenRef,
        since: row?.since ?? at,
        readUpTo: row?.readUpTo ?? at,
        failing: null,
        revision,
      }),
    },
    OldSystemRead: {
      keys: ({ data: { system } }) => [system],
      row: (row, { data: { to: readUpTo }, revision }) => row && { ...row, readUpTo, failing: null, revision },
    },
    OldSystemNotRead: {
      keys: ({ data: { system } }) => [system],
      row: (row, { data: { why }, meta: { at }, revision }) =>
        row && { ...row, failing: { since: row.failing?.since ?? at, why }, revision },
    },
    OldSystemDisconnected: { keys: ({ data: { system } }) => [system], row: () => null },
  },
};

/** A group of a service that rehearses, as far as alerts of the old system are paired with it. Id: the group’s. */
export interface RehearsedGroup {
  readonly id: string;
  readonly serviceId: string;
  readonly openedAt: string;
  readonly resolvedAt: string | null;
  /** When alerts reached it, oldest first: those of two minutes once. */
  readonly signalledAt: readonly string[];
  /** When somebody was last paged, or would have been; and since when there are pages that were not compared. */
  readonly pagedAt: string | null;
  readonly pendingSince: string | null;
  /** Alerts there that it is compared with. */
  readonly alerts: readonly string[];
  /** How far the old system was read when it was last compared. */
  readonly comparedTo: string | null;
  /** It was acknowledged or resolved there: nothing more is asked about it. */
  readonly isEndedThere: boolean;
}

/** What ended is paired with what the old system tells late; what never ends, no longer. */
const kept = { ended: 2 * duration.day, open: 30 * duration.day } as const;
/** Alerts there that are one group here: the others need no row of their own. */
const mostAlerts = 200;
/** More than the longest stretch that is read at once. */
const mostSignals = 200;
const signalsApart = 2 * duration.minute;

const ofGroup = ({ data }: { readonly data: { readonly groupId: string } }): readonly string[] => [data.groupId];
const paged: RowChange<RehearsedGroup, RecordedFact & { readonly data: { readonly groupId: string } }> = {
  keys: ofGroup,
  row: (row, { meta }) => row && { ...row, pagedAt: meta.at, pendingSince: row.pendingSince ?? meta.at },
};

const signalled: RowChange<RehearsedGroup, RecordedFact & { readonly data: { readonly groupId: string } }> = {
  keys: ofGroup,
  row: (row, { meta: { at } }) => {
    if (!row) return undefined;
    const last = row.signalledAt.at(-1);
    if (last !== undefined && Math.abs(millisBetween(last, at)) < signalsApart) return row;
    return { ...row, signalledAt: [...row.signalledAt, at].slice(-mostSignals) };
  },
};

export const rehearsedGroupsView: View<RehearsedGroup, RecordedFact> = {
  name: 'rehearsedGroups',
  hasHistory: false,
  indexes: { serviceId: ({ serviceId }) => [serviceId] },
  on: {
    AlertGroupOpened: {
      keys: ({ data: { rehearses, groupId } }) => (rehearses ? [groupId] : []),
      row: (_row, { data: { groupId: id, serviceId }, meta: { at: openedAt } }) =>
        serviceId === null
          ? undefined
          : {
              id,
              serviceId,
              openedAt,
              resolvedAt: null,
              signalledAt: [openedAt],
              pagedAt: null,
              pendingSince: null,
              alerts: [],
              comparedTo: null,
              isEndedThere: false,
            },
    },
    AlertGroupResolved: { keys: ofGroup, row: (row, { meta }) => row && { ...row, resolvedAt: meta.at } },
    AlertGroupReopened: { keys: ofGroup, row: (row, event, key) => row && signalled.row({ ...row, resolvedAt: null }, event, key) },
    AlertsFired: signalled,
    AlertsCounted: signalled,
    AlertsReworded: signalled,
    SenderStillFiring: signalled,
    AttemptCancelled: {
      keys: ({ data: { reason, groupId } }) => (reason === 'delivery.rehearsing' ? [groupId] : []),
      row: paged.row,
    },
    AttemptStarted: paged,
    OldSystemRead: {
      keys: ({ data: { pairs, compared } }) => [...new Set([...pairs.flatMap(({ groupId }) => groupId ?? []), ...compared])],
      row: (row, { data: { pairs, to: comparedTo } }, key) => {
        if (!row) return undefined;
        const own = pairs.filter(({ groupId }) => groupId === key);
        const alerts = [...new Set([...row.alerts, ...own.flatMap(({ alertId }) => alertId ?? [])])].slice(0, mostAlerts);
        const judged = addMillis(comparedTo, -sideBySideLimits.near.explained);
        const pendingSince = row.pagedAt !== null && row.pagedAt > judged ? judged : null;
        return { ...row, comparedTo, pendingSince, alerts, isEndedThere: row.isEndedThere || own.some(({ endedAt }) => endedAt !== null) };
      },
    },
  },
  sweep: (row, logTime) =>
    millisBetween(row.resolvedAt ?? row.openedAt, logTime) > (row.resolvedAt === null ? kept.open : kept.ended) ? null : row,
};
