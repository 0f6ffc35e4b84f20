// cluster: short, lists, filters and the past
import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

interface Pinned {
  readonly ordinal: number;
  readonly isEnd: boolean;
}
interface Listed {
  readonly asOf: Pinned;
  readonly rows: readonly unknown[];
}

const askAt = async <Answer = Pinned>(path: string, at: string): Promise<Answer> =>
  (await stage.ana.api.request<Answer>('GET', `${path}?at=${at}`)).body;

story('the past', (chapter) => {
  const moments: Record<string, string> = {};

  chapter('is what the list said at that moment, whatever came after', async () => {
    moments['before'] = await stage.settle();
    await stage.advance('PT1M');
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    moments['firing'] = await stage.advance('PT1M');
    await stage.advance('PT1M');
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    moments['acknowledged'] = await stage.advance('PT1M');
    await stage.advance('PT1M');
    await stage.alertmanager('resolved', [{ name: 'DiskFull' }]);
    await stage.advance('P2D');
    const statusesAt = async (moment: string) =>
      (await stage.ana.api.list('alertGroups', `at=${moments[moment]}`)).map(({ status }) => status);
    expect(await statusesAt('before')).toEqual([]);
    expect(await statusesAt('firing')).toEqual(['firing']);
    expect(await statusesAt('acknowledged')).toEqual(['acknowledged']);
    expect(await stage.getGroup()).toMatchObject({ status: 'resolved' });
  });

  chapter('is found by filters as it was then', async () => {
    const listAt = async (at: string, status: string) =>
      (await stage.ana.api.list('alertGroups', `where.status=${status}&at=${at}`)).length;
    expect(await listAt(moments['firing']!, 'firing')).toBe(1);
    expect(await listAt(moments['acknowledged']!, 'firing')).toBe(0);
    expect(await listAt(moments['acknowledged']!, 'acknowledged')).toBe(1);
  });

  chapter('knows the rules that held then', async () => {
    const { policyId } = stage.setUpAnswer;
    await stage.setPolicy([{ page: [stage.ana], wait: 9 }]);
    expect(await stage.ana.api.row('policies', policyId)).toMatchObject({ version: 2, steps: [{ waitMinutes: 9 }] });
    expect(await stage.ana.api.row('policies', policyId, `at=${moments['firing']}`)).toMatchObject({
      version: 1,
      steps: [{ waitMinutes: 5 }],
    });
  });

  chapter('is known of one group too: whom it had paged, and which alerts fired', async () => {
    const { id } = await stage.getGroup();
    const getLadderAt = async (moment: string) => stage.ana.api.row('ladders', id, `at=${moments[moment]}`);
    const listStates = async (query: string) => (await stage.ana.api.row('alerts', id, query)).alerts.map(({ state }) => state);
    expect(await getLadderAt('firing')).toMatchObject({
      state: 'climbing',
      pages: [{ state: expect.not.stringMatching('cancelled') as string }],
    });
    expect(await getLadderAt('acknowledged')).toMatchObject({ state: 'stopped', because: 'acknowledged', pages: [{}] });
    expect(await listStates(`at=${moments['firing']}`)).toEqual(['firing']);
    expect(await listStates('')).toEqual(['resolved']);
    expect(await stage.ana.api.request('GET', `/api/views/ladders/${id}?at=${moments['before']}`)).toMatchObject({ status: 404 });
  });

  chapter('pages in what came before a mark, and refuses one that is none', async () => {
    const { id } = await stage.getGroup();
    const { alerts } = await stage.ana.api.row('alerts', id);
    const countBefore = async (mark: string) => (await stage.ana.api.row('alerts', id, `before=${mark}`)).alerts.length;
    expect([await countBefore(`${alerts[0]!.place + 1}`), await countBefore(`${alerts[0]!.place}`)]).toEqual([1, 0]);
    const refusal = { status: 400, body: { code: 'request.bad_cursor' } };
    expect(await stage.ana.api.request('GET', `/api/views/alerts/${id}?before=soon`)).toMatchObject(refusal);
    const unsupported = { body: { code: 'request.not_supported_here' } };
    expect(await stage.ana.api.request('GET', `/api/views/alertGroups/${id}?before=1`)).toMatchObject(unsupported);
    expect(await stage.ana.api.request('GET', `/api/views/ladders?at=${moments['firing']}`)).toMatchObject(unsupported);
  });

  chapter('is pinned to an ordinal, which tells apart what one instant does not', async () => {
    const asked = await askAt<Listed>('/api/views/alertGroups', moments['firing']!);
    const { ordinal } = asked.asOf;
    expect(asked.asOf).toMatchObject({ isEnd: false });
    expect(await askAt<Listed>('/api/views/alertGroups', String(ordinal))).toEqual(asked);
    expect((await askAt('/api/moment', moments['firing']!)).ordinal).toBe(ordinal);
    const counts: number[] = [];
    for (let n = 1; n <= ordinal; n += 1) counts.push((await askAt<Listed>('/api/views/alertGroups', String(n))).rows.length);
    expect([counts[0], counts.at(-1)]).toEqual([0, 1]);
    const opening = counts.indexOf(1) + 1;
    const { id } = await stage.getGroup();
    expect(await stage.ana.api.request('GET', `/api/views/alerts/${id}?at=${opening - 1}`)).toMatchObject({ status: 404 });
    expect(await stage.ana.api.request('GET', `/api/views/alerts/${id}?at=${ordinal}`)).toMatchObject({
      status: 200,
      body: { asOf: { ordinal } },
    });
  });

  chapter('after the end of the log is now, and says so', async () => {
    const head = await stage.getHead();
    for (const later of ['2030-01-01T00:00:00.000Z', '999999999', String(head)])
      expect(await askAt<Listed>('/api/views/alertGroups', later)).toMatchObject({
        asOf: { ordinal: head, isEnd: true },
        rows: [{ row: { status: 'resolved' } }],
      });
  });

  chapter('knows how people could be reached', async () => {
    const { personId } = stage.ana;
    const before = await stage.getHead();
    await stage.addPhone(stage.ana.api);
    const kinds = async (query: string) => (await stage.ana.api.row('contacts', personId, query)).methods.length;
    expect(await kinds(`at=${before}`)).toBe((await kinds('')) - 1);
    expect((await stage.ana.api.row('receipts', personId, `at=${before}`)).methods).toHaveLength(await kinds(`at=${before}`));
  });

  chapter('knows whether they rang', async () => {
    const { personId, methodId } = stage.ana;
    const sentAt = async (moment: string) => {
      const { methods } = await stage.ana.api.row('receipts', personId, `at=${moments[moment]}`);
      return methods.find(({ contactMethodId }) => contactMethodId === methodId)!.sentAt ?? '';
    };
    expect((await sentAt('before')) <= moments['before']!).toBe(true);
    const rangAt = await sentAt('firing');
    expect(rangAt > moments['before']! && rangAt < moments['firing']!).toBe(true);
  });

  chapter('takes no command: whoever sees it would act on what may no longer be so', async () => {
    const { id: groupId } = await stage.getGroup();
    const head = await stage.getHead();
    const past = { 'tocsin-as-of': '1' };
    const refused = { status: 409, body: { code: 'request.in_the_past' } };
    const note = { groupId, text: 'From the past' };
    expect(await stage.ana.api.request('POST', '/api/commands/AddNote', note, past)).toMatchObject(refused);
    expect(await stage.ana.api.request('POST', '/api/bulk', { act: 'ReopenAlertGroup', groupIds: [groupId] }, past)).toMatchObject(refused);
    expect(await stage.getHead()).toBe(head);
  });

  chapter('refuses a moment that is none', async () => {
    expect(await stage.ana.api.request('GET', '/api/views/alertGroups?at=yesterday')).toMatchObject({
      status: 422,
      body: { code: 'request.invalid' },
    });
  });
});
