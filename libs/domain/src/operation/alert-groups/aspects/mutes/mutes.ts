import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { addMillis, earlierOf } from '@tocsin/kernel/time.js';
import { rankOfUrgency } from '../../../../rules/ranks.js';
import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';
import type { FactMeta } from '@tocsin/kernel/decide/decider.js';
import { changeAlerts, findAlert, keysOfAlerts } from '../../alert-table.js';
import { changeExisting } from '../../evolve/evolver.js';
import { isPlanned, type TimerData } from '../../due-plan.js';
import { stormOf } from '../../shared/linked.js';
import type { ExistingGroup } from '../../state.js';
import type { Aspect } from '../aspect.js';
import { interruptedStepOf } from './interrupted-step.js';
import type { MutesPart, Settling } from './part.js';

/** The alerts that will count next. */
export const settlingOf = ({ status, settling }: ExistingGroup): Settling | null => (status === 'resolved' ? null : (settling[0] ?? null));

/** The plan that a timer follows. Of several that are due at once each ends the next set. */
export const settlingPlanOf = ({ status, settling }: ExistingGroup, timerData: TimerData): Settling | null =>
  status === 'resolved' ? null : (settling.find((plan) => isPlanned(plan, timerData)) ?? null);

export const isSuppressed = ({ status, suppressed }: ExistingGroup): boolean => status === 'firing' && suppressed !== null;

/** When it pages by itself, unless its mutes change: at the earliest. Null: that depends on another alert group. */
export const suppressedUntil = ({ suppressed }: ExistingGroup): string | null => {
  const until = suppressed?.mutes[0]?.until;
  const settles = suppressed?.mutes[0]?.kind === 'hold' ? 0 : alertGroupLimits.settling;
  return suppressed?.settlesAt ?? (until ? addMillis(until, settles) : null);
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

const noMutes: Omit<MutesPart, 'hold'> = { suppressed: null, muted: [], lowered: [], settling: [], seen: [] };

const without = (all: readonly string[], gone: ReadonlySet<string>): readonly string[] =>
  all.some((one) => gone.has(one)) ? all.filter((one) => !gone.has(one)) : all;
const withThem = (all: readonly string[], more: readonly string[]): readonly string[] => [...new Set([...all, ...more])];

/** An entry stays until it is due, even when none of its alerts settles any more: its timer ends it. */
const withoutSettling = (settling: readonly Settling[], gone: ReadonlySet<string>): readonly Settling[] =>
  settling.map((one) => {
    const fingerprints = without(one.fingerprints, gone);
    return fingerprints === one.fingerprints ? one : { ...one, fingerprints };
  });

const firingKeysOf = ({ alerts }: ExistingGroup): readonly string[] => keysOfAlerts(alerts, ({ firing }) => firing);

/** What fires in a group when somebody takes it, muted or not, is no longer new to it. Nothing in a storm is muted. */
const markSeen = changeExisting((state) => (stormOf(state) === null ? { ...state, seen: firingKeysOf(state) } : state));
const forgetMuted = changeExisting((state) => ({ ...state, ...noMutes }));

/** Muted alerts; a group is suppressed only when all that fire are. */
export const mutes: Aspect<
  MutesPart,
  | 'AlertGroupSuppressed'
  | 'AlertsMuted'
  | 'AlertsLowered'
  | 'AlertsUnmuted'
  | 'AlertGroupSettling'
  | 'AlertGroupUnsuppressed'
  | 'MuteCausesChanged'
  | 'HoldEnded'
> = {
  begin: (opened, factMeta) => ({ ...noMutes, hold: earliestHold(null, opened.alerts, factMeta) }),
  // whoever takes a suppressed group ends the suppression
  keep: ({ muted, lowered, settling, seen, hold }) => ({ suppressed: null, muted, lowered, settling, seen, hold }),
  fold: {
    AlertGroupSuppressed: changeExisting((state, { mutes: all, settlesAt, urgency, firedBefore, isOlder, holderFirst }, { at }) => ({
      ...state,
      urgency,
      muted: firingKeysOf(state),
      suppressed: {
        mutes: all,
        settlesAt,
        firedBefore,
        isOlder,
        holderFirst,
        interrupted: state.suppressed ? state.suppressed.interrupted : interruptedStepOf(state, at),
        counted: state.suppressed ? state.suppressed.counted : state.climb.since === undefined ? null : state.urgency,
        lastKind: state.suppressed?.lastKind ?? null,
      },
    })),
    AlertsMuted: changeExisting((state, { fingerprints }) => ({
      ...state,
      muted: withThem(state.muted, fingerprints),
      settling: withoutSettling(state.settling, new Set(fingerprints)),
    })),
    AlertsLowered: changeExisting((state, { fingerprints }) => ({ ...state, lowered: withThem(state.lowered, fingerprints) })),
    AlertsUnmuted: changeExisting((state, { fingerprints, urgency, because }, { at }) => {
      const gone = new Set(fingerprints);
      return {
        ...state,
        muted: without(state.muted, gone),
        lowered: without(state.lowered, gone),
        settling: because === 'settled' ? state.settling.slice(1) : state.settling,
        urgency,
        raisedAt: urgency === state.urgency ? state.raisedAt : at,
        suppressed: state.suppressed && because === 'hold_ended' ? { ...state.suppressed, lastKind: 'hold' } : state.suppressed,
      };
    }),
    AlertGroupSettling: changeExisting((state, { fingerprints, dueAt }, { eventId, at }) => {
      // a plan that moves with the clock takes the place of the one before
      const moved = new Set(fingerprints);
      const others = state.settling.filter((one) => !one.fingerprints.some((key) => moved.has(key)));
      const settling = [...others, { fingerprints, dueAt, plannedBy: eventId, plannedAt: at }];
      return {
        ...state,
        settling: settling.toSorted((one, other) => (one.dueAt < other.dueAt ? -1 : one.dueAt > other.dueAt ? 1 : 0)),
        suppressed: state.suppressed && {
          ...state.suppressed,
          settlesAt: earlierOf(state.suppressed.settlesAt ?? dueAt, dueAt),
          lastKind: state.suppressed.mutes[0]?.kind ?? state.suppressed.lastKind,
        },
      };
    }),
    AlertGroupUnsuppressed: changeExisting((state, { urgency }) => ({ ...state, urgency, suppressed: null })),
    MuteCausesChanged: changeExisting((state) => state),
    HoldEnded: changeExisting((state, { next }, { eventId, at }) => ({
      ...state,
      hold: next === null ? null : { dueAt: next, plannedBy: eventId, plannedAt: at },
      alerts: withoutEndedHolds(state.alerts, next),
    })),
  },
  also: {
    // what fires anew is judged anew
    AlertsFired: changeExisting((state, { alerts }, factMeta) => {
      const fired = new Set(alerts.map(({ fingerprint }) => fingerprint));
      const { muted, lowered, settling, seen } = state;
      return {
        ...state,
        muted: without(muted, fired),
        lowered: without(lowered, fired),
        settling: withoutSettling(settling, fired),
        seen: without(seen, fired),
        hold: earliestHold(state.hold, alerts, factMeta),
      };
    }),
    AlertsResolved: changeExisting((state) => {
      const isFiring = (key: string): boolean => findAlert(state.alerts, key)?.firing === true;
      return { ...state, muted: state.muted.filter(isFiring), lowered: state.lowered.filter(isFiring), seen: state.seen.filter(isFiring) };
    }),
    AlertGroupAcknowledged: markSeen,
    AlertGroupSnoozed: markSeen,
    AlertGroupTakenOver: markSeen,
    AlertGroupResolved: changeExisting((state) => ({ ...state, ...noMutes, hold: null })),
    AlertGroupReopened: forgetMuted,
  },
  timers: (state) => {
    const rank = rankOfUrgency(state.urgency, false);
    const [settling, hold] = [state.status === 'resolved' ? [] : state.settling, holdOf(state)];
    return [
      ...settling.map((plan) => ({ name: `settling:${plan.plannedBy}`, plan, rank, type: 'EndSettling' as const })),
      ...(hold ? [{ name: 'hold', plan: hold, rank, type: 'EndHold' as const }] : []),
    ];
  },
};
