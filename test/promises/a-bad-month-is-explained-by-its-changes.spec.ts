// promises: full, the search and the drill have specs beside the domain
import { setTimeout as pause } from 'node:timers/promises';
import type { BacktestAnswer, BacktestRequest } from '@tocsin/contracts/backtests/backtests.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const quarter = 15 * 60_000;
let stage: Stage;
let silenceId: string;
/** When the silence was begun, and when it was ended. */
let [against, from] = ['', ''];
beforeAll(async () => {
  // at night
  stage = await Stage.begin({ env: { TOCSIN_CLOCK_AT: '2026-11-21T01:00:00.000Z' } });
  const silence = { teamId: stage.setUpAnswer.teamId, matchers: [{ label: 'alertname', operator: '=' as const, value: 'DiskFull' }] };
  const before = await stage.advance('PT1M');
  const { says } = await stage.ana.api.run('StartSilence', { ...silence, until: addMillis(before, 2 * quarter) });
  silenceId = String(says['silenceId']);
  against = addMillis(before, 1);
  await stage.advance('PT1M');
  await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
  from = await stage.advance('PT15M');
  await stage.ana.api.run('EndSilence', { silenceId });
  await stage.alertmanager('firing', [{ name: 'DiskFull' }], { groupKey: '{}:again' });
  await stage.advance('PT16M');
});
afterAll(() => stage.close());

/** Polls until it has ended: it runs on its own thread, in real time. */
const run = async (request: Partial<BacktestRequest>): Promise<BacktestAnswer> => {
  const { api } = stage.ana;
  const { status, body } = await api.request<BacktestAnswer>('POST', '/api/backtests', { change: null, ...request });
  expect(status).toBe(202);
  for (;;) {
    const answer = await api.request<BacktestAnswer>('GET', `/api/backtests/${body.id}`);
    if (answer.body.state !== 'running') return answer.body;
    await pause(20);
  }
};

describe('a bisect of two periods', () => {
  it('names the change that made one of them worse, and sends nothing', async () => {
    const [head, ringsBefore] = [await stage.getHead(), stage.ana.ringCount];
    const { state, trouble, result, bisect } = await run({ from, to: addMillis(from, quarter), against });
    expect({ state, trouble, result }).toEqual({ state: 'done', trouble: null, result: null });
    expect(bisect).toMatchObject({ better: { from: against, pages: 0 }, worse: { from }, ended: 'found' });
    expect(bisect!.named).toMatchObject([{ kind: 'silences', id: silenceId, edits: 1 }]);
    expect([await stage.getHead(), stage.ana.ringCount]).toEqual([head, ringsBefore]);
  });
});

describe('a drill from a real night', () => {
  it('says who would be rung by its worst hour now, and rings nobody', async () => {
    const [head, ringsBefore] = [await stage.getHead(), stage.ana.ringCount];
    const { state, trouble, night } = await run({ from: against, night: true });
    expect({ state, trouble }).toEqual({ state: 'done', trouble: null });
    expect(night).toMatchObject({ signals: 2, gone: 0, unreached: [], people: [{ personId: stage.ana.personId, by: ['webhook'] }] });
    expect([await stage.getHead(), stage.ana.ringCount]).toEqual([head, ringsBefore]);
  });
});
