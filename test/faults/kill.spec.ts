import { storyWithin } from '@tocsin/testing/stage/story.js';
import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Phone } from '@tocsin/testing/fakes/phone.js';
import { RealStage } from '@tocsin/testing/stage/real-stage.js';
import { eventsOfFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { Load } from './load.js';

const deep = process.env['TOCSIN_DEEP'] === '1';
const kills = deep ? 50 : 5;
const patience = deep ? 600_000 : 120_000;
jest.setTimeout(patience);

let real: RealStage;
let key: string;
beforeAll(async () => {
  real = await RealStage.begin();
  key = await real.key('pagerduty-events');
});
afterAll(() => real.close());

const all = async (): Promise<readonly RecordedFact[]> => (await eventsOfFolder(real.data)) as readonly RecordedFact[];
const ofType = <T extends RecordedFact['type']>(events: readonly RecordedFact[], type: T): readonly RecordedOf<T>[] =>
  events.filter((event) => event.type === type) as unknown as readonly RecordedOf<T>[];

const trigger = async (key: string, summary: string): Promise<void> => {
  const payload = { summary, source: 'test', severity: 'critical' };
  const body = { routing_key: key, event_action: 'trigger', dedup_key: summary, payload };
  expect((await real.ana.api.request('POST', '/v2/enqueue', body)).status).toBe(202);
};

/** Sends a final signal that pages a person whom nothing else pages: once it has, every earlier signal has been routed. */
const lastWords = async (name: string): Promise<() => Promise<void>> => {
  const somebody = await real.addOtherIntegration('pagerduty-events', name);
  phones.push(somebody.phone);
  return async () => {
    await trigger(somebody.key, `The last word of ${name}`);
    await somebody.phone.waitFor(({ title }) => title === `The last word of ${name}`);
  };
};

/** Expects each condition to fire in one group, alone or in a storm: nothing is lost or doubled. */
const firesOnce = (events: readonly RecordedFact[]): void => {
  const conditions = new Set(ofType(events, 'SignalReceived').map(({ data }) => data.signal.key));
  const began = ofType(events, 'SignalsRouted').flatMap(({ data }) =>
    data.items.filter(({ outcome }) => outcome === 'opened' || outcome === 'joined').map(({ key: condition }) => condition),
  );
  expect(began.toSorted()).toEqual([...conditions].toSorted());
  const fired = [...ofType(events, 'AlertGroupOpened'), ...ofType(events, 'AlertsFired')].flatMap(({ data }) =>
    data.alerts.map(({ fingerprint }) => `${data.groupId} ${fingerprint}`),
  );
  expect(new Set(fired).size).toBe(fired.length);
  expect(fired).toHaveLength(conditions.size);
};

const phones: Phone[] = [];
/** The ids of all messages that phones received. */
const handedOver = (): readonly string[] =>
  [real.ana.phone, ...phones]
    .flatMap(({ rings }) => rings.map(({ headers }) => String(headers['idempotency-key'])))
    .filter((id) => id !== 'undefined');

storyWithin(patience, 'killed while everybody sends', (chapter) => {
  /** When a server was ready again, and the requests it had received before. */
  const returns: { readonly at: string; readonly head: number }[] = [];
  const promises: string[] = [];

  chapter(`${kills} times, it goes on each time`, async () => {
    for (let n = 1; n <= kills; n += 1) {
      const lastWord = await lastWords(`Kill${n}`);
      const load = new Load(`Kill ${n}`, key, 40);
      const running = load.run(real.url);
      await load.promised(50 + Math.floor(Math.random() * 400));
      await real.stop('SIGKILL');
      await running;
      promises.push(...load.acknowledged);
      const head = (await all()).at(-1)!.ordinal;
      await real.restart();
      returns.push({ at: new Date().toISOString(), head });
      await lastWord();
    }
    expect(promises.length).toBeGreaterThan(50 * kills);
  });

  chapter('has on its log everything that it said yes to', async () => {
    const received = new Set(ofType(await all(), 'SignalReceived').map(({ data }) => data.signal.alerts[0]!.summary));
    expect(promises.filter((summary) => !received.has(summary))).toEqual([]);
  });

  chapter('put each condition into one group, many of them into that of a storm, and numbered groups without a gap', async () => {
    const events = await all();
    const opened = ofType(events, 'AlertGroupOpened').map(({ data }) => data);
    expect(opened.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(opened.map((_, index) => index + 1));
    firesOnce(events);
  });

  chapter('took the first step of every escalation, at most a second after it was back', async () => {
    const events = await all();
    const taken = ofType(events, 'EscalationStepTaken').filter(({ data }) => data.step === 1);
    expect(new Set(taken.map(({ data }) => data.groupId)).size).toBe(ofType(events, 'AlertGroupOpened').length);
    for (const { at, head } of returns) {
      // signals received before the kill that had not paged yet
      const opened = new Set(
        ofType(events, 'SignalsRouted').flatMap(({ data }) =>
          data.items.filter((item) => item.outcome === 'opened' && item.signal.ordinal <= head).map((item) => item.groupId),
        ),
      );
      const late = taken.filter(
        ({ data, ordinal, meta }) => ordinal > head && opened.has(data.groupId) && Date.parse(meta.at) > Date.parse(at) + 1_000,
      );
      expect(late).toEqual([]);
    }
  });

  chapter('hands no attempt over twice', () => {
    const ids = handedOver();
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('killed while a page is on its way', () => {
  it('closes that attempt as unknown, and rings with a new one', async () => {
    const { key: own, phone } = await real.addOtherIntegration('pagerduty-events', 'Bo');
    phones.push(phone);
    phone.hang();
    await trigger(own, 'On its way');
    const hung = await phone.waitForRing(({ answered, body: text }) => answered === 'hung' && text.includes('On its way'));
    await real.stop('SIGKILL');
    const lost = hung.headers['idempotency-key'];
    phone.recover();
    await real.restart();
    const page = await phone.waitFor(({ title }) => title === 'On its way');
    expect(page.id).not.toBe(lost);

    const events = (await all()).filter((event) => 'groupId' in event.data && event.data.groupId === page.groupId);
    const [started, again] = ofType(events, 'AttemptStarted');
    expect([started!.data.attemptId, again!.data.attemptId]).toEqual([lost, page.id]);
    expect(again!.data.epoch).toBeGreaterThan(started!.data.epoch);
    expect(ofType(events, 'AttemptWentStale').map(({ data }) => data.attemptId)).toEqual([lost]);
    expect(ofType(events, 'PageStarted')).toHaveLength(1);
  });
});

describe('killed again while it comes back', () => {
  it('three times in all: what waited still rings, once', async () => {
    const lastWord = await lastWords('All');
    const load = new Load('Again and again', key, 30);
    const running = load.run(real.url);
    await load.promised(100);
    await real.stop('SIGKILL');
    await running;
    for (let n = 0; n < 2; n += 1) {
      await real.restart();
      await real.stop('SIGKILL');
    }
    await real.restart();
    await lastWord();
    const events = await all();
    const received = new Set(ofType(events, 'SignalReceived').map(({ data }) => data.signal.alerts[0]!.summary));
    expect(load.acknowledged.filter((summary) => !received.has(summary))).toEqual([]);
    firesOnce(events);
    expect(ofType(events, 'PageStarted').filter(({ data }) => !data.quiet)).toHaveLength(ofType(events, 'AlertGroupOpened').length);
    const ids = handedOver();
    expect(new Set(ids).size).toBe(ids.length);
  });
});
