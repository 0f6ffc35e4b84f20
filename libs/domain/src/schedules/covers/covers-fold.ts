import type { CoverFact, CoverRequest } from '@tocsin/contracts/covers.js';
import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { DataOf, When } from '@tocsin/kernel/decide/decider.js';
import { plus } from '@tocsin/kernel/time.js';

/** A schedule’s requests for cover, in the order in which they were made: the open ones, and the last closed ones. */
export type Covers = readonly CoverRequest[];

type Step<T extends CoverFact['type']> = (covers: Covers, data: DataOf<CoverFact, T>, when: When) => Covers;

const changing =
  <Data extends { readonly coverId: string }>(change: (cover: CoverRequest, data: Data, when: When) => CoverRequest) =>
  (covers: Covers, data: Data, when: When): Covers =>
    covers.map((cover) => (cover.coverId === data.coverId ? change(cover, data, when) : cover));

const closed = (cover: CoverRequest, state: CoverRequest['state'], { at }: When): CoverRequest => ({
  ...cover,
  state,
  changedAt: at,
  next: null,
});

const steps: { readonly [T in CoverFact['type']]: Step<T> } = {
  CoverRequested: (covers, { scheduleId: _, nextAt: dueAt, ...request }, { at, actor, eventId: plannedBy }) => {
    const answers = { declinedBy: [], acceptedById: null };
    return [...covers, { ...request, state: 'open', askedById: actor.id, ...answers, changedAt: at, next: { dueAt, plannedBy } }];
  },
  CoverReminded: changing((cover, { nextAt: dueAt }, { eventId: plannedBy }) => ({ ...cover, next: { dueAt, plannedBy } })),
  CoverAccepted: changing((cover, { personId }, when) => ({ ...closed(cover, 'accepted', when), acceptedById: personId })),
  CoverDeclined: changing((cover, { personId, closes }, when) => {
    const declined = { ...cover, declinedBy: [...cover.declinedBy.filter((id) => id !== personId), personId] };
    return closes ? closed(declined, 'declined', when) : declined;
  }),
  CoverWithdrawn: changing((cover, _data, when) => closed(cover, 'withdrawn', when)),
  CoverExpired: changing((cover, _data, when) => closed(cover, 'expired', when)),
};

export const coverTypes = Object.keys(steps) as readonly CoverFact['type'][];

export const isOpen = ({ state }: CoverRequest): boolean => state === 'open';

/** An answered request is kept while its time lasts; an expired one for a day longer. */
const isRetained = ({ state, to }: CoverRequest, at: string): boolean => (state === 'expired' ? plus(to, duration.day) : to) > at;

/** The open requests, and the last few of the others. */
const trimmed = (covers: Covers, at: string): Covers => {
  const answered = new Set(covers.filter((cover) => !isOpen(cover) && isRetained(cover, at)).slice(-limits.coversAnsweredKept));
  return covers.filter((cover) => isOpen(cover) || answered.has(cover));
};

export const withCover = (covers: Covers, { type, data }: CoverFact, when: When): Covers =>
  trimmed((steps[type] as (covers: Covers, data: unknown, when: When) => Covers)(covers, data, when), when.at);
