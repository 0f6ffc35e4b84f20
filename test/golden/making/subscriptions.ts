import { Phone } from '@tocsin/testing/fakes/phone.js';
import type { Cast } from './cast.js';

/** A receiver of events is subscribed and tested, fails, recovers, is disabled and enabled, and is removed. */
export const addSubscriptions = async ({ stage }: Cast): Promise<void> => {
  const { api } = stage.ana;
  const receiver = await Phone.start();
  await api.prove();
  const subscriptionFields = {
    teamId: stage.setUpAnswer.teamId,
    name: 'Tickets',
    address: receiver.url,
    kinds: ['opened' as const, 'resolved' as const],
  };
  const subscriptionId = String((await api.run('CreateEventSubscription', subscriptionFields)).says['subscriptionId']);
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
  await callFromSteps(stage, receiver, subscriptionId);
  await api.run('RemoveEventSubscription', { subscriptionId });
  await stage.settle();
  await receiver.close();
};

/** Step 1 also calls the receiver: it accepts one call, refuses another, and is disabled before a third. */
const callFromSteps = async (stage: Cast['stage'], receiver: Phone, subscriptionId: string): Promise<void> => {
  const { api } = stage.ana;
  const { teamId, policyId } = stage.setUpAnswer;
  const { name, version, steps, repeats, climbLow } = await stage.getRow('policies', policyId);
  const [first, ...otherSteps] = steps;
  const webhook = { kind: 'webhook' as const, subscriptionId };
  const policyFields = { teamId, policyId, name, repeats, climbLow };
  await api.run('ChangePolicy', { ...policyFields, version, steps: [{ ...first!, targets: [...first!.targets, webhook] }, ...otherSteps] });
  const waitForCalls = async (key: string): Promise<void> => {
    await stage.generic({ summary: `A step calls: ${key}`, key });
    await stage.settle();
    await stage.generic({ key, action: 'resolve' });
  };
  await waitForCalls('taken');
  receiver.answerNext(404);
  await waitForCalls('refused');
  await api.run('DisableEventSubscription', { subscriptionId });
  await waitForCalls('off');
  await api.run('ChangePolicy', { ...policyFields, version: version + 1, steps });
  await stage.settle();
};
