import type { CommandData } from '@tocsin/contracts/catalogue.js';
import type { CoverFact, CoverRequest } from '@tocsin/contracts/covers.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { OverrideSetting } from '@tocsin/contracts/overrides.js';
import type { ScheduleFact } from '@tocsin/contracts/schedules.js';
import { Nothing, Refused } from '@tocsin/kernel/decide/refused.js';
import { between, later } from '@tocsin/kernel/time.js';
import { denied } from '../../rules/permissions.js';
import type { ConfigurationContext } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import { cannotServe, canServe } from '../../rules/may-serve.js';
import { peopleToAsk } from './people-to-ask.js';
import { dutiesAhead, mistakeInDuty, mistakeInRequest } from './cover-mistakes.js';
import { nextReview } from './cover-reviews.js';
import { isOpen } from './covers-fold.js';
import { changedTemporary, isByOverride, type Handover } from './in-temporary.js';
import { isManager } from '../decide-overrides.js';
import type { Mistake } from '../layer-mistakes.js';
import { tooManyOverrides } from '../override-mistakes.js';
import type { BegunSchedule, DecideOnBegun } from '../state.js';

/** The person for whom a command acts; null: none, when a program names no person. */
const personOf = ({ personId }: { readonly personId?: string | undefined }, { actor }: ConfigurationContext): string | null =>
  personId ?? (actor.kind === 'person' ? actor.id : null);

const mayFor = (personId: string, scheduleId: string, context: ConfigurationContext): boolean =>
  (context.actor.kind === 'person' && personId === context.actor.id) || isManager(context, scheduleId);

const teamOf = ({ reads }: ConfigurationContext, scheduleId: string): string => reads.schedules.get(scheduleId)!.teamId;

export const askForCover: DecideOnBegun<CommandData<'AskForCover'>> = (data, state, context) => {
  const { scheduleId, note, ...rest } = data;
  const personId = personOf(data, context);
  if (personId === null) return denied('a person');
  if (!mayFor(personId, scheduleId, context)) return denied('a manager of the team, or the person who is on call,');
  const request = { ...rest, personId };
  const mistake = mistakeInRequest(request, teamOf(context, scheduleId), state, context);
  if (mistake) return mistake;
  const limit = limits.coversOpen;
  if (state.covers.filter(isOpen).length >= limit) return refuse('limit.covers', { limit });
  const coverId = context.newId('cover');
  const from = later(data.from, context.now);
  return [
    {
      type: 'CoverRequested',
      data: { scheduleId, coverId, ...request, from, note, nextAt: nextReview({ ...request, from }, context.now) },
    },
  ];
};

/** The refusal for a second answer to a request that was closed already. */
const closedAs = ({ state, changedAt }: CoverRequest, now: string) =>
  state === 'accepted'
    ? refuse('schedule.cover_taken', { seconds: Math.round(between(changedAt, now) / 1_000) })
    : refuse('schedule.cover_closed', { state });

interface AboutCover {
  readonly scheduleId: string;
  readonly coverId: string;
}

const known = ({ coverId }: AboutCover, { covers }: BegunSchedule) =>
  covers.find((cover) => cover.coverId === coverId) ?? refuse('schedule.cover_not_found');

const isOfferedTo = (cover: CoverRequest, personId: string, scheduleId: string, context: ConfigurationContext): boolean =>
  peopleToAsk(cover, teamOf(context, scheduleId), context.reads).includes(personId);

/** Why this person can’t take over the rest of the time; null: they can. */
const cannotAccept = (cover: CoverRequest, personId: string, state: BegunSchedule, context: ConfigurationContext): Mistake => {
  const { now } = context;
  if (personId === cover.personId) return refuse('schedule.cover_of_oneself', {}, 'personId');
  if (!canServe(context, personId)) return refuse(cannotServe(context, personId), {}, 'personId');
  const { inReturn } = cover;
  if (cover.to <= now || (inReturn !== null && inReturn.to <= now)) return refuse('schedule.cover_over');
  return (
    mistakeInDuty(dutiesAhead(state, cover, now), cover.personId, 'schedule.cover_not_on_call') ??
    (inReturn && mistakeInDuty(dutiesAhead(state, inReturn, now), personId, 'schedule.cover_swap_not_on_call')) ??
    tooManyOverrides(state, inReturn ? 2 : 1, now)
  );
};

interface Exchange extends Handover {
  readonly from: string;
  readonly to: string;
}

/** One person replaces the other; in a swap, the reverse too. */
const exchangesOf = (cover: CoverRequest, accepterId: string, state: BegunSchedule, now: string): readonly Exchange[] => {
  const { personId, inReturn } = cover;
  const parts = [
    { personId, toId: accepterId, from: cover.from, to: cover.to },
    ...(inReturn ? [{ personId: accepterId, toId: personId, ...inReturn }] : []),
  ];
  return parts.map((part) => ({ ...part, from: later(part.from, now), shifts: dutiesAhead(state, part, now) }));
};

const overridesOf = (coverId: string, exchanges: readonly Exchange[], context: ConfigurationContext): readonly OverrideSetting[] =>
  exchanges.filter(isByOverride).map(({ personId, toId, from, to }, n) => ({
    overrideId: context.newId('override', n),
    kind: 'replace',
    personId: toId,
    replacesId: personId,
    from,
    to,
    reason: '',
    coverId,
  }));

/**
 * The person who accepts is on call by an override, or within a temporary schedule by its shifts, since overrides have
 * no effect there.
 */
const accepted = (
  { scheduleId, coverId }: AboutCover,
  { cover, personId }: { readonly cover: CoverRequest; readonly personId: string },
  state: BegunSchedule,
  context: ConfigurationContext,
): Refused | readonly ScheduleFact[] => {
  const exchanges = exchangesOf(cover, personId, state, context.now);
  const temporary = changedTemporary(scheduleId, state.temporary, exchanges);
  if (temporary instanceof Refused) return temporary;
  const overrides = [...overridesOf(coverId, exchanges, context)];
  const overrideIds = overrides.map(({ overrideId }) => overrideId);
  return [
    { type: 'CoverAccepted', data: { scheduleId, coverId, personId, overrideIds } },
    ...(overrides.length > 0 ? [{ type: 'OverridesAdded', data: { scheduleId, overrides } } as const] : []),
    ...temporary,
  ];
};

export const acceptCover: DecideOnBegun<CommandData<'AcceptCover'>> = (data, state, context) => {
  const { scheduleId } = data;
  const cover = known(data, state);
  const personId = personOf(data, context);
  if (!('coverId' in cover)) return cover;
  if (personId === null) return denied('a person');
  const canAnswer = mayFor(personId, scheduleId, context) && isOfferedTo(cover, personId, scheduleId, context);
  if (!canAnswer && !isManager(context, scheduleId)) return denied('a person who was asked, or a manager of the team,');
  if (cover.state === 'accepted' && cover.acceptedById === personId) return new Nothing();
  if (!isOpen(cover)) return closedAs(cover, context.now);
  const mistake = cannotAccept(cover, personId, state, context);
  if (mistake) return mistake;
  return accepted(data, { cover, personId }, state, context);
};

/** A person is no longer asked; if no one else remains, the request is declined. */
const declinedBy = (
  cover: CoverRequest,
  personId: string,
  scheduleId: string,
  context: ConfigurationContext,
): CoverFact & { readonly type: 'CoverDeclined' } => {
  const others = peopleToAsk(cover, teamOf(context, scheduleId), context.reads);
  const closes = others.every((one) => one === personId || cover.declinedBy.includes(one));
  return { type: 'CoverDeclined', data: { scheduleId, coverId: cover.coverId, personId, closes } };
};

export const declineCover: DecideOnBegun<CommandData<'DeclineCover'>> = (data, state, context) => {
  const { scheduleId } = data;
  const cover = known(data, state);
  const personId = personOf(data, context);
  if (!('coverId' in cover)) return cover;
  if (personId === null || !mayFor(personId, scheduleId, context) || !isOfferedTo(cover, personId, scheduleId, context))
    return denied('a person who was asked, or a manager of the team for them,');
  if (cover.declinedBy.includes(personId)) return new Nothing();
  return isOpen(cover) ? [declinedBy(cover, personId, scheduleId, context)] : closedAs(cover, context.now);
};

/** A person who leaves is no longer asked, and their own requests are withdrawn. */
export const leftCovers = (
  { covers }: BegunSchedule,
  personId: string,
  scheduleId: string,
  context: ConfigurationContext,
): readonly CoverFact[] =>
  covers.filter(isOpen).flatMap((cover): readonly CoverFact[] => {
    if (cover.personId === personId)
      return [{ type: 'CoverWithdrawn', data: { scheduleId, coverId: cover.coverId, left: true, notifies: true } }];
    if (!cover.offeredTo?.includes(personId) || cover.declinedBy.includes(personId)) return [];
    const { type, data } = declinedBy(cover, personId, scheduleId, context);
    return [{ type, data: { ...data, left: true } }];
  });

export const withdrawCover: DecideOnBegun<CommandData<'WithdrawCover'>> = (data, state, context) => {
  const cover = known(data, state);
  if (!('coverId' in cover)) return cover;
  const isOwn = [cover.personId, cover.askedById].includes(context.actor.id);
  if (!isOwn && !isManager(context, data.scheduleId)) return denied('the person who asked, or a manager of the team,');
  if (cover.state === 'withdrawn') return new Nothing();
  return isOpen(cover) ? [{ type: 'CoverWithdrawn', data: { ...data, notifies: true } }] : closedAs(cover, context.now);
};
