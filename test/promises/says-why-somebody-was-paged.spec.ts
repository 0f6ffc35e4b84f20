import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

interface Page {
  readonly events: readonly RecordedFact[];
  readonly next: number | null;
  readonly missing?: string | null;
  readonly complete?: boolean;
}

let stage: Stage;
let bo: Player;
let events: readonly RecordedFact[];
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.person('Bo', { role: 'observer', team: false });
  await stage.policy([{ page: [stage.ana] }]);
  await stage.alertmanager('firing', [{ name: 'DiskFull' }, { name: 'BackupFailed' }]);
  await stage.settle();
  await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.group()).id });
  await stage.settle();
  const { body } = await stage.ana.api.request<Page>('GET', '/api/events?limit=200');
  events = body.events;
});
afterAll(() => stage.close());

const page = async (path: string): Promise<Page> => {
  const { status, body } = await bo.api.request<Page>('GET', `/api/events/${path}`);
  expect(status).toBe(200);
  return body;
};
const causes = (ordinal: number, limit = 200) => page(`${ordinal}/causes?limit=${limit}`);
const effects = (ordinal: number, query = '') => page(`${ordinal}/effects${query}`);
const typesOf = (found: readonly RecordedFact[]) => found.map(({ type }) => type);
const last = (type: RecordedFact['type']): RecordedFact => events.find((event) => event.type === type)!;

/** All direct and indirect effects of an event. */
const cameOf = async (ordinal: number): Promise<readonly RecordedFact[]> => {
  const found = new Map<number, RecordedFact>();
  const open = [ordinal];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    for (const event of (await effects(next)).events) {
      if (!found.has(event.ordinal)) open.push(event.ordinal);
      found.set(event.ordinal, event);
    }
  }
  return [...found.values()];
};

describe('why a person was paged', () => {
  it('is told from the delivered message up to the signal', async () => {
    const found = await causes(last('AttemptDelivered').ordinal);
    const types = typesOf(found.events);
    expect(types.slice(0, 2)).toEqual(['AttemptStarted', 'AttemptPlanned']);
    expect(types.slice(-2)).toEqual(['SignalsRouted', 'SignalReceived']);
    expect(found).toMatchObject({ next: null, missing: null });
  });

  it('is told in pages, which make the same way up', async () => {
    const { ordinal } = last('AttemptDelivered');
    const whole = await causes(ordinal);
    const ordinals: number[] = [];
    for (let next: number | null = ordinal; next !== null;) {
      const found: Page = await causes(next, 2);
      ordinals.push(...found.events.map((event) => event.ordinal));
      next = found.next;
    }
    expect(ordinals).toEqual(whole.events.map((event) => event.ordinal));
  });

  it('is told from the signal down to every attempt', async () => {
    const attempts = (found: readonly RecordedFact[]) =>
      found.flatMap(({ type, ordinal }) => (type.startsWith('Attempt') ? [ordinal] : [])).toSorted((a, b) => a - b);
    const ofGroup = events.filter(({ stream }) => stream.startsWith('alertGroup-'));
    expect(attempts(ofGroup).length).toBeGreaterThan(2);
    expect(attempts(await cameOf(last('SignalReceived').ordinal))).toEqual(attempts(ofGroup));
  });

  it('tells what an acknowledge led to, in pages', async () => {
    const { ordinal } = last('AlertGroupAcknowledged');
    const { events: all, complete } = await effects(last('SignalReceived').ordinal);
    expect([typesOf(all), complete]).toEqual([['SignalsRouted', 'AlertGroupOpened'], true]);
    const first = await effects(last('SignalReceived').ordinal, '?limit=1');
    expect([typesOf(first.events), first.next]).toEqual([['SignalsRouted'], first.events[0]!.ordinal]);
    const second = await effects(last('SignalReceived').ordinal, `?limit=1&after=${first.next}`);
    expect([typesOf(second.events), second.next]).toEqual([['AlertGroupOpened'], null]);
    expect(await causes(ordinal)).toEqual({ events: [], next: null, missing: null });
  });

  it('tells what was recorded by the same decision', async () => {
    const { body } = await bo.api.request<{ together: readonly RecordedFact[] }>(
      'GET',
      `/api/events/${last('AlertGroupOpened').ordinal}/effects`,
    );
    expect(typesOf(body.together)).toEqual([
      'EscalationStarted',
      'PageStarted',
      'AttemptPlanned',
      'EscalationStepTaken',
      'EscalationStepPlanned',
    ]);
  });

  it('leaves out what a sender sent, but for one event alone, which is found by its id', async () => {
    const { id, ordinal } = last('SignalReceived');
    const above = await causes(last('SignalsRouted').ordinal);
    expect(above.events.at(-1)).toMatchObject({ id });
    expect(above.events.at(-1)!.data).not.toHaveProperty('raw');
    const { status, body } = await bo.api.request<RecordedFact>('GET', `/api/events/by-id/${id}`);
    expect([status, body.ordinal]).toEqual([200, ordinal]);
    expect(body.data).toHaveProperty('raw');
  });

  it('is not asked of what is not there', async () => {
    for (const path of ['by-id/01900000-0000-7000-8000-00000000dead', '999999/causes', '999999/effects', 'x/causes']) {
      const answer = await bo.api.request('GET', `/api/events/${path}`);
      expect([path, answer.status, answer.body]).toEqual([path, 404, expect.objectContaining({ code: 'request.not_found' })]);
    }
    const answer = await bo.api.request('GET', '/api/events/1/effects?limit=0');
    expect(answer).toMatchObject({ status: 422, body: { code: 'request.invalid' } });
  });

  it('is told the same after everything that is made of the log was lost', async () => {
    const { ordinal } = last('AttemptDelivered');
    const [up, down] = [await causes(ordinal), await effects(last('SignalReceived').ordinal)];
    await stage.tocsin.stop();
    await stage.loseViews();
    await stage.restart();
    await stage.settle();
    expect([await causes(ordinal), await effects(last('SignalReceived').ordinal)]).toEqual([up, down]);
  });
});
