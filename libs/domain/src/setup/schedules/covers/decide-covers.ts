import type { CommandData } from '@tocsin/contracts/catalogue.js';
import type { CoverFact, CoverRequest } from '@tocsin/contracts/schedules/covers.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { OverrideSetting } from '@tocsin/contracts/schedules/overrides.js';
import type { ScheduleFact } from '@tocsin/contracts/schedules/schedules.js';
import { Nothing, Refusal } from '@tocsin/kernel/decide/refusal.js';
import { millisBetween, laterOf } from '@tocsin/kernel/time.js';
import { refusePermission } from '../../../rules/permissions.js';
import type { ConfigurationContext } from '../../../reads.js';
import { refuse } from '../../../rules/refuse.js';
import { unfitReasonOf, canServe } from '../../../rules/can-serve.js';
import { listPeopleToAsk } from './people-to-ask.js';
import { listDutiesAhead, checkDuty, checkRequest } from './cover-checks.js';
import { nextReviewOf } from './cover-reviews.js';
import { isOpen } from './covers-fold.js';
import { changeTemporaries, isByOverride, type Handover } from './temporary-handover.js';
import { isManager } from '../decide-overrides.js';
import type { Mistake } from '../layer-checks.js';
import { checkOverrideCount } from '../override-checks.js';
import type { StartedSchedule, StartedDecisionFunction } from '../state.js';

/** The person for whom a command acts; null: none, when a program names no person. */
const personOf = ({ personId }: { readonly personId?: string | undefined }, { actor }: ConfigurationContext): string | null =>
  personId ?? (actor.kind === 'person' ? actor.id : null);

const canManageFor = (personId: string, scheduleId: string, context: ConfigurationContext): boolean =>
  (context.actor.kind === 'person' && personId === context.actor.id) || isManager(context, scheduleId);

const teamOf = ({ reads }: ConfigurationContext, scheduleId: string): string => reads.schedules.get(scheduleId)!.teamId;

export const askForCover: StartedDecisionFunction<CommandData<'AskForCover'>> = (data, state, context) => {
  const { scheduleId, note, ...rest } = data;
  const personId = personOf(data, context);
  if (personId === null) return refusePermission('a person');
  if (!canManageFor(personId, scheduleId, context)) return refusePermission('a manager of the team, or the person who is on call,');
  const request = { ...rest, personId };
  const mistake = checkRequest(request, teamOf(context, scheduleId), state, context);
  if (mistake) return mistake;
  const limit = scheduleLimits.coversOpen;
  if (state.covers.filter(isOpen).length >= limit) return refuse('limit.covers', { limit });
  const coverId = context.newId('cover');
  const from = laterOf(data.from, context.now);
  return [
    {
      type: 'CoverRequested',
      data: { scheduleId, coverId, ...request, from, note, nextAt: nextReviewOf({ ...request, from }, context.now) },
    },
  ];
};

/** The refusal for a second answer to a request that was closed already. */
const refuseClosed = ({ state, changedAt }: CoverRequest, now: string) =>
  state === 'accepted'
    ? refuse('schedule.cover_taken', { seconds: Math.round(millisBetween(changedAt, now) / 1_000) })
    : refuse('schedule.cover_closed', { state });

interface CoverRef {
  readonly scheduleId: string;
  readonly coverId: string;
}

const findCover = ({ coverId }: CoverRef, { covers }: StartedSchedule) =>
  covers.find((cover) => cover.coverId === coverId) ?? refuse('schedule.cover_not_found');

const isOfferedTo = (cover: CoverRequest, personId: string, scheduleId: string, context: ConfigurationContext): boolean =>
  listPeopleToAsk(cover, teamOf(context, scheduleId), context.reads).includes(personId);

/** Why this person can’t take over the rest of the time; null: they can. */
const refuseAcceptance = (cover: CoverRequest, personId: string, state: StartedSchedule, context: ConfigurationContext): Mistake => {
  const { now } = context;
  if (personId === cover.personId) return refuse('schedule.cover_of_oneself', {}, 'personId');
  if (!canServe(context, personId)) return refuse(unfitReasonOf(context, personId), {}, 'personId');
  const { inReturn } = cover;
  if (cover.to <= now || (inReturn !== null && inReturn.to <= now)) return refuse('schedule.cover_over');
  return (
    checkDuty(listDutiesAhead(state, cover, now), cover.personId, 'schedule.cover_not_on_call') ??
    (inReturn && checkDuty(listDutiesAhead(state, inReturn, now), personId, 'schedule.cover_swap_not_on_call')) ??
    checkOverrideCount(state, inReturn ? 2 : 1, now)
  );
};

interface Exchange extends Handover {
  readonly from: string;
  readonly to: string;
}

/** One person replaces the other; in a swap, the reverse too. */
const exchangesOf = (cover: CoverRequest, accepterId: string, state: StartedSchedule, now: string): readonly Exchange[] => {
  const { personId, inReturn } = cover;
  const parts = [
    { personId, toId: accepterId, from: cover.from, to: cover.to },
    ...(inReturn ? [{ personId: accepterId, toId: personId, ...inReturn }] : []),
  ];
  return parts.map((part) => ({ ...part, from: laterOf(part.from, now), shifts: listDutiesAhead(state, part, now) }));
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
const acceptanceFacts = (
  { scheduleId, coverId }: CoverRef,
  { cover, personId }: { readonly cover: CoverRequest; readonly personId: string },
  state: StartedSchedule,
  context: ConfigurationContext,
): Refusal | readonly ScheduleFact[] => {
  const exchanges = exchangesOf(cover, personId, state, context.now);
  const temporary = changeTemporaries(scheduleId, state.temporary, exchanges);
  if (temporary instanceof Refusal) return temporary;
  const overrides = [...overridesOf(coverId, exchanges, context)];
  const overrideIds = overrides.map(({ overrideId }) => overrideId);
  return [
    { type: 'CoverAccepted', data: { scheduleId, coverId, personId, overrideIds } },
    ...(overrides.length > 0 ? [{ type: 'OverridesAdded', data: { scheduleId, overrides } } as const] : []),
    ...temporary,
  ];
};

export const acceptCover: StartedDecisionFunction<CommandData<'AcceptCover'>> = (data, state, context) => {
  const { scheduleId } = data;
  const cover = findCover(data, state);
  const personId = personOf(data, context);
  if (!('coverId' in cover)) return cover;
  if (personId === null) return refusePermission('a person');
  const canAnswer = canManageFor(personId, scheduleId, context) && isOfferedTo(cover, personId, scheduleId, context);
  if (!canAnswer && !isManager(context, scheduleId)) return refusePermission('a person who was asked, or a manager of the team,');
  if (cover.state === 'accepted' && cover.acceptedById === personId) return new Nothing();
  if (!isOpen(cover)) return refuseClosed(cover, context.now);
  const mistake = refuseAcceptance(cover, personId, state, context);
  if (mistake) return mistake;
  return acceptanceFacts(data, { cover, personId }, state, context);
};

/** A person is no longer asked; if no one else remains, the request is declined. */
const declineFactOf = (
  cover: CoverRequest,
  personId: string,
  scheduleId: string,
  context: ConfigurationContext,
): CoverFact & { readonly type: 'CoverDeclined' } => {
  const otherPeople = listPeopleToAsk(cover, teamOf(context, scheduleId), context.reads);
  const isClosing = otherPeople.every((one) => one === personId || cover.declinedBy.includes(one));
  return { type: 'CoverDeclined', data: { scheduleId, coverId: cover.coverId, personId, closes: isClosing } };
};

export const declineCover: StartedDecisionFunction<CommandData<'DeclineCover'>> = (data, state, context) => {
  const { scheduleId } = data;
  const cover = findCover(data, state);
  const personId = personOf(data, context);
  if (!('coverId' in cover)) return cover;
  if (personId === null || !canManageFor(personId, scheduleId, context) || !isOfferedTo(cover, personId, scheduleId, context))
    return refusePermission('a person who was asked, or a manager of the team for them,');
  if (cover.declinedBy.includes(personId)) return new Nothing();
  return isOpen(cover) ? [declineFactOf(cover, personId, scheduleId, context)] : refuseClosed(cover, context.now);
};

/** A person who leaves is no longer asked, and their own requests are withdrawn. */
export const closeCoversOf = (
  { covers }: StartedSchedule,
  personId: string,
  scheduleId: string,
  context: ConfigurationContext,
): readonly CoverFact[] =>
  covers.filter(isOpen).flatMap((cover): readonly CoverFact[] => {
    if (cover.personId === personId) return [{ type: 'CoverWithdrawn', data: { scheduleId, coverId: cover.coverId, left: true } }];
    if (!cover.offeredTo?.includes(personId) || cover.declinedBy.includes(personId)) return [];
    const { type, data } = declineFactOf(cover, personId, scheduleId, context);
    return [{ type, data: { ...data, left: true } }];
  });

export const withdrawCover: StartedDecisionFunction<CommandData<'WithdrawCover'>> = (data, state, context) => {
  const cover = findCover(data, state);
  if (!('coverId' in cover)) return cover;
  const isOwn = [cover.personId, cover.askedById].includes(context.actor.id);
  if (!isOwn && !isManager(context, data.scheduleId)) return refusePermission('the person who asked, or a manager of the team,');
  if (cover.state === 'withdrawn') return new Nothing();
  return isOpen(cover) ? [{ type: 'CoverWithdrawn', data }] : refuseClosed(cover, context.now);
};
