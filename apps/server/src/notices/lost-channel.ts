import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { deliveryReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import { receiverTraits } from '@tocsin/contracts/event-subscriptions/receivers.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { giveNotices, type NoticeDependencies } from './give-notice.js';
import { adminsOf, managersOf, ownersOf } from './words.js';

const pathOf = (teamId: string | null): string => (teamId === null ? '/settings/events' : `/teams/${teamId}`);

/** A channel that steps or events are posted to takes nothing any more: owners hear it, once until it works again. */
export const tellOfLost = async (
  dependencies: NoticeDependencies,
  { id, data: { subscriptionId, reason } }: RecordedOf<'EventReceiverLost'>,
): Promise<EffectOutcome> => {
  const { reads } = dependencies.server;
  const subscription = reads.eventQueues.get(subscriptionId)?.state;
  if (!subscription?.isLost) return { kind: 'unneeded' };
  const { name, teamId, receiver = 'webhook' } = subscription;
  return giveNotices(dependencies, { id, kind: 'lost_channel', about: subscriptionId }, ownersOf(reads), () => ({
    subject: `Nothing can be posted in “${name}” (${receiverTraits[receiver].word})`,
    lines: [
      `${deliveryReasons[reason]} Until then no alert appears there. Escalation is not affected: each step’s people are paged, and the next step follows in its time.`,
      'You are told once, until something was posted there again. “Send a test” shows whether it works.',
    ],
    link: pathOf(teamId),
    label: 'Open the event subscriptions',
  }));
};

/** To those who may change it: the team’s managers, if it has any that are active, otherwise owners and admins. */
export const tellOfDisabled = async (
  dependencies: NoticeDependencies,
  { id, data: { subscriptionId } }: RecordedOf<'EventSubscriptionDisabled'>,
): Promise<EffectOutcome> => {
  const { reads } = dependencies.server;
  const subscription = reads.eventQueues.get(subscriptionId)?.state;
  if (!subscription) return { kind: 'unneeded' };
  const { name, host, teamId } = subscription;
  const managers = managersOf(reads, teamId).filter((personId) => reads.people.get(personId)?.state === 'active');
  const people = managers.length > 0 ? managers : [...ownersOf(reads), ...adminsOf(reads)];
  return giveNotices(dependencies, { id, kind: 'lost_channel', about: subscriptionId }, people, () => ({
    subject: `The event subscription “${name}” was switched off`,
    lines: [
      `${host} has not accepted any events for 24 hours, so the event subscription “${name}” was switched off. Events are not sent until it is switched on again.`,
      'Repair the receiver, send a test event, then switch the subscription on.',
    ],
    link: pathOf(teamId),
    label: 'Open the event subscriptions',
  }));
};
