import { story } from '@tocsin/testing/stage/story.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { UnexpectedRefusal } from '@tocsin/testing/stage/client.js';
import { Phone } from '@tocsin/testing/fakes/phone.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
/** Receives events as an external ticket system. */
let tickets: Phone;
beforeAll(async () => {
  stage = await Stage.begin();
  tickets = await Phone.start();
});
afterAll(async () => {
  try {
    await stage.close();
  } finally {
    await tickets.close();
  }
});

/** Sends a signal and waits only for its acceptance: processing continues when the clock is moved. */
const signal = async (key: string): Promise<void> => {
  const { path } = await stage.integration('generic');
  const answer = await stage.tocsin.anonymous.request('POST', path, { summary: key, key, severity: 'critical' });
  if (answer.status !== 202) throw new UnexpectedRefusal('a signal', answer);
};
const newestGroupId = async (): Promise<string> => (await stage.listGroups()).at(-1)!.id;
const attemptsOf = async (groupId: string) =>
  (await stage.pagesOf(groupId, stage.ana)).flatMap(({ attempts }) => attempts.map(({ state, reason }) => [state, reason]));
/** Seconds of the clock that is moved, from each call’s claim to its end. */
const durationsBetween = (facts: readonly RecordedFact[], claim: string, end: string): readonly number[] => {
  const instantsOf = (eventType: string): readonly number[] =>
    facts.filter(({ type }) => type === eventType).map(({ meta }) => Date.parse(meta.at));
  const claimInstants = instantsOf(claim);
  return instantsOf(end).map((at, n) => (at - claimInstants[n]!) / 1_000);
};

story('the movable clock', (chapter) => {
  chapter('answers when the deliveries that it caused have ended, unanswered ones too', async () => {
    stage.ana.phone.hang();
    await stage.generic({ summary: 'Nobody answers', key: 'hangs' });
    await stage.advance('PT1S');
    const { id } = await stage.getGroup(1);
    expect(await attemptsOf(id)).toEqual([
      ['failed', 'delivery.outcome_unknown'],
      ['queued', null],
    ]);
    stage.ana.phone.recover();
    await stage.advance('PT15S');
    expect((await attemptsOf(id)).map(([state]) => state)).toEqual(['failed', 'delivered']);
    await stage.ana.api.run('ResolveAlertGroup', { groupId: id });
  });

  chapter('takes their deadlines along: each ends at its own instant, before what falls due later, and what follows is made', async () => {
    const { says } = await stage.ana.api.run('CreateEventSubscription', {
      teamId: null,
      name: 'Tickets',
      address: tickets.url,
      kinds: ['opened'],
    });
    await stage.settleFully();
    stage.ana.phone.hang();
    tickets.hang();
    await signal('silent');
    await Promise.all([stage.advance('PT12S'), stage.advance('PT33S')]);
    const groupId = await newestGroupId();
    expect(await attemptsOf(groupId)).toEqual([
      ['failed', 'delivery.outcome_unknown'],
      ['failed', 'delivery.outcome_unknown'],
      ['queued', null],
    ]);
    expect(durationsBetween(await stage.getTimeline(groupId), 'AttemptStarted', 'AttemptFailed')).toEqual([10, 10]);
    const calls = (await stage.ana.api.events(`eventSubscription-${String(says['subscriptionId'])}`)) as readonly RecordedFact[];
    expect(durationsBetween(calls, 'EventDeliveryStarted', 'EventDeliveryFailed')).toEqual([10, 10]);
    stage.ana.phone.recover();
    tickets.recover();
    await stage.ana.api.run('ResolveAlertGroup', { groupId });
  });

  chapter('is cut off by a kill, after which what was under way is done again', async () => {
    stage.ana.phone.hang();
    await signal('killed');
    const clockAdvance = stage.advance('PT5M').then(
      () => 'answered',
      () => 'cut off',
    );
    await stage.ana.phone.waitForRing(({ body, answered }) => answered === 'hung' && body.includes('killed'));
    stage.ana.phone.recover();
    await stage.restart('SIGKILL');
    expect(await clockAdvance).toBe('cut off');
    await stage.advance('PT1M');
    expect(await attemptsOf(await newestGroupId())).toEqual([
      ['stale', 'delivery.outcome_unknown'],
      ['delivered', null],
    ]);
  });
});
