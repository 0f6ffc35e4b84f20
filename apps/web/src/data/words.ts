import type { attemptReason, PageCause } from '@tocsin/contracts/pages.js';
import type { returnReasons } from '@tocsin/contracts/alert-groups.js';
import { deliveryReasons, type DeliveryReason } from '@tocsin/contracts/delivery-reasons.js';
import type { IntegrationKind, UrgencyRule } from '@tocsin/contracts/services.js';
import type { z } from 'zod';
import type { Names } from './names.js';

export const integrationWords: Record<IntegrationKind, string> = {
  alertmanager: 'Prometheus Alertmanager',
  'pagerduty-events': 'PagerDuty Events API',
  generic: 'Generic JSON',
};

export const urgencyRuleWords: Record<UrgencyRule, string> = {
  by_severity: 'high for critical and error, low for the rest',
  always_high: 'always high',
  always_low: 'always low',
};

export const returnWords: Record<(typeof returnReasons)[number], string> = {
  unacknowledged: 'it was given back',
  ack_timeout: 'nobody said that they are still on it',
  news: 'something new fired in it',
  refire: 'its sender fired again',
  reopened: 'it was reopened',
  holder_disabled: 'who had it was disabled',
};

export const attemptWords: Record<z.infer<typeof attemptReason>, string> = {
  rule: 'by their rule',
  every_method: 'no usable rule, so by every method',
  paged_again: 'again and by every method, since they did not answer',
  last_resort: 'by every method, since nobody else answered',
  retry: 'again',
  next_method: 'because another method failed',
  after_stale: 'again, since the outcome of the one before is unknown',
  quiet: 'quietly',
  tried_out: 'to try it out',
};

const causes: { readonly [K in PageCause['kind']]: (cause: Extract<PageCause, { kind: K }>, names: Names) => string } = {
  escalation: ({ step, round }) => `step ${step}${round > 1 ? `, round ${round}` : ''}`,
  holder_first: () => 'they had it before',
  exhausted: ({ role }) => (role === 'owner' ? 'an owner, since nobody has it' : 'a manager of the team, since nobody has it'),
  person: ({ by }, names) => `${names.person(by)} asked for them`,
  reminder: () => 'asked whether they are still on it',
  update: () => 'told of more alerts',
  resolved: () => 'told that it is over',
  method_gone: () => 'told that a device of theirs can’t be rung any more',
  test: () => 'a test',
};

/** Why a person is paged, as the end of a sentence. */
export const causeWords = (cause: PageCause, names: Names): string =>
  (causes[cause.kind] as (cause: PageCause, names: Names) => string)(cause, names);

/** A reason code in words. An unknown one as it is. */
export const reasonWords = (code: string): string => deliveryReasons[code as DeliveryReason] ?? code;

/** The same inside a sentence: no capital, no full stop. */
export const reasonClause = (code: string): string => {
  const words = reasonWords(code).replace(/\.$/, '');
  return words.slice(0, 1).toLowerCase() + words.slice(1);
};
