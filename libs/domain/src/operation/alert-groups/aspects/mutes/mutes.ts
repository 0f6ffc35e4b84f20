import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { rankOfUrgency } from '../../../../rules/ranks.js';
import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';
import type { FactMeta } from '@tocsin/kernel/decide/decider.js';
import { changeAlerts } from '../../alert-table.js';
import { changeExisting } from '../../evolve/evolver.js';
import type { ExistingGroup } from '../../state.js';
import type { Aspect } from '../aspect.js';
import type { MutesPart, Suppression } from './part.js';

/** The settling of a suppressed group. */
export const settlingOf = ({ status, suppressed }: ExistingGroup): Suppression['settling'] =>
  status === 'firing' ? (suppressed?.settling ?? null) : null;

export const isSuppressed = ({ status, suppressed }: ExistingGroup): boolean => status === 'firing' && suppressed !== null;

/** When it pages by itself, unless its mutes change: at the earliest. After a hold, at once. */
export const suppressedUntil = ({ suppressed }: ExistingGroup): string => {
  const [first] = suppressed?.mutes ?? [];
  return suppressed?.settling?.dueAt ?? addMillis(first?.until ?? '', first?.kind === 'hold' ? 0 : alertGroupLimits.settling);
};

/** The end of the first hold of alerts in an open group. */
export const holdOf = ({ status, hold }: ExistingGroup): MutesPart['hold'] => (status === 'resolved' ? null : hold);

type Held = Pick<Alert, 'held'>;

/** The earlier one of a plan and the first hold among these alerts. */
const earliestHold = (before: MutesPart['hold'], alerts: readonly Held[], { eventId, at }: FactMeta): MutesPart['hold'] => {
  const ends = alerts.flatMap(({ held }) => held?.until ?? []);
  const dueAt = ends.reduce((first, end) => (first === '' || end < first ? end : first), before?.dueAt ?? '');
  return dueAt === (before?.dueAt ?? '') ? before : { dueAt, plannedBy: eventId, plannedAt: at };
};

/** Alerts whose hold is over are held no more, whatever the clock says later. */
const withoutEndedHolds = (alerts: ExistingGroup['alerts'], next: string | null): ExistingGroup['alerts'] =>
  changeAlerts(alerts, (_key, alert) => {
    if (!alert.held || (next !== null && alert.held.until >= next)) return alert;
    const { held: _held, ...free } = alert;
    return free;
  });

const noneMuted: MutesPart['muted'] = { unseen: [], seen: [] };

const without = ({ unseen, seen }: MutesPart['muted'], fingerprints: readonly string[]): MutesPart['muted'] => {
  const gone = new Set(fingerprints);
  const isLeft = (one: string): boolean => !gone.has(one);
  return { unseen: unseen.filter(isLeft), seen: seen.filter(isLeft) };
};

/** What fires in a group when somebody takes it, muted or not, is no longer new to it. */
const markSeen = changeExisting((state) => ({ ...state, muted: { unseen: [], seen: [...state.muted.seen, ...state.muted.unseen] } }));
const forgetMuted = changeExisting((state) => ({ ...state, muted: noneMuted }));
const endOfHolds = changeExisting((state) => ({ ...state, muted: noneMuted, hold: null }));

/** Muted alerts; a group is suppressed only when all that fire are. */
export const mutes: Aspect<
  MutesPart,
  'AlertGroupSuppressed' | 'AlertsMuted' | 'AlertsUnmuted' | 'AlertGroupSettling' | 'AlertGroupUnsuppressed' | 'HoldEnded'
> = {
  begin: (opened, factMeta) => ({
    suppressed: null,
    muted: noneMuted,
    hold: earliestHold(null, opened.alerts, factMeta),
  }),
  // whoever takes a suppressed group ends the suppression
  keep: ({ muted, hold }) => ({ suppressed: null, muted, hold }),
  fold: {
    AlertGroupSuppressed: changeExisting((state, { mutes: all, holderFirst }) => ({
      ...state,
      suppressed: { mutes: all, holderFirst, settling: null },
    })),
    AlertsMuted: changeExisting((state, { fingerprints }) => ({
      ...state,
      muted: { ...state.muted, unseen: [...state.muted.unseen, ...fingerprints] },
    })),
    AlertsUnmuted: changeExisting((state, { fingerprints, urgency }, { at }) => ({
      ...state,
      muted: without(state.muted, fingerprints),
      urgency,
      raisedAt: urgency === state.urgency ? state.raisedAt : at,
    })),
    AlertGroupSettling: changeExisting((state, { dueAt }, { eventId, at }) =>
      state.suppressed ? { ...state, suppressed: { ...state.suppressed, settling: { dueAt, plannedBy: eventId, plannedAt: at } } } : state,
    ),
    HoldEnded: changeExisting((state, { next }, { eventId, at }) => ({
      ...state,
      hold: next === null ? null : { dueAt: next, plannedBy: eventId, plannedAt: at },
      alerts: withoutEndedHolds(state.alerts, next),
    })),
    AlertGroupUnsuppressed: changeExisting((state) => ({ ...state, suppressed: null })),
  },
  also: {
    // what fires anew is judged anew
    AlertsFired: changeExisting((state, { alerts }, factMeta) => {
      const fingerprints = alerts.map(({ fingerprint }) => fingerprint);
      return { ...state, muted: without(state.muted, fingerprints), hold: earliestHold(state.hold, alerts, factMeta) };
    }),
    AlertGroupAcknowledged: markSeen,
    AlertGroupSnoozed: markSeen,
    AlertGroupTakenOver: markSeen,
    AlertGroupResolved: endOfHolds,
    AlertGroupReopened: forgetMuted,
  },
  timers: (state) => {
    const rank = rankOfUrgency(state.urgency, false);
    const [settling, hold] = [settlingOf(state), holdOf(state)];
    return [
      ...(settling ? [{ name: 'settling', plan: settling, rank, type: 'EndSettling' as const }] : []),
      ...(hold ? [{ name: 'hold', plan: hold, rank, type: 'EndHold' as const }] : []),
    ];
  },
};
