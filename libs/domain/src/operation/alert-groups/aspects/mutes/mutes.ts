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

export const isSuppressed = ({ status, suppressed }: ExistingGroup): boolean => status === 'firing' && suppressed !== undefined;

/** When it pages by itself, unless its mutes change: at the earliest. */
export const suppressedUntil = ({ suppressed }: ExistingGroup): string =>
  suppressed?.settling?.dueAt ?? addMillis(suppressed?.mutes[0]?.until ?? '', alertGroupLimits.settling);

const toMuted = (unseen: readonly string[], seen: readonly string[]): MutesPart =>
  unseen.length + seen.length === 0 ? {} : { muted: { unseen, seen } };

const without = ({ muted }: MutesPart, fingerprints: readonly string[]): MutesPart => {
  if (!muted) return {};
  const gone = new Set(fingerprints);
  const isLeft = (one: string): boolean => !gone.has(one);
  return toMuted(muted.unseen.filter(isLeft), muted.seen.filter(isLeft));
};

/** What fires in a group when somebody takes it, muted or not, is no longer new to it. */
const markSeen = changeExisting(({ muted, ...state }) => (muted ? { ...state, ...toMuted([], [...muted.seen, ...muted.unseen]) } : state));
const forgetMuted = changeExisting(({ muted: _muted, ...state }) => state);

/** Muted alerts; a group is suppressed only when all that fire are. */
export const mutes: Aspect<
  MutesPart,
  'AlertGroupSuppressed' | 'AlertsMuted' | 'AlertsUnmuted' | 'AlertGroupSettling' | 'AlertGroupUnsuppressed'
> = {
  begin: () => ({}),
  // whoever takes a suppressed group ends the suppression
  keep: ({ muted }) => (muted ? { muted } : {}),
  fold: {
    AlertGroupSuppressed: changeExisting((state, { mutes: all, holderFirst }) => ({
      ...state,
      suppressed: { mutes: all, holderFirst, settling: null },
    })),
    AlertsMuted: changeExisting(({ muted, ...state }, { fingerprints }) => ({
      ...state,
      ...toMuted([...(muted?.unseen ?? []), ...fingerprints], muted?.seen ?? []),
    })),
    AlertsUnmuted: changeExisting(({ muted, ...state }, { fingerprints, urgency }, { at }) => ({
      ...state,
      ...without(muted ? { muted } : {}, fingerprints),
      urgency,
      raisedAt: urgency === state.urgency ? state.raisedAt : at,
    })),
    AlertGroupSettling: changeExisting((state, { dueAt }, { eventId, at }) =>
      state.suppressed ? { ...state, suppressed: { ...state.suppressed, settling: { dueAt, plannedBy: eventId, plannedAt: at } } } : state,
    ),
    AlertGroupUnsuppressed: changeExisting(({ suppressed: _suppressed, ...state }) => state),
  },
  also: {
    // what fires anew is judged anew
    AlertsFired: changeExisting(({ muted, ...state }, { alerts }) =>
      muted
        ? {
            ...state,
            ...without(
              { muted },
              alerts.map(({ fingerprint }) => fingerprint),
            ),
          }
        : state,
    ),
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
