import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { FactMeta } from '@tocsin/kernel/decide/decider.js';
import { quietRank } from '../../../../rules/ranks.js';
import { listAlerts } from '../../alert-table.js';
import { changeExisting } from '../../evolve/evolver.js';
import { stormOf } from '../../shared/linked.js';
import type { ExistingGroup } from '../../state.js';
import type { Aspect } from '../aspect.js';
import type { Flapping, FlapsPart } from './part.js';

type Kept = Pick<ExistingGroup, 'origin' | 'test' | 'groupId'>;

/** Tests, groups that a person opened and storms never flap. */
export const canEverFlap = ({ origin, test, groupId }: Kept): boolean =>
  origin.kind === 'signal' && !test && stormOf({ origin, groupId }) === null;

/** What the sender counted or left out may fire. */
const doesFire = ({ counted, cutList, alerts }: ExistingGroup): boolean =>
  counted > 0 || cutList !== null || listAlerts(alerts).some(({ firing }) => firing);

/** Muted or not. */
const noteChange = (state: ExistingGroup, _data: unknown, { at }: FactMeta): ExistingGroup => {
  const { changes, quietSince } = state.flaps;
  if (!canEverFlap(state) || doesFire(state) === (quietSince === null)) return state;
  const last = [...changes, at].slice(-alertGroupLimits.flapping.changes);
  return { ...state, flaps: { ...state.flaps, changes: last, quietSince: quietSince === null ? at : null } };
};

const withFlapping = (state: ExistingGroup, flapping: Flapping | null): ExistingGroup => ({
  ...state,
  flaps: { ...state.flaps, flapping },
});

export const flappingOf = ({ status, flaps }: ExistingGroup): Flapping | null => (status === 'resolved' ? null : flaps.flapping);

/** A group that fires and resolves again and again stays open. */
export const flaps: Aspect<FlapsPart, 'AlertGroupFlapped' | 'FlappingEnded'> = {
  begin: (opened, { at }) => ({ flaps: { changes: canEverFlap(opened) ? [at] : [], quietSince: null, flapping: null } }),
  keep: ({ flaps: part }) => ({ flaps: part }),
  fold: {
    AlertGroupFlapped: changeExisting((state, { since, quietSince, calmAt: dueAt }, { at, eventId }) =>
      withFlapping(state, { since, quietSince, dueAt, plannedBy: eventId, plannedAt: at }),
    ),
    FlappingEnded: changeExisting((state) => withFlapping(state, null)),
  },
  also: {
    AlertsFired: changeExisting(noteChange),
    AlertsCounted: changeExisting(noteChange),
    AlertsLeftOut: changeExisting(noteChange),
    AlertsResolved: changeExisting(noteChange),
    AlertGroupResolved: changeExisting((state, data, factMeta) => withFlapping(noteChange(state, data, factMeta), null)),
  },
  timers: (state) => {
    const plan = flappingOf(state);
    return plan ? [{ name: 'flapping', plan, rank: quietRank, type: 'EndFlapping' }] : [];
  },
};
