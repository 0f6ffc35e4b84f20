import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { deliveryReasons } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import { receiverTraits } from '@tocsin/contracts/event-subscriptions/receivers.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { tellPeople, type TellDependencies } from './tell-person.js';

/** A channel that steps or events are posted to takes nothing any more: owners hear it, once until it works again. */
export const tellOfLost = async (
  dependencies: TellDependencies,
  { id, data: { subscriptionId, reason } }: RecordedOf<'EventReceiverLost'>,
): Promise<EffectOutcome> => {
  const { reads } = dependencies.server;
  const subscription = reads.eventQueues.get(subscriptionId)?.state;
  if (!subscription?.isLost) return { kind: 'unneeded' };
  const { name, teamId, receiver = 'webhook' } = subscription;
  const owners = reads.people.where('role', 'owner').filter(({ state }) => state === 'active');
  const subject = `Nothing can be posted in “${name}” (${receiverTraits[receiver].word})`;
  return tellPeople(dependencies, owners, {
    id,
    subject,
    mailSubject: `Tocsin: ${subject.replace(/^N/, 'n')}`,
    says: `${deliveryReasons[reason]} Until then no alert appears there. Escalation is not affected: each step’s people are paged, and the next step follows in its time.`,
    ends: 'You are told once, until something was posted there again. “Send a test” shows whether it works.',
    press: 'Open the event subscriptions',
    path: teamId === null ? '/settings/events' : `/teams/${teamId}`,
  });
};
