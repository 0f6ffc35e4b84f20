// faults: short
import { story } from '@tocsin/testing/stage/story.js';
import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Phone } from '@tocsin/testing/fakes/phone.js';
import { RealStage } from '@tocsin/testing/stage/real-stage.js';
import { atRest } from '@tocsin/testing/stage/recorded-storm.js';
import { eventsOfFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { byTier, isDeep } from '@tocsin/testing/tier.js';
import { Load } from './load.js';

const kills = byTier({ short: 2, full: 5, deep: 50 });
const timeoutMs = isDeep ? 600_000 : 300_000;
jest.setTimeout(timeoutMs);

let real: RealStage;
let key: string;
beforeAll(async () => {
  real = await RealStage.begin();
  key = await real.key('pagerduty-events');
});
afterAll(() => real.close());

const readAllEvents = async (): Promise<readonly RecordedFact[]> => (await eventsOfFolder(real.data)) as readonly RecordedFact[];
const eventsOfType = <T extends RecordedFact['type']>(events: readonly RecordedFact[], type: T): readonly RecordedOf<T>[] =>
  events.filter((event) => event.type === type) as unknown as readonly RecordedOf<T>[];

const trigger = async (key: string, summary: string): Promise<void> => {
  const payload = { summary, source: summary, severity: 'critical' };
  const body = { routing_key: key, event_action: 'trigger', dedup_key: summary, payload };
  expect((await real.ana.api.request('POST', '/v2/enqueue', body)).status).toBe(202);
};

/**
 * Sends a final signal that pages a person whom nothing else pages: once it has, every earlier signal has been routed, and when the server is at
 * rest it is in its group.
 */
const holdLastAttempt = async (name: string): Promise<() => Promise<void>> => {
  const otherSender = await real.addOtherIntegration('pagerduty-events', name);
  phones.push(otherSender.phone);
  return async () => {
    await trigger(otherSender.key, `The last word of ${name}`);
    await otherSender.phone.waitFor(({ title }) => title === `The last word of ${name}`);
    await atRest(real);
  };
};

/** Expects each condition to fire in one group, alone or in a storm: nothing is lost or doubled. */
const expectOneGroupPerCondition = (events: readonly RecordedFact[]): void => {
  const conditions = new Set(eventsOfType(events, 'SignalReceived').map(({ data }) => data.signal.key));
  const openings = eventsOfType(events, 'SignalsRouted').flatMap(({ data }) =>
    data.items.filter(({ outcome }) => outcome === 'opened' || outcome === 'joined').map(({ key: condition }) => condition),
  );
  expect(openings.toSorted()).toEqual([...conditions].toSorted());
  const openEvents = [...eventsOfType(events, 'AlertGroupOpened'), ...eventsOfType(events, 'AlertsFired')].flatMap(({ data }) =>
    data.alerts.map(({ fingerprint }) => `${data.groupId} ${fingerprint}`),
  );
  expect(new Set(openEvents).size).toBe(openEvents.length);
  expect(openEvents).toHaveLength(conditions.size);
};

const phones: Phone[] = [];
/** The ids of all messages that phones received. */
const handedOverIds = (): readonly string[] =>
  [real.ana.phone, ...phones]
    .flatMap(({ rings }) => rings.map(({ headers }) => String(headers['idempotency-key'])))
    .filter((id) => id !== 'undefined');

story(
  'killed while everybody sends',
  (chapter) => {
    /** For each kill: the last event before it, and the last signal after it. */
    const returns: { readonly head: number; readonly lastWord: string }[] = [];
    const promises: string[] = [];

    chapter(`${kills} times, it goes on each time`, async () => {
      for (let n = 1; n <= kills; n += 1) {
        const finishLastAttempt = await holdLastAttempt(`Kill${n}`);
        const load = new Load(`Kill ${n}`, key, 40);
        const loadRun = load.run(real.url);
        await load.waitForAccepted(50 + Math.floor(Math.random() * 400));
        await real.stop('SIGKILL');
        await loadRun;
        promises.push(...load.acceptedSummaries);
        const head = (await readAllEvents()).at(-1)!.ordinal;
        await real.restart();
        returns.push({ head, lastWord: `The last word of Kill${n}` });
        await finishLastAttempt();
      }
      expect(promises.length).toBeGreaterThan(50 * kills);
    });

    chapter('has on its log everything that it said yes to', async () => {
      const receivedIds = new Set(eventsOfType(await readAllEvents(), 'SignalReceived').map(({ data }) => data.signal.alerts[0]!.summary));
      expect(promises.filter((summary) => !receivedIds.has(summary))).toEqual([]);
    });

    chapter('put each condition into one group, many of them into that of a storm, and numbered groups without a gap', async () => {
      const events = await readAllEvents();
      const openedIds = eventsOfType(events, 'AlertGroupOpened').map(({ data }) => data);
      expect(openedIds.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(openedIds.map((_, index) => index + 1));
      expectOneGroupPerCondition(events);
    });

    chapter('took the first step of every escalation, of what had waited before what came after it was back', async () => {
      const events = await readAllEvents();
      const takenSteps = eventsOfType(events, 'EscalationStepTaken').filter(({ data }) => data.step === 1);
      expect(new Set(takenSteps.map(({ data }) => data.groupId)).size).toBe(eventsOfType(events, 'AlertGroupOpened').length);
      for (const { head, lastWord } of returns) {
        // signals received before the kill that had not paged yet
        const openedGroupIds = new Set(
          eventsOfType(events, 'SignalsRouted').flatMap(({ data }) =>
            data.items.filter((item) => item.outcome === 'opened' && item.signal.ordinal <= head).map((item) => item.groupId),
          ),
        );
        const lastGroup = eventsOfType(events, 'AlertGroupOpened').find(({ data }) => data.title === lastWord)!.data.groupId;
        const lastStep = takenSteps.find(({ data }) => data.groupId === lastGroup)!.ordinal;
        expect(takenSteps.filter(({ data, ordinal }) => ordinal > lastStep && openedGroupIds.has(data.groupId))).toEqual([]);
      }
    });

    chapter('hands no attempt over twice', () => {
      const ids = handedOverIds();
      expect(new Set(ids).size).toBe(ids.length);
    });
  },
  timeoutMs,
);

describe('killed while a page is on its way', () => {
  it('closes that attempt as unknown, and rings with a new one', async () => {
    const { key: otherKey, phone } = await real.addOtherIntegration('pagerduty-events', 'Bo');
    phones.push(phone);
    phone.hang();
    await trigger(otherKey, 'On its way');
    const hungRing = await phone.waitForRing(({ answered, body: text }) => answered === 'hung' && text.includes('On its way'));
    await real.stop('SIGKILL');
    const lostKey = hungRing.headers['idempotency-key'];
    phone.recover();
    await real.restart();
    const page = await phone.waitFor(({ title }) => title === 'On its way');
    expect(page.id).not.toBe(lostKey);

    const events = (await readAllEvents()).filter((event) => 'groupId' in event.data && event.data.groupId === page.groupId);
    const [firstStart, secondStart] = eventsOfType(events, 'AttemptStarted');
    expect([firstStart!.data.attemptId, secondStart!.data.attemptId]).toEqual([lostKey, page.id]);
    expect(secondStart!.data.epoch).toBeGreaterThan(firstStart!.data.epoch);
    expect(eventsOfType(events, 'AttemptWentStale').map(({ data }) => data.attemptId)).toEqual([lostKey]);
    expect(eventsOfType(events, 'PageStarted')).toHaveLength(1);
  });
});

describe('killed again while it comes back', () => {
  it('three times in all: what waited still rings, once', async () => {
    const finishLastAttempt = await holdLastAttempt('All');
    const load = new Load('Again and again', key, 30);
    const loadRun = load.run(real.url);
    await load.waitForAccepted(100);
    await real.stop('SIGKILL');
    await loadRun;
    for (let n = 0; n < 2; n += 1) {
      await real.restart();
      await real.stop('SIGKILL');
    }
    await real.restart();
    await finishLastAttempt();
    const events = await readAllEvents();
    const receivedIds = new Set(eventsOfType(events, 'SignalReceived').map(({ data }) => data.signal.alerts[0]!.summary));
    expect(load.acceptedSummaries.filter((summary) => !receivedIds.has(summary))).toEqual([]);
    expectOneGroupPerCondition(events);
    expect(eventsOfType(events, 'PageStarted').filter(({ data }) => !data.quiet)).toHaveLength(
      eventsOfType(events, 'AlertGroupOpened').length,
    );
    const ids = handedOverIds();
    expect(new Set(ids).size).toBe(ids.length);
  });
});
