// cluster: never, it is about the embedded profile
import { story } from '@tocsin/testing/stage/story.js';
import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import { stormLimits } from '@tocsin/contracts/routing/limits.js';
import { eventsOfFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { byTier, isDeep } from '@tocsin/testing/tier.js';

const alerts = byTier({ short: 300, full: 1_000, deep: 10_000 });
const services = byTier({ short: 10, full: 20, deep: 100 });
const onEach = 10;
/** Concurrent requests. */
const concurrentSenders = 32;
/** In any ten minutes, by one rule. */
const maxRings = 5;
/** Steps of the clock, in seconds, and how many are ten minutes. */
const [step, window] = byTier({ short: [30, 20], full: [15, 40], deep: [15, 40] });
const timeoutMs = isDeep ? 900_000 : 300_000;
jest.setTimeout(timeoutMs);

interface Event {
  readonly key: string;
  readonly name: string;
}

/** Sends as monitoring does: many at once, and what got no answer again. */
class SignalSender {
  /** Resolves when a server is active again. */
  back = Promise.resolve();

  constructor(private readonly stage: Stage) {}

  async send(events: readonly Event[], action: 'trigger' | 'resolve', onSent: (count: number) => void = () => {}): Promise<void> {
    const remainingEvents = events.values();
    let sentCount = 0;
    const runSender = async (): Promise<void> => {
      for (const event of remainingEvents) {
        while (!(await this.isTaken(event, action)));
        onSent((sentCount += 1));
      }
    };
    await Promise.all(Array.from({ length: concurrentSenders }, runSender));
  }

  private async isTaken({ key, name }: Event, action: 'trigger' | 'resolve'): Promise<boolean> {
    const payload = { summary: name, source: name, severity: 'critical' };
    const body = { routing_key: key, event_action: action, dedup_key: name, payload };
    try {
      return (await this.stage.tocsin.anonymous.request('POST', '/v2/enqueue', body)).status === 202;
    } catch {
      // it was killed: the sender waits for the next one
      await this.back;
      return false;
    }
  }
}

const readFacts = async (stage: Stage) => (await eventsOfFolder(stage.tocsin.data)) as readonly RecordedFact[];
const eventsOfType = <T extends RecordedFact['type']>(events: readonly RecordedFact[], type: T): readonly RecordedOf<T>[] =>
  events.filter((event) => event.type === type) as unknown as readonly RecordedOf<T>[];

/** Simulates half an hour after a flood, step by step: the most messages in any ten minutes of it. */
const mostRingsIn = async (stage: Stage, players: readonly Player[], flood: () => Promise<void>): Promise<readonly number[]> => {
  const counts = players.map(({ ringCount: rang }) => [rang]);
  await flood();
  for (const [index, { ringCount: rang }] of players.entries()) counts[index]!.push(rang);
  for (let n = 0; n < 3 * window; n += 1) {
    await stage.advance(`PT${step}S`);
    for (const [index, { ringCount: rang }] of players.entries()) counts[index]!.push(rang);
  }
  return counts.map((all) => Math.max(...all.map((count, n) => count - all[Math.max(0, n - window)]!)));
};

story(
  'a storm',
  (chapter) => {
    let stage: Stage;
    let bo: Player;
    beforeAll(async () => {
      stage = await Stage.begin({ profile: 'embedded' });
      bo = await stage.addPerson('Bo');
      await stage.setPolicy([{ page: [stage.ana], wait: 5 }, { page: [bo] }]);
    });
    afterAll(() => stage.close());

    chapter(
      `of ${alerts} alerts on one service, killed in the middle: few groups, few rings, nothing lost or doubled, each resolved by its key`,
      async () => {
        const { key } = await stage.integration('pagerduty-events');
        const events = Array.from({ length: alerts }, (_, n): Event => ({ key, name: `Alert ${n}` }));
        const signalSender = new SignalSender(stage);
        const rings = await mostRingsIn(stage, [stage.ana, bo], async () => {
          await signalSender.send(events, 'trigger', (sentSoFar) => {
            if (sentSoFar === alerts / 2) signalSender.back = stage.restart('SIGKILL');
          });
          await stage.settle();
        });
        expect(Math.max(...rings)).toBeLessThanOrEqual(maxRings);

        const recordedFacts = await readFacts(stage);
        expect(eventsOfType(recordedFacts, 'AlertGroupOpened').length).toBeLessThanOrEqual(stormLimits.opened + 6);
        const openEvents = [...eventsOfType(recordedFacts, 'AlertGroupOpened'), ...eventsOfType(recordedFacts, 'AlertsFired')].flatMap(
          ({ data }) => data.alerts.map(({ fingerprint }) => `${data.groupId} ${fingerprint}`),
        );
        expect(new Set(openEvents).size).toBe(openEvents.length);
        expect(openEvents).toHaveLength(alerts);

        await signalSender.send(events, 'resolve');
        await stage.advance('PT10M');
        expect((await stage.listGroups()).filter(({ status }) => status !== 'resolved')).toEqual([]);
      },
    );

    chapter(`of ${onEach} on each of one person’s ${services} services rings as seldom`, async () => {
      const { teamId, policyId } = stage.setUpAnswer;
      const { api } = stage.ana;
      const events: Event[] = [];
      for (let n = 0; n < services; n += 1) {
        const { says: service } = await api.run('CreateService', { teamId, policyId, name: `Service ${n}` });
        const data = { teamId, serviceId: String(service['serviceId']), name: `Events ${n}`, kind: 'pagerduty-events' as const };
        const key = String((await api.run('CreateIntegration', data)).says['key']);
        events.push(...Array.from({ length: onEach }, (_, m) => ({ key, name: `Service ${n}, alert ${m}` })));
      }
      await stage.settle();
      const rings = await mostRingsIn(stage, [stage.ana, bo], async () => {
        await new SignalSender(stage).send(events, 'trigger');
        await stage.settle();
      });
      expect(Math.max(...rings)).toBeLessThanOrEqual(maxRings);
      const recordedFacts = await readFacts(stage);
      const rungAttempts = new Set(eventsOfType(recordedFacts, 'AttemptSent').map(({ data }) => data.groupId));
      const openedGroups = eventsOfType(recordedFacts, 'AlertGroupOpened').slice(-events.length);
      expect(new Set(openedGroups.flatMap(({ data }) => data.alerts.map(({ summary }) => summary))).size).toBe(events.length);
      expect(openedGroups.filter(({ data }) => !rungAttempts.has(data.groupId))).toEqual([]);
    });
  },
  timeoutMs,
);
