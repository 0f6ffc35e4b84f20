import type { attemptReason, PageCause, returnReasons } from '@tocsin/contracts/alert-groups.js';
import { deliveryReasons, type DeliveryReason } from '@tocsin/contracts/delivery-reasons.js';
import type { ContactKind } from '@tocsin/contracts/people.js';
import type { IntegrationKind, UrgencyRule } from '@tocsin/contracts/services.js';
import type { z } from 'zod';
import type { Names } from './names.js';

export const contactWords: Record<ContactKind, string> = { browser: 'browser', email: 'e-mail', webhook: 'webhook' };

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
  retry: 'again',
  next_method: 'because another method failed',
  after_stale: 'again, since the outcome of the one before is unknown',
  quiet: 'quietly',
};

/** Why a person is paged, as the end of a sentence. */
export function causeWords(cause: PageCause, names: Names): string {
  switch (cause.kind) {
    case 'escalation':
      return `step ${cause.step}${cause.round > 1 ? `, round ${cause.round}` : ''}`;
    case 'holder_first':
      return 'they had it before';
    case 'exhausted':
      return cause.role === 'owner' ? 'an owner, since nobody has it' : 'a manager of the team, since nobody has it';
    case 'person':
      return `${names.person(cause.by)} asked for them`;
    case 'reminder':
      return 'asked whether they are still on it';
    case 'update':
      return 'told of more alerts';
    case 'resolved':
      return 'told that it is over';
    case 'test':
      return 'a test';
  }
}

/** A reason code in words. An unknown one as it is. */
export const reasonWords = (code: string): string => deliveryReasons[code as DeliveryReason] ?? code;

/** The same inside a sentence: no capital, no full stop. */
export const reasonClause = (code: string): string => {
  const words = reasonWords(code).replace(/\.$/, '');
  return words.slice(0, 1).toLowerCase() + words.slice(1);
};
