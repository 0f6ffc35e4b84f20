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
  bo = await stage.addPerson('Bo', { role: 'observer', isInTeam: false });
  await stage.setPolicy([{ page: [stage.ana] }]);
  await stage.alertmanager('firing', [{ name: 'DiskFull' }, { name: 'BackupFailed' }]);
  await stage.settle();
  await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
  await stage.settle();
  const { body } = await stage.ana.api.request<Page>('GET', '/api/events?limit=200');
  events = body.events;
});
afterAll(() => stage.close());

const getPage = async (path: string): Promise<Page> => {
  const { status, body } = await bo.api.request<Page>('GET', `/api/events/${path}`);
  expect(status).toBe(200);
  return body;
};
const getCauses = (ordinal: number, limit = 200) => getPage(`${ordinal}/causes?limit=${limit}`);
const getEffects = (ordinal: number, query = '') => getPage(`${ordinal}/effects${query}`);
const typesOf = (facts: readonly RecordedFact[]) => facts.map(({ type }) => type);
const lastOfType = (type: RecordedFact['type']): RecordedFact => events.find((event) => event.type === type)!;

/** All direct and indirect effects of an event. */
const cameOf = async (ordinal: number): Promise<readonly RecordedFact[]> => {
  const foundById = new Map<number, RecordedFact>();
  const open = [ordinal];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    for (const event of (await getEffects(next)).events) {
      if (!foundById.has(event.ordinal)) open.push(event.ordinal);
      foundById.set(event.ordinal, event);
    }
  }
  return [...foundById.values()];
};

describe('why a person was paged', () => {
  it('is told from the delivered message up to the signal', async () => {
    const deliveredCauses = await getCauses(lastOfType('AttemptDelivered').ordinal);
    const types = typesOf(deliveredCauses.events);
    expect(types.slice(0, 2)).toEqual(['AttemptStarted', 'AttemptPlanned']);
    expect(types.slice(-2)).toEqual(['SignalsRouted', 'SignalReceived']);
    expect(deliveredCauses).toMatchObject({ next: null, missing: null });
  });

  it('is told in pages, which make the same way up', async () => {
    const { ordinal } = lastOfType('AttemptDelivered');
    const allCauses = await getCauses(ordinal);
    const ordinals: number[] = [];
    for (let next: number | null = ordinal; next !== null;) {
      const nextPage: Page = await getCauses(next, 2);
      ordinals.push(...nextPage.events.map((event) => event.ordinal));
      next = nextPage.next;
    }
    expect(ordinals).toEqual(allCauses.events.map((event) => event.ordinal));
  });

  it('is told from the signal down to every attempt', async () => {
    const attemptIdsOf = (attemptFacts: readonly RecordedFact[]) =>
      attemptFacts.flatMap(({ type, ordinal }) => (type.startsWith('Attempt') ? [ordinal] : [])).toSorted((a, b) => a - b);
    const ofGroup = events.filter(({ stream }) => stream.startsWith('alertGroup-'));
    expect(attemptIdsOf(ofGroup).length).toBeGreaterThan(2);
    expect(attemptIdsOf(await cameOf(lastOfType('SignalReceived').ordinal))).toEqual(attemptIdsOf(ofGroup));
  });

  it('tells what an acknowledge led to, in pages', async () => {
    const { ordinal } = lastOfType('AlertGroupAcknowledged');
    const { events: all, complete } = await getEffects(lastOfType('SignalReceived').ordinal);
    expect([typesOf(all), complete]).toEqual([['SignalsRouted', 'AlertGroupOpened'], true]);
    const first = await getEffects(lastOfType('SignalReceived').ordinal, '?limit=1');
    expect([typesOf(first.events), first.next]).toEqual([['SignalsRouted'], first.events[0]!.ordinal]);
    const second = await getEffects(lastOfType('SignalReceived').ordinal, `?limit=1&after=${first.next}`);
    expect([typesOf(second.events), second.next]).toEqual([['AlertGroupOpened'], null]);
    expect(await getCauses(ordinal)).toEqual({ events: [], next: null, missing: null });
  });

  it('tells what was recorded by the same decision', async () => {
    const { body } = await bo.api.request<{ together: readonly RecordedFact[] }>(
      'GET',
      `/api/events/${lastOfType('AlertGroupOpened').ordinal}/effects`,
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
    const { id, ordinal } = lastOfType('SignalReceived');
    const above = await getCauses(lastOfType('SignalsRouted').ordinal);
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
    const { ordinal } = lastOfType('AttemptDelivered');
    const [causesUp, effectsDown] = [await getCauses(ordinal), await getEffects(lastOfType('SignalReceived').ordinal)];
    await stage.tocsin.stop();
    await stage.deleteViews();
    await stage.restart();
    await stage.settle();
    expect([await getCauses(ordinal), await getEffects(lastOfType('SignalReceived').ordinal)]).toEqual([causesUp, effectsDown]);
  });
});
