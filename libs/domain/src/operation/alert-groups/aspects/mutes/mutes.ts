import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { rankOfUrgency } from '../../../../rules/ranks.js';
import { changeExisting } from '../../evolve/evolver.js';
import type { ExistingGroup } from '../../state.js';
import type { Aspect } from '../aspect.js';
import type { MutesPart, Suppression } from './part.js';

/** The settling of a suppressed group. */
export const settlingOf = ({ status, suppressed }: ExistingGroup): Suppression['settling'] =>
  status === 'firing' ? (suppressed?.settling ?? null) : null;

export const isSuppressed = ({ status, suppressed }: ExistingGroup): boolean => status === 'firing' && suppressed !== null;

/** When it pages by itself, unless its mutes change: at the earliest. */
export const suppressedUntil = ({ suppressed }: ExistingGroup): string =>
  suppressed?.settling?.dueAt ?? addMillis(suppressed?.mutes[0]?.until ?? '', alertGroupLimits.settling);

const noneMuted: MutesPart['muted'] = { unseen: [], seen: [] };

const without = ({ unseen, seen }: MutesPart['muted'], fingerprints: readonly string[]): MutesPart['muted'] => {
  const gone = new Set(fingerprints);
  const isLeft = (one: string): boolean => !gone.has(one);
  return { unseen: unseen.filter(isLeft), seen: seen.filter(isLeft) };
};

/** What fires in a group when somebody takes it, muted or not, is no longer new to it. */
const markSeen = changeExisting((state) => ({ ...state, muted: { unseen: [], seen: [...state.muted.seen, ...state.muted.unseen] } }));
const forgetMuted = changeExisting((state) => ({ ...state, muted: noneMuted }));

/** Muted alerts; a group is suppressed only when all that fire are. */
export const mutes: Aspect<
  MutesPart,
  'AlertGroupSuppressed' | 'AlertsMuted' | 'AlertsUnmuted' | 'AlertGroupSettling' | 'AlertGroupUnsuppressed'
> = {
  begin: () => ({ suppressed: null, muted: noneMuted }),
  // whoever takes a suppressed group ends the suppression
  keep: ({ muted }) => ({ suppressed: null, muted }),
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
    AlertGroupUnsuppressed: changeExisting((state) => ({ ...state, suppressed: null })),
  },
  also: {
    // what fires anew is judged anew
    AlertsFired: changeExisting((state, { alerts }) => {
      const fingerprints = alerts.map(({ fingerprint }) => fingerprint);
      return { ...state, muted: without(state.muted, fingerprints) };
    }),
    AlertGroupAcknowledged: markSeen,
    AlertGroupSnoozed: markSeen,
    AlertGroupTakenOver: markSeen,
    AlertGroupResolved: forgetMuted,
    AlertGroupReopened: forgetMuted,
  },
  timers: (state) => {
    const plan = settlingOf(state);
    return plan ? [{ name: 'settling', plan, rank: rankOfUrgency(state.urgency, false), type: 'EndSettling' }] : [];
  },
};
