import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { deliveryReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import { receiverTraits } from '@tocsin/contracts/event-subscriptions/receivers.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { giveNotices, type NoticeDependencies } from './give-notice.js';
import { managersOf, ownersOf } from './words.js';

const pathOf = (teamId: string | null): string => (teamId === null ? '/settings/events' : `/teams/${teamId}`);

const readersOf = ({ server: { reads } }: NoticeDependencies, teamId: string | null): readonly string[] => [
  ...ownersOf(reads),
  ...managersOf(reads, teamId),
];

/** A channel that steps or events are posted to takes nothing any more: its readers hear it once, until it works again. */
export const tellOfLost = async (
  dependencies: NoticeDependencies,
  { id, data: { subscriptionId, reason } }: RecordedOf<'EventReceiverLost'>,
): Promise<EffectOutcome> => {
  const { reads } = dependencies.server;
  const subscription = reads.eventQueues.get(subscriptionId)?.state;
  if (!subscription?.isLost) return { kind: 'unneeded' };
  const { name, teamId, receiver = 'webhook' } = subscription;
  return giveNotices(dependencies, { id, kind: 'lost_channel', about: subscriptionId }, readersOf(dependencies, teamId), () => ({
    subject: `Nothing can be posted in “${name}” (${receiverTraits[receiver].word})`,
    lines: [
      `${deliveryReasons[reason]} Until then no alert appears there. Escalation is not affected: each step’s people are paged, and the next step follows in its time.`,
      'You are told once, until something was posted there again. “Send a test” shows whether it works.',
    ],
    link: pathOf(teamId),
    label: 'Open the event subscriptions',
  }));
};

export const tellOfDisabled = async (
  dependencies: NoticeDependencies,
  { id, data: { subscriptionId } }: RecordedOf<'EventSubscriptionDisabled'>,
): Promise<EffectOutcome> => {
  const { reads } = dependencies.server;
  const subscription = reads.eventQueues.get(subscriptionId)?.state;
  if (!subscription) return { kind: 'unneeded' };
  const { name, host, teamId } = subscription;
  return giveNotices(dependencies, { id, kind: 'lost_channel', about: subscriptionId }, readersOf(dependencies, teamId), () => ({
    subject: `The event subscription “${name}” was switched off`,
    lines: [
      `${host} has not accepted any events for 24 hours, so the event subscription “${name}” was switched off. Events are not sent until it is switched on again.`,
      'Repair the receiver, send a test event, then switch the subscription on.',
    ],
    link: pathOf(teamId),
    label: 'Open the event subscriptions',
  }));
};
