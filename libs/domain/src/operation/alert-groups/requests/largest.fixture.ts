import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import type { LargestCase, LargestCases } from '@tocsin/testing/largest/case.js';
import { groupWith, start } from '@tocsin/testing/largest/crowd.js';
import { bySystem, longest, many, nth } from '@tocsin/testing/largest/large-world.js';

const callId = nth('ca', 0);
const about = (groupId: string, n = 0) => ({ groupId, callId: nth('ca', n), subscriptionId: nth('5b', n) });

/** A step with the maximum number of webhooks. */
const plannedCall = (groupId: string): readonly Fact[] =>
  many(policyLimits.targetsPerStep, (n) => ({
    type: 'WebhookCallPlanned',
    data: { ...about(groupId, n), number: 1, round: 1, step: 1, dueAt: start },
  }));
const startedCall = (groupId: string): readonly Fact[] => [
  ...plannedCall(groupId),
  { type: 'WebhookCallStarted', data: { ...about(groupId), attempt: 1, epoch: 1 } },
];

const onCall = (make: (groupId: string) => readonly Fact[], more: object): LargestCase => {
  const { large, groupId } = groupWith(make);
  return { large, data: { groupId, callId, ...more }, actor: bySystem };
};

export const largest: LargestCases = {
  StartWebhookCall: () => onCall(plannedCall, { dueAt: start }),
  RecordWebhookCall: () =>
    onCall(startedCall, {
      attempt: 1,
      outcome: { ok: false, reason: 'delivery.provider_rejected', detail: longest(600), retry: true, retryAfter: 60_000 },
    }),
  ReplaceWebhookCall: () => onCall(startedCall, { dueAt: '2026-11-21T03:14:00.000Z' }),
};
