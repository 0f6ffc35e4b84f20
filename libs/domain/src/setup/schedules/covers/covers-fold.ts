import type { CoverFact, CoverRequest } from '@tocsin/contracts/schedules/covers.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { DataOf, FactMeta } from '@tocsin/kernel/decide/decider.js';
import { addMillis } from '@tocsin/kernel/time.js';

/** A schedule’s requests for cover, in the order in which they were made: the open ones, and the last closed ones. */
export type Covers = readonly CoverRequest[];

type Step<T extends CoverFact['type']> = (covers: Covers, data: DataOf<CoverFact, T>, factMeta: FactMeta) => Covers;

const changeCover =
  <Data extends { readonly coverId: string }>(change: (cover: CoverRequest, data: Data, factMeta: FactMeta) => CoverRequest) =>
  (covers: Covers, data: Data, factMeta: FactMeta): Covers =>
    covers.map((cover) => (cover.coverId === data.coverId ? change(cover, data, factMeta) : cover));

const closeCover = (cover: CoverRequest, state: CoverRequest['state'], { at }: FactMeta): CoverRequest => ({
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
  CoverReminded: changeCover((cover, { nextAt: dueAt }, { eventId: plannedBy }) => ({ ...cover, next: { dueAt, plannedBy } })),
  CoverAccepted: changeCover((cover, { personId }, factMeta) => ({ ...closeCover(cover, 'accepted', factMeta), acceptedById: personId })),
  CoverDeclined: changeCover((cover, { personId, closes }, factMeta) => {
    const declinedCover = { ...cover, declinedBy: [...cover.declinedBy.filter((id) => id !== personId), personId] };
    return closes ? closeCover(declinedCover, 'declined', factMeta) : declinedCover;
  }),
  CoverWithdrawn: changeCover((cover, _data, factMeta) => closeCover(cover, 'withdrawn', factMeta)),
  CoverExpired: changeCover((cover, _data, factMeta) => closeCover(cover, 'expired', factMeta)),
};

export const coverTypes = Object.keys(steps) as readonly CoverFact['type'][];

export const isOpen = ({ state }: CoverRequest): boolean => state === 'open';

/** An answered request is kept while its time lasts; an expired one for a day longer. */
const isRetained = ({ state, to }: CoverRequest, at: string): boolean => (state === 'expired' ? addMillis(to, duration.day) : to) > at;

/** The open requests, and the last few of the others. */
const trimCovers = (covers: Covers, at: string): Covers => {
  const answeredCovers = new Set(
    covers.filter((cover) => !isOpen(cover) && isRetained(cover, at)).slice(-scheduleLimits.coversAnsweredKept),
  );
  return covers.filter((cover) => isOpen(cover) || answeredCovers.has(cover));
};

export const withCover = (covers: Covers, { type, data }: CoverFact, factMeta: FactMeta): Covers =>
  trimCovers((steps[type] as (covers: Covers, data: unknown, factMeta: FactMeta) => Covers)(covers, data, factMeta), factMeta.at);
