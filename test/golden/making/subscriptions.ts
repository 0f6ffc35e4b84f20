import { Phone } from '@tocsin/testing/fakes/phone.js';
import type { Cast } from './cast.js';

/** A receiver of events that is subscribed, tried out, fails, recovers, is switched off and on, and goes. */
export const subscriptions = async ({ stage }: Cast): Promise<void> => {
  const { api } = stage.ana;
  const receiver = await Phone.start();
  await api.prove();
  const asked = { teamId: stage.made.teamId, name: 'Tickets', address: receiver.url, kinds: ['opened' as const, 'resolved' as const] };
  const subscriptionId = String((await api.run('CreateEventSubscription', asked)).says['subscriptionId']);
  await api.run('TestEventSubscription', { subscriptionId });
  await stage.settle();
  receiver.answerNext(500);
  await stage.generic({ summary: 'Tickets are told', key: 'tickets' });
  await stage.generic({ key: 'tickets', action: 'resolve' });
  await stage.advance('PT1M');
  await api.run('RotateEventSubscriptionSecret', { subscriptionId });
  await api.run('ChangeEventSubscription', { subscriptionId, version: 1, name: 'Tickets', kinds: ['opened'] });
  await api.run('DisableEventSubscription', { subscriptionId });
  await api.run('EnableEventSubscription', { subscriptionId });
  await stage.settle();
  await api.run('RemoveEventSubscription', { subscriptionId });
  await stage.settle();
  await receiver.close();
};
