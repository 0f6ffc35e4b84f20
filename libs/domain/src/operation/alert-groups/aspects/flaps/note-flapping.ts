import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { addMillis, millisBetween } from '@tocsin/kernel/time.js';
import type { Draft } from '../../draft.js';
import type { Reaction } from '../reaction.js';
import { canEverFlap } from './flaps.js';

const { changes: least, within, calm } = alertGroupLimits.flapping;

/** Its service detects flapping. */
const isDetected = ({ group, context }: Draft): boolean => {
  const service = group.serviceId === null ? undefined : context.reads.services.get(group.serviceId);
  return service?.flapDetection === true && canEverFlap(group) && group.links.follows === null;
};

/** Whether it flaps, or would by one more change now. */
export const doesFlapByChange = (draft: Draft): boolean => {
  const { group, context } = draft;
  const { changes, flapping } = group.flaps;
  if (flapping && group.status !== 'resolved') return true;
  const first = changes.at(1 - least);
  return first !== undefined && isDetected(draft) && millisBetween(first, context.now) < within;
};

/** After its first alert fired, or its last one was resolved: it flaps, or still does. */
export const noteFlapping = (draft: Draft): void => {
  const { group, context } = draft;
  const { changes, quietSince, flapping } = group.flaps;
  const [first] = changes;
  if (group.status === 'resolved' || first === undefined || changes.at(-1) !== context.now) return;
  if (flapping && flapping.plannedAt === context.now && flapping.quietSince === quietSince) return;
  const begins = changes.length >= least && millisBetween(first, context.now) < within && isDetected(draft);
  if (!flapping && !begins) return;
  const data = { groupId: group.groupId, since: flapping?.since ?? first, quietSince, calmAt: addMillis(context.now, calm) };
  draft.add({ type: 'AlertGroupFlapped', data });
};

export const flapReaction: Reaction = {
  on: new Set(['AlertsFired', 'AlertsCounted', 'AlertsLeftOut', 'AlertsResolved']),
  react: noteFlapping,
};
