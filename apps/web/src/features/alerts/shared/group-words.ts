import type { AnswerAct, attemptReason, PageCause } from '@tocsin/contracts/alert-groups/pages.js';
import type { returnReasons } from '@tocsin/contracts/alert-groups/events.js';
import type { z } from 'zod';
import type { Names } from '../../../data/words/names.js';

export const returnWords: Record<(typeof returnReasons)[number], string> = {
  unacknowledged: 'by request',
  ack_timeout: 'the acknowledgement was not renewed in time',
  snooze_ended: 'the snooze ended',
  unsnoozed: 'it was unsnoozed',
  news: 'a new alert fired',
  refire: 'its source fired again',
  reopened: 'it was reopened',
  holder_disabled: 'the assignee was disabled',
  escalated: 'it was escalated',
};

export const attemptWords: Record<z.infer<typeof attemptReason>, string> = {
  rule: 'by their rule',
  every_method: 'no own rules: all methods',
  paged_again: 'no answer: all methods',
  last_resort: 'no one else answered: all methods',
  retry: 'retry',
  next_method: 'because another method failed',
  after_stale: 'retry: the outcome of the last attempt is unknown',
  escalated: 'again: it was escalated',
  resent: 'resent',
  quiet: 'quietly',
  tried_out: 'test',
};

/** How a person answered their page, as a verb in the past. */
export const answerWords: Record<AnswerAct, string> = {
  seen: 'saw it',
  acknowledged: 'acknowledged',
  snoozed: 'snoozed',
  resolved: 'resolved',
  escalated: 'escalated',
  joined: 'joined',
  renewed: 'renewed the acknowledgement',
  taken_over: 'took over',
  passed_on: 'passed it on',
};

/** `repeat 1: step 2` from the second run of the policy on. */
export const repeatWords = (step: string, round: number): string => (round > 1 ? `repeat ${round - 1}: ${step}` : step);

const causes: { readonly [K in PageCause['kind']]: (cause: Extract<PageCause, { kind: K }>, names: Names) => string } = {
  escalation: ({ step, round }) => repeatWords(`step ${step}`, round),
  holder_first: () => 'last assignee',
  exhausted: ({ role }) => (role === 'owner' ? 'owner, because no one acknowledged' : 'team manager, because no one acknowledged'),
  person: ({ by, reassigns }, names) => `${reassigns ? 'asked to take it over' : 'added'} by ${names.person(by)}`,
  not_accepted: ({ personId }, names) => `notified that ${names.person(personId)} did not accept the reassignment`,
  reminder: () => 'asked to renew the acknowledgement',
  update: () => 'notified of more alerts',
  resolved: () => 'notified that it is resolved',
  method_gone: () => 'notified that one of their devices can no longer be reached',
  test: () => 'a test',
};

/** Why a person is paged, as the end of a sentence. */
export const causeWords = (cause: PageCause, names: Names): string =>
  (causes[cause.kind] as (cause: PageCause, names: Names) => string)(cause, names);
