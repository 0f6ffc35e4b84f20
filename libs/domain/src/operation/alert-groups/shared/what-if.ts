import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import * as auditorLimits from '@tocsin/contracts/auditor/limits.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { AnswerRules } from '@tocsin/kernel/replay/recorded-answers.js';
import { canonicalJson } from '@tocsin/kernel/replay/stored-form.js';
import type { Act, WhatIfOptions } from '@tocsin/kernel/replay/what-if.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { alertGroupDecider } from '../decider.js';
import type { AttemptOutcome } from '../paging/attempts.js';
import type { ThreadRow } from '../../routing/shared/thread-row.js';
import { pageOf, type AlertGroupState, type Attempt, type ExistingGroup, type Page } from '../state.js';

const isCall = (event: Recorded): event is RecordedOf<'WebhookCallStarted'> => event.type === 'WebhookCallStarted';
const callNamed = ({ data: { groupId, callId, attempt } }: RecordedOf<'WebhookCallStarted'>) => ({ groupId, callId, attempt });
const attemptDataOf = (event: Recorded) => (event as RecordedOf<'AttemptStarted'>).data;
/** The group of this state; undefined for one that does not exist, and for the state of another kind of stream. */
const existingGroup = (state: unknown): ExistingGroup | undefined => {
  const group = state as AlertGroupState | null | undefined;
  return group && 'groupId' in group ? group : undefined;
};

const findAttempt = (state: unknown, pageId: string, slot: string): { readonly page?: Page; readonly attempt?: Attempt } => {
  const page = pageOf(existingGroup(state) ?? { pages: [] }, pageId);
  const attempt = page?.attempts[slot];
  return { ...(page ? { page } : {}), ...(attempt ? { attempt } : {}) };
};

/** The next try counts from the answer, so the answer’s own instant moves with it. */
const moveOutcome = (outcome: AttemptOutcome, shiftMs: number): AttemptOutcome =>
  outcome.ok || outcome.answeredAt === undefined ? outcome : { ...outcome, answeredAt: addMillis(outcome.answeredAt, shiftMs) };

/**
 * Recorded answers of providers for a person’s phone or mailbox, and of webhook receivers, are given to the same
 * attempt again. Questions are matched without ids, which contain who led.
 */
export const attemptAnswers: AnswerRules = {
  types: ['AttemptStarted', 'WebhookCallStarted'],
  key: (event, state) => {
    if (isCall(event)) return `${event.data.groupId}|webhook ${event.data.subscriptionId}`;
    const { groupId, pageId, slot } = attemptDataOf(event);
    const { page, attempt } = findAttempt(state, pageId, slot);
    return `${groupId}|${page?.personId}|${attempt?.contactMethodId}`;
  },
  channel: (event, state) =>
    isCall(event) ? 'step' : (findAttempt(state, attemptDataOf(event).pageId, attemptDataOf(event).slot).attempt?.kind ?? 'unknown'),
  command: (event, { type, data }, shiftMs): Message => {
    if (isCall(event)) return { type, data: { ...(data as object), ...callNamed(event) } };
    const { groupId, attemptId } = attemptDataOf(event);
    const recordedData = data as { readonly outcome: AttemptOutcome };
    return { type, data: { ...recordedData, groupId, attemptId, outcome: moveOutcome(recordedData.outcome, shiftMs) } };
  },
  successCommand: (event) => {
    if (isCall(event)) return { type: 'RecordWebhookCall', data: { ...callNamed(event), outcome: { ok: true } } };
    const { groupId, attemptId } = attemptDataOf(event);
    return { type: 'RecordAttempt', data: { groupId, attemptId, outcome: { ok: true, state: 'sent', providerId: null } } };
  },
};

/**
 * The compared part of a group’s history: who was paged, when and by which method, and who was assigned. Without ids and numbers, which depend on
 * earlier events elsewhere.
 */
export const outlineOfGroup = (event: Recorded, memory: MemoryRows): unknown => {
  const fact = event as RecordedFact;
  switch (fact.type) {
    case 'AlertGroupOpened':
      return { type: fact.type, urgency: fact.data.urgency };
    case 'EscalationStepSkipped':
      return { type: fact.type, step: fact.data.step, because: fact.data.because };
    case 'EscalationStepTaken':
      return fact.data.picked ? { type: fact.type, step: fact.data.step, personId: fact.data.picked.personId } : undefined;
    case 'PageStarted':
      return { type: fact.type, personId: fact.data.personId, cause: fact.data.cause.kind, quiet: fact.data.quiet };
    case 'AttemptStarted': {
      const group = memory.rows<ExistingGroup>('groups').get(fact.data.groupId);
      const { page, attempt } = findAttempt(group, fact.data.pageId, fact.data.slot);
      return { type: fact.type, personId: page?.personId, by: attempt?.kind };
    }
    case 'AlertGroupAcknowledged':
    case 'AlertGroupSnoozed':
    case 'AlertGroupReturnedToFiring':
    case 'AlertGroupResolved':
    case 'AlertGroupReopened':
      return { type: fact.type };
    default:
      return undefined;
  }
};

const lastPage = (group: ExistingGroup | undefined, personId: string | undefined): Page | undefined =>
  group?.pages.findLast((page) => page.personId === personId);

/** The page in the imagined group, where ids name other instants: the same person’s for the same cause, or else their last one. */
const findPageThere = (imaginedGroup: ExistingGroup, before: Page): Page | undefined => {
  const ofPerson = imaginedGroup.pages.filter(({ personId, quiet }) => personId === before.personId && quiet === before.quiet);
  const isSame = (page: Page): boolean => page.opening === before.opening && canonicalJson(page.cause) === canonicalJson(before.cause);
  return pageOf(imaginedGroup, before.pageId) ?? ofPerson.findLast(isSame) ?? ofPerson.at(-1);
};

/** An answer to a page, a device’s receipt, or a resent message: applied to the same person’s page. */
const repeatOnPage = ({ command, was }: Act, imaginedGroup: ExistingGroup): Message | null => {
  const data = command.data as { readonly pageId: string; readonly attemptId?: string; readonly messageId?: string };
  const before = pageOf(existingGroup(was) ?? { pages: [] }, data.pageId);
  const page = before && findPageThere(imaginedGroup, before);
  if (!page) return null;
  const { pageId } = page;
  if (data.attemptId !== undefined) {
    const method = Object.values(before.attempts).find(({ attemptId }) => attemptId === data.attemptId)?.contactMethodId;
    const attempt = Object.values(page.attempts).findLast((one) => one.contactMethodId === method && one.attemptId !== null);
    return attempt ? { ...command, data: { ...data, pageId, attemptId: attempt.attemptId } } : null;
  }
  if (data.messageId !== undefined) {
    const method = before.attempts[data.messageId]?.contactMethodId;
    const messageId = Object.keys(page.attempts).findLast((slot) => page.attempts[slot]!.contactMethodId === method);
    return messageId === undefined ? null : { ...command, data: { ...data, pageId, messageId } };
  }
  return { ...command, data: { ...data, pageId } };
};

/** A group of this world; undefined for one that does not exist. */
export const groupIn = (world: Pick<World, 'state'>, groupId: string): ExistingGroup | undefined =>
  existingGroup(world.state(alertGroupDecider, groupId));

/** The group in the simulated history: the same one, or the one with the same alerts. */
const groupOf = ({ was, world }: Act, groupId: string): ExistingGroup | undefined => {
  const sameGroup = groupIn(world, groupId);
  const origin = existingGroup(was)?.origin;
  if (sameGroup || origin?.kind !== 'signal') return sameGroup;
  const thread = world.memory.rows<ThreadRow>('threads').get(origin.thread);
  return thread && groupIn(world, thread.groupId);
};

/**
 * Repeats an act on the group with its alerts. An act of a person who was paged then but not in the simulation is left out. Other acts are unchanged.
 */
export const repeatGroupAct = (act: Act): Message | null | 'lost' => {
  const { command, actor, was } = act;
  const { groupId, pageId } = command.data as { readonly groupId?: string; readonly pageId?: string };
  const before = groupId === undefined ? undefined : existingGroup(was);
  if (groupId === undefined || !before) return command;
  const imaginedGroup = groupOf(act, groupId);
  if (!imaginedGroup) return 'lost';
  const movedCommand = { ...command, data: { ...(command.data as object), groupId: imaginedGroup.groupId } };
  if (pageId !== undefined) return repeatOnPage({ ...act, command: movedCommand }, imaginedGroup);
  const wasPaged = actor.kind === 'person' && lastPage(before, actor.id) !== undefined;
  return wasPaged && !lastPage(imaginedGroup, actor.id) ? null : movedCommand;
};

/** The what-if options for alert groups. */
export const imaginedGroups = {
  answers: attemptAnswers,
  outline: outlineOfGroup,
  tolerance: auditorLimits.audit.late,
  change: repeatGroupAct,
} satisfies WhatIfOptions;
