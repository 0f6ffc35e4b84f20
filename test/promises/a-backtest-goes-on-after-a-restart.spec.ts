// cluster: short, kept results
import { setTimeout as pause } from 'node:timers/promises';
import type { BacktestAnswer, BacktestDifferences, BacktestRequest } from '@tocsin/contracts/backtests/backtests.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

let stage: Stage;
let from: string;
let endAt: string;
let undisturbedResult: BacktestAnswer;

beforeAll(async () => {
  stage = await Stage.begin();
  const bo = await stage.addPerson('Bo');
  await stage.setPolicy([{ page: [stage.ana], wait: 5 }, { page: [bo] }]);
  from = await stage.advance('PT1M');
  for (const name of ['DiskFull', 'QueueFull', 'CacheFull']) {
    await stage.generic({ summary: name, key: name });
    await stage.advance('PT7M');
  }
  endAt = await stage.advance('PT3M');
  await stage.advance('PT7M');
});
afterAll(() => stage.close());

const read = async (id: string): Promise<BacktestAnswer> =>
  (await stage.ana.api.request<BacktestAnswer>('GET', `/api/backtests/${id}`)).body;

/** Polls until it has ended: it runs on its own thread, in real time. */
const waitForEnd = async (id: string): Promise<BacktestAnswer> => {
  for (;;) {
    const answer = await read(id);
    if (answer.state !== 'running') return answer;
    await pause(20);
  }
};

const startBacktest = async (request: BacktestRequest): Promise<BacktestAnswer> => {
  const { status, body } = await stage.ana.api.request<BacktestAnswer>('POST', '/api/backtests', request);
  expect(status).toBe(202);
  return body;
};

const request = async (): Promise<BacktestRequest> => {
  const { teamId, policyId } = stage.setUpAnswer;
  const { name, version, repeats, climbLow, steps } = await stage.getRow('policies', policyId);
  const slowerSteps = steps.map((step) => ({ ...step, waitMinutes: 8 }));
  return {
    from,
    to: endAt,
    change: { type: 'ChangePolicy', data: { teamId, policyId, name, version, repeats, climbLow, steps: slowerSteps } },
  };
};

/** Ends the server at once after a backtest was started, and starts it again. */
const interruptBacktest = async (signal: NodeJS.Signals): Promise<BacktestAnswer> => {
  await stage.settle();
  const ordinal = await stage.getHead();
  const startedBacktest = await startBacktest(await request());
  await stage.restart(signal);
  const answer = await waitForEnd(startedBacktest.id);
  expect(answer).toMatchObject({
    id: startedBacktest.id,
    by: startedBacktest.by,
    at: startedBacktest.at,
    request: startedBacktest.request,
  });
  // it reads up to the last event at the time of the request
  expect(answer).toMatchObject({ state: 'done', trouble: null, result: { pin: { ordinal, from, to: endAt } } });
  expect([answer.listed, answer.result!.was.groups, answer.result!.differing]).toEqual([3, 3, undisturbedResult.result!.differing]);
  return answer;
};

story('a backtest whose server ends while it runs', (chapter) => {
  chapter('has a result, and every difference of it can be read and exported', async () => {
    undisturbedResult = await waitForEnd((await startBacktest(await request())).id);
    expect(undisturbedResult).toMatchObject({ state: 'done', attempt: 1, interrupted: null, listed: 3 });
    const path = `/api/backtests/${undisturbedResult.id}/differences`;
    const { body } = await stage.ana.api.request<BacktestDifferences>('GET', path);
    expect(body).toEqual({ rows: undisturbedResult.result!.differences, page: 1, pages: 1, listed: 3 });
    expect((await stage.ana.api.request('GET', `${path}?page=2`)).status).toBe(404);
    const { body: table } = await stage.ana.api.request<string>('GET', `${path}?format=csv`);
    const lines = table.trim().split('\r\n');
    expect(lines[0]).toContain('"alertGroup","alertGroupId","because","side","person"');
    const countPages = (side: 'was' | 'would') => body.rows.reduce((sum, row) => sum + Math.max(row[side].length, 1), 0);
    expect(lines.filter((line) => line.includes('"before"'))).toHaveLength(countPages('was'));
    expect(lines.filter((line) => line.includes('"after"'))).toHaveLength(countPages('would'));
    expect(lines.find((line) => line.includes('"before","Bo"'))).toContain(body.rows[0]!.groupId);
  });

  chapter('is started again after a kill, and comes to what it would have come to', async () => {
    let answer = await interruptBacktest('SIGKILL');
    // one that was done before the kill has nothing to continue
    while (answer.attempt === 1) answer = await interruptBacktest('SIGKILL');
    expect(answer.attempt).toBe(2);
  });

  chapter('is started again after an orderly end, which is no failed attempt', async () => {
    expect((await interruptBacktest('SIGTERM')).attempt).toBe(1);
  });

  chapter('is listed in another tab, too, with those that ended before', async () => {
    const other = new Client(stage.tocsin.url, stage.ana.api.token, '');
    const { body } = await other.request<{ rows: BacktestAnswer[] }>('GET', '/api/backtests');
    expect(body.rows.length).toBeGreaterThan(2);
    expect(body.rows.filter(({ state }) => state !== 'done')).toEqual([]);
  });
});
