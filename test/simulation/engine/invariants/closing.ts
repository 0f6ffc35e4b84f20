import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import type { Invariant, Witness } from './invariant.js';

/** Milliseconds: shorter than any age, by more than clock errors. */
const recently = 6 * duration.day;
/**
 * Milliseconds without a signal or an act after which every open group must be closed: the age, a day’s notice, and some time for
 * outages.
 */
const longestQuietMs = 8.5 * duration.day;

/** A group is closed by its age only after that was announced and no signal or act came for days; and then it must be closed. */
export const checksClosing = (): Invariant => {
  /** True time of the last signal by key, and of the opening or last act by stream. */
  const words = new Map<string, number>();
  const acts = new Map<string, number>();
  const lastOf = ({ groupId, origin }: OpenGroup): number =>
    Math.max(acts.get(`alertGroup-${groupId}`) ?? 0, origin.kind === 'signal' ? (words.get(origin.key) ?? 0) : 0);

  const note = ({ type, stream, data, meta: { actor } }: Recorded, now: number): void => {
    if (type === 'SignalReceived') words.set((data as FactOf<'SignalReceived'>).signal.key, now);
    else if (actor.kind === 'person' || type === 'AlertGroupOpened') acts.set(stream, now);
  };
  const checkClosing = (event: Recorded, { memory, installation: { scheduler } }: Witness): readonly string[] => {
    const { groupId, quietSince } = event.data as FactOf<'AlertGroupResolved'>;
    const group = memory.rows<OpenGroup>('groups').get(groupId);
    if (quietSince === undefined || !group) return [];
    const violations: string[] = [];
    const { act, dueAt } = group.closing ?? { act: null, dueAt: '' };
    if (act !== 'close' || dueAt > event.meta.at) violations.push(`${event.ordinal}: a group is closed though that was not announced`);
    if (scheduler.now - lastOf(group) < recently) violations.push(`${event.ordinal}: a group is closed though somebody spoke of it`);
    return violations;
  };

  return {
    onEvent: (event, witness) => {
      note(event, witness.installation.scheduler.now);
      return event.type === 'AlertGroupResolved' ? checkClosing(event, witness) : [];
    },
    onEnd: ({ memory, installation: { scheduler } }) =>
      [...memory.rows<OpenGroup>('groups').all()]
        .filter((group) => group.status !== 'resolved' && group.origin.kind === 'signal' && scheduler.now - lastOf(group) > longestQuietMs)
        .map(({ number }) => `#${number} is not closed, though nobody speaks of it`),
  };
};
