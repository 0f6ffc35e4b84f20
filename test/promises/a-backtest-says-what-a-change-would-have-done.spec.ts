import { setTimeout as pause } from 'node:timers/promises';
import type { BacktestAnswer, BacktestChange, BacktestRequest } from '@tocsin/contracts/backtests/backtests.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let from: string;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  await stage.setPolicy([{ page: [stage.ana], wait: 5 }, { page: [bo] }]);
  from = await stage.advance('PT1M');
  await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
  await stage.advance('PT7M');
  await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
  await stage.advance('PT10M');
});
afterAll(() => stage.close());

/** Polls until it has ended: it runs on its own thread, in real time. */
const runBacktestOn = async ({ ana: { api } }: Stage, request: BacktestRequest): Promise<BacktestAnswer> => {
  const { status, body } = await api.request<BacktestAnswer>('POST', '/api/backtests', request);
  expect(status).toBe(202);
  for (;;) {
    const answer = await api.request<BacktestAnswer>('GET', `/api/backtests/${body.id}`);
    if (answer.body.state !== 'running') return answer.body;
    await pause(20);
  }
};
const runBacktest = (request: BacktestRequest): Promise<BacktestAnswer> => runBacktestOn(stage, request);

const changeOf = async (waitMinutes: number): Promise<Extract<BacktestChange, { readonly type: 'ChangePolicy' }>> => {
  const { teamId, policyId } = stage.setUpAnswer;
  const policy = await stage.ana.api.row('policies', policyId);
  const { name, version, repeats, climbLow, steps } = policy;
  return {
    type: 'ChangePolicy',
    data: { teamId, policyId, name, version, repeats, climbLow, steps: steps.map((step) => ({ ...step, waitMinutes })) },
  };
};

describe('a backtest', () => {
  it('is the history where nothing is changed, and sends nothing', async () => {
    const [head, ringsBefore] = [await stage.getHead(), stage.ana.ringCount + bo.ringCount];
    const { state, trouble, result } = await runBacktest({ change: null, from });
    expect({ state, trouble }).toEqual({ state: 'done', trouble: null });
    expect(result).toMatchObject({ was: { groups: 1, pages: 2, people: 2, nobody: 0 }, differences: [], lost: 0 });
    expect(result!.would.recorded).toEqual(result!.was);
    expect([await stage.getHead(), stage.ana.ringCount + bo.ringCount]).toEqual([head, ringsBefore]);
  });

  it('pages nobody else where the policy had waited longer, and the same pin gives the same hash', async () => {
    const change = await changeOf(8);
    const first = await runBacktest({ change, from });
    expect(first.result).toMatchObject({
      was: { pages: 2, people: 2 },
      would: { recorded: { pages: 1, people: 1, acknowledged: 1 } },
      differing: { late: 0, change: 1 },
    });
    expect(first.result!.would.never.pages).toBeGreaterThan(1);
    const { result } = await runBacktest({ change, from, to: first.result!.pin.to });
    expect(result!.pin).toEqual(first.result!.pin);
  });

  it('shows sums of single persons to those who may see them', async () => {
    const { id } = await runBacktest({ change: null, from });
    const { body } = await bo.api.request<BacktestAnswer>('GET', `/api/backtests/${id}`);
    expect(body.result!.was.persons.map(({ personId }) => personId)).toEqual([bo.personId]);
    expect(body.result!.was.people).toBe(2);
    await stage.ana.api.prove();
    const { says } = await stage.ana.api.run('IssuePersonalToken', { name: 'Reads', scopes: ['read'] });
    await stage.settle();
    const reader = new Client(stage.tocsin.url, String(says['token']), '');
    const read = await reader.request<BacktestAnswer>('GET', `/api/backtests/${id}`);
    expect([read.status, read.body.result!.was.persons]).toEqual([200, []]);
  });

  it('is removed by the person who started it, or an owner', async () => {
    const { id } = await runBacktest({ change: null, from });
    const removeBacktest = ({ api }: Player) => api.request<{ readonly code?: string }>('DELETE', `/api/backtests/${id}`);
    expect(await removeBacktest(bo)).toMatchObject({ status: 403, body: { code: 'permission.denied' } });
    expect((await removeBacktest(stage.ana)).status).toBe(204);
    expect((await stage.ana.api.request('GET', `/api/backtests/${id}`)).status).toBe(404);
  });

  it('is cancelled, however far it is, and another one may run at once', async () => {
    const { body } = await stage.ana.api.request<BacktestAnswer>('POST', '/api/backtests', { change: null, from });
    expect((await stage.ana.api.request('DELETE', `/api/backtests/${body.id}`)).status).toBe(204);
    expect(await runBacktest({ change: null, from })).toMatchObject({ state: 'done', trouble: null });
  });

  it('says so when the change could not have been made then', async () => {
    const change = await changeOf(5);
    const unknownPolicyChange = { ...change, data: { ...change.data, policyId: stage.setUpAnswer.serviceId } };
    expect(await runBacktest({ change: unknownPolicyChange, from })).toMatchObject({ state: 'failed', result: null });
  });
});

describe('a backtest of a night in which a page was a little late', () => {
  let lateStage: Stage;
  beforeAll(async () => {
    lateStage = await Stage.begin();
  });
  afterAll(() => lateStage.close());

  it('says of a group that it differs only by when people are assumed to acknowledge', async () => {
    const bo = await lateStage.addPerson('Bo');
    const cleo = await lateStage.addPerson('Cleo');
    await lateStage.setPolicy([{ page: [lateStage.ana], wait: 5 }, { page: [bo] }]);
    const from = await lateStage.advance('PT1M');
    await lateStage.alertmanager('firing', [{ name: 'DiskFull' }]);
    const openedAt = await lateStage.settle();
    const { id: groupId } = await lateStage.getGroup();
    // Bo is paged eight seconds after he should have been
    await lateStage.restart('SIGTERM', { TOCSIN_CLOCK_AT: addMillis(openedAt, 308_000) });
    await lateStage.settle();
    expect(bo.ringCount).toBe(1);
    // the same time after a page in time, he would have acknowledged before Ana asked Cleo, not after it
    await lateStage.advance('PT2M');
    await lateStage.ana.api.run('AddResponder', { groupId, personId: cleo.personId });
    await lateStage.advance('PT5S');
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await lateStage.advance('PT10M');
    const { result } = await runBacktestOn(lateStage, { change: null, from });
    expect(result).toMatchObject({ differing: { late: 0, change: 0, assumption: 1 }, differences: [{ groupId, because: 'assumption' }] });
  });
});
