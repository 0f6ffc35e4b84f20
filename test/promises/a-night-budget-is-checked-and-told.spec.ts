import { setTimeout as pause } from 'node:timers/promises';
import type { BacktestAnswer } from '@tocsin/contracts/backtests/backtests.js';
import type { LoadFigures, ReportAnswer } from '@tocsin/contracts/reports/reports.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

story('a night budget', (chapter) => {
  let stage: Stage;
  let mailbox: Mailbox;
  let bo: Player;
  let from: string;
  const week = '2026-11-23';
  const changeTo = async (nightBudget: number) => {
    const { teamId, policyId } = stage.setUpAnswer;
    const { name, version, repeats, climbLow, steps } = await stage.ana.api.row('policies', policyId);
    return { teamId, policyId, name, version, repeats, climbLow, steps, nightBudget };
  };
  const pageAtNight = async (n: number): Promise<void> => {
    await stage.generic({ summary: `Disk ${n}`, key: `disk ${n}` });
    await stage.settle();
    await bo.api.run('ResolveAlertGroup', { groupId: (await stage.listGroups()).at(-1)!.id });
    await stage.advance('PT20M');
  };
  const listMails = () => mailbox.messages.filter(({ subject }) => subject?.startsWith('Night budget'));
  const overBudget = async (): Promise<LoadFigures['overBudget']> =>
    ((await stage.ana.api.request<ReportAnswer>('GET', '/api/reports/load')).body.figures as LoadFigures).overBudget;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    // a Tuesday, deep in the night of everyone
    stage = await Stage.begin({ mailbox, env: { TOCSIN_CLOCK_AT: '2026-11-24T01:00:00.000Z' } });
    bo = await stage.addPerson('Bo');
    const { personId } = bo;
    await bo.api.run('ChangePersonTimeZone', { personId, timeZone: 'Europe/Berlin' });
    await stage.setPolicy([{ page: [bo] }]);
    from = await stage.advance('PT1M');
    for (const n of [1, 2]) await pageAtNight(n);
  });
  afterAll(() => stage.close());

  chapter('is tried on what happened, before it is saved: whom it would have been too small for', async () => {
    const change = { type: 'ChangePolicy', data: await changeTo(1) };
    const { body } = await stage.ana.api.request<BacktestAnswer>('POST', '/api/backtests', { change, from });
    let answer = body;
    while (answer.state === 'running') {
      await pause(20);
      answer = (await stage.ana.api.request<BacktestAnswer>('GET', `/api/backtests/${body.id}`)).body;
    }
    const { policyId } = stage.setUpAnswer;
    expect(answer.result!.would.recorded.overBudget).toEqual([{ personId: bo.personId, policyId, week, pages: 2, budget: 1 }]);
    expect(answer.result).toMatchObject({ was: { overBudget: [], pages: 2 }, would: { recorded: { pages: 2 } }, differing: { change: 0 } });
  });

  chapter('stops no page; its managers are told quietly, once a person and week, and the report shows it', async () => {
    await stage.ana.api.run('ChangePolicy', await changeTo(1));
    await stage.settle();
    const ringsBefore = bo.ringCount;
    await pageAtNight(3);
    expect({ mails: listMails(), weeks: await overBudget() }).toEqual({ mails: [], weeks: [] });
    for (const n of [4, 5]) await pageAtNight(n);
    expect(bo.ringCount).toBe(ringsBefore + 3);
    expect(listMails().map(({ subject, to }) => [subject, to])).toMatchObject([
      [expect.stringMatching(/^Night budget of “.+” exceeded for Bo$/), { text: expect.stringContaining('ana@') }],
    ]);
    expect(await overBudget()).toMatchObject([{ personId: bo.personId, week, pages: 3, budget: 1 }]);
  });

  chapter('tells nobody again after a restart', async () => {
    await stage.restart('SIGKILL');
    await pageAtNight(6);
    expect(listMails()).toHaveLength(1);
    expect(await overBudget()).toMatchObject([{ pages: 4 }]);
  });
});
