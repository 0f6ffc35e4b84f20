import { randomUUID } from 'node:crypto';
import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import * as policyLimits from '@tocsin/contracts/policies/limits.js';
import { story } from '@tocsin/testing/stage/story.js';
import type { Client } from '@tocsin/testing/stage/client.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const day = 86_400_000;
const createMany = <Item>(n: number, make: (index: number) => Item): Item[] => Array.from({ length: n }, (_, index) => make(index));
const twoDigits = (n: number): string => String(n % 24).padStart(2, '0');

/** A layer as large as is allowed, which counts covered time since 2000. */
const largestLayer = (n: number, people: readonly string[]): LayerSetting => ({
  layerId: randomUUID(),
  name: `Layer ${n}`,
  timeZone: null,
  priority: n,
  from: null,
  rotation: {
    slots: createMany(scheduleLimits.participantsPerRotation, (slot) => ({
      slotId: randomUUID(),
      people: [people[slot % people.length]!],
    })),
    length: { unit: 'hours', count: n % 2 === 0 ? 1 : 5 },
    anchor: '2000-01-01T00:00:00.000Z',
    countsCoveredTimeOnly: true,
  },
  restrictions: createMany(scheduleLimits.restrictionsPerLayer, (k) => ({
    weekdays: [(k % 7) + 1],
    times: { from: `${twoDigits(k)}:15`, to: `${twoDigits(k + 1)}:05` },
  })),
});

interface Question {
  readonly kind: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  /** The status, unless the server has too much to do. */
  readonly status: number;
}

let stage: Stage;
let observers: readonly Client[];
let questions: readonly Question[];
const isAskedLater = (status: number): boolean => status === 429 || status === 503;

/** Everything that is computed for whoever reads, as large and as far away as can be asked. */
const questionsAbout = (scheduleId: string, layers: readonly LayerSetting[], feedPath: string, now: number): readonly Question[] => {
  const { serviceId, policyId } = stage.setUpAnswer;
  const at = (days: number): string => new Date(now + days * day).toISOString();
  const range = (days: number) => ({ from: at(days), to: at(days + 62) });
  const query = (days: number): string => new URLSearchParams(range(days)).toString();
  const tooFar = '9998-12-31T00:00:00.000Z';
  const draft = (body: object): object => ({ timeZone: 'Europe/Berlin', layers, ...body });
  const person = stage.ana.personId;
  const get = (kind: string, path: string, status = 200): Question => ({ kind, method: 'GET', path, status });
  const post = (kind: string, path: string, body: object, status = 200): Question => ({ kind, method: 'POST', path, body, status });
  return [
    post('draft', `/api/schedules/${scheduleId}/draft`, draft(range(0))),
    post('draft of nine years ahead', `/api/schedules/${scheduleId}/draft`, draft(range(9 * 365))),
    post('draft of 9998', `/api/schedules/${scheduleId}/draft`, draft({ from: '9998-12-01T00:00:00.000Z', to: tooFar }), 422),
    get('now', '/api/on-call'),
    get('in nine years', `/api/on-call?at=${at(9 * 365)}`),
    get('in 9998', `/api/on-call?at=${tooFar}`, 422),
    get('in 9998 of one', `/api/on-call?schedule=${scheduleId}&at=${tooFar}`, 422),
    get('shifts', `/api/schedules/${scheduleId}/shifts?${query(9 * 365)}`),
    get('shifts of 9998', `/api/schedules/${scheduleId}/shifts?from=9998-12-01T00:00:00.000Z&to=${tooFar}`, 422),
    get('shifts of a person', `/api/on-call/shifts?person=${person}&${query(0)}`),
    get('uncovered', `/api/on-call/uncovered?person=${person}&from=${at(0)}&to=${at(300)}`),
    get('timeline', `/api/on-call/timeline?from=${at(0)}&to=${at(31)}`),
    get('ahead', '/api/on-call/ahead'),
    get('quality', `/api/schedules/${scheduleId}/quality`),
    get('zone table', `/api/schedules/${scheduleId}/zone-table`),
    get('people of a policy', `/api/policies/${policyId}/people?at=${at(9 * 365)}`),
    get('people of a policy in 9998', `/api/policies/${policyId}/people?at=${tooFar}`, 422),
    post('drill', '/api/drills', { serviceId, at: at(9 * 365) }),
    post('drill of 9998', '/api/drills', { serviceId, at: tooFar }, 422),
    post('coverage', '/api/drills/coverage', {}, 202),
    get('feed', feedPath),
  ];
};

const ask = async (client: Client, { method, path, body }: Question): Promise<number> => (await client.request(method, path, body)).status;

beforeAll(async () => {
  // a turn of the event loop that lasts so long ends the process; it counts the seconds itself, so the machine’s load does not matter
  stage = await Stage.begin({ profile: 'embedded', env: { TOCSIN_ENDS_LOOPS_AFTER: '8' } });
  const { api } = stage.ana;
  observers = await Promise.all(createMany(4, (n) => stage.tocsin.join(api, `Observer${n}`, 'observer')));
  const bo = await stage.addPerson('Bo');
  const layers = createMany(scheduleLimits.layersPerSchedule, (n) => largestLayer(n, [stage.ana.personId, bo.personId]));
  const { says } = await api.run('CreateSchedule', {
    teamId: stage.setUpAnswer.teamId,
    name: 'Largest',
    timeZone: 'Europe/Berlin',
    layers,
  });
  const scheduleId = String(says['scheduleId']);
  const pages = createMany(policyLimits.stepsPerPolicy - 1, () => ({ page: [{ kind: 'schedule' as const, scheduleId }] }));
  await stage.setPolicy([{ page: [stage.ana] }, ...pages]);
  const feed = await api.run('MakeCalendarFeed', { of: { kind: 'schedule', scheduleId }, reminder: 60 });
  const now = Date.parse(await stage.settle());
  questions = questionsAbout(scheduleId, layers, new URL(String(feed.says['address'])).pathname, now);
});
afterAll(() => stage.close());

story('four observers who ask the most that can be asked', (chapter) => {
  chapter('are answered, or told what is too far ahead', async () => {
    const answers = await Promise.all(questions.map(async (question) => [question.kind, await ask(stage.ana.api, question)]));
    expect(answers).toEqual(questions.map(({ kind, status }) => [kind, status]));
  });

  chapter('keep no alert of others from ringing, and no monitor from its answer', async () => {
    const load = { isOver: false };
    const statuses = new Map<string, Set<number>>(questions.map(({ kind }) => [kind, new Set()]));
    const keepAsking = async (client: Client, from: number): Promise<void> => {
      for (let n = from; !load.isOver; n += 1) {
        const question = questions[n % questions.length]!;
        statuses.get(question.kind)!.add(await ask(client, question));
      }
    };
    const asking = observers.flatMap((client, n) => createMany(5, (lane) => keepAsking(client, n * 5 + lane * 4)));
    for (const title of ['First', 'Second', 'Third', 'Fourth']) {
      await stage.generic({ key: title, summary: title });
      await stage.settleFully();
      expect(stage.ana.phone.pages.map((page) => page.title)).toContain(title);
      expect((await stage.tocsin.anonymous.request('GET', '/readyz')).status).toBe(200);
    }
    load.isOver = true;
    await Promise.all(asking);
    for (const { kind, status } of questions) {
      const others = [...statuses.get(kind)!].filter((one) => one !== status && !isAskedLater(one));
      expect([kind, others]).toEqual([kind, []]);
    }
  });
});
