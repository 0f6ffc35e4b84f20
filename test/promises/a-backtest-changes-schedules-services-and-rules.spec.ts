import { setTimeout as pause } from 'node:timers/promises';
import { story } from '@tocsin/testing/stage/story.js';
import type { BacktestAnswer, BacktestChange, BacktestPage, BacktestRequest } from '@tocsin/contracts/backtests/backtests.js';
import { createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let from: string;
let scheduleId: string;
let second: { readonly methodId: string };
beforeAll(async () => {
  stage = await Stage.begin({ env: { TOCSIN_CLOCK_AT: '2026-11-23T10:00:00.000Z' } });
  bo = await stage.addPerson('Bo');
  second = await stage.addPhone(stage.ana.api, false);
  await stage.ana.api.run('AddNotificationRule', { ...bySecond(), delayMinutes: 1 });
  const length = { unit: 'weeks', count: 1, time: '09:00', weekday: 1 } as const;
  scheduleId = await createScheduleOn(stage, 'Payments primary', { length, anchor: '2026-11-23T09:00:00.000Z', turns: [stage.ana] });
  await stage.setPolicy([{ page: [{ kind: 'schedule', scheduleId }], wait: 5 }]);
  from = await stage.advance('PT1M');
  await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
  await stage.advance('PT2M');
  await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
  await stage.advance('PT10M');
});
afterAll(() => stage.close());

/** Ana’s second telephone, with high urgency. */
const bySecond = () => ({ personId: stage.ana.personId, urgency: 'high' as const, contactMethodId: second.methodId });

/** Polls until it has ended: it runs on its own thread, in real time. */
const runBacktest = async (
  change: BacktestChange | null,
  request: Partial<BacktestRequest> = {},
  { api } = stage.ana,
): Promise<BacktestAnswer> => {
  const backtestRequest = { change, from, ...request };
  const { status, body } = await api.request<BacktestAnswer>('POST', '/api/backtests', backtestRequest);
  expect(status).toBe(202);
  for (;;) {
    const { body: answer } = await api.request<BacktestAnswer>('GET', `/api/backtests/${body.id}`);
    if (answer.state !== 'running') return answer;
    await pause(20);
  }
};

const withTurn = async (personId: string): Promise<Extract<BacktestChange, { readonly type: 'ChangeSchedule' }>> => {
  const { version, timeZone, versions } = await stage.getRow('schedules', scheduleId);
  const layers = versions.at(-1)!.layers.map((layer) => ({
    ...layer,
    rotation: { ...layer.rotation, slots: [{ slotId: crypto.randomUUID(), people: [personId] }] },
  }));
  return { type: 'ChangeSchedule', data: { scheduleId, version, timeZone, layers } };
};

story('a backtest', (chapter) => {
  chapter('pages whom a changed schedule would have put on call', async () => {
    const [head, ringsBefore] = [await stage.getHead(), stage.ana.ringCount + bo.ringCount];
    const { state, trouble, result } = await runBacktest(await withTurn(bo.personId));
    expect({ state, trouble }).toEqual({ state: 'done', trouble: null });
    const [difference] = result!.differences;
    expect(difference).toMatchObject({ because: 'change', number: 1 });
    expect(new Set(difference!.was.map(({ personId }) => personId))).toEqual(new Set([stage.ana.personId]));
    expect(new Set(difference!.would.map(({ personId }) => personId))).toContain(bo.personId);
    expect(difference!.would[0]).toMatchObject({ personId: bo.personId });
    expect([await stage.getHead(), stage.ana.ringCount + bo.ringCount]).toEqual([head, ringsBefore]);
  });

  chapter('finds nothing where the schedule is the one that it was', async () => {
    const { version, timeZone, versions } = await stage.getRow('schedules', scheduleId);
    const same = await runBacktest({ type: 'ChangeSchedule', data: { scheduleId, version, timeZone, layers: versions.at(-1)!.layers } });
    expect(same.result).toMatchObject({ differences: [], differing: { change: 0, late: 0 } });
    expect(same.result!.would.recorded).toEqual(same.result!.was);
  });

  chapter('takes the place of recorded edits of that schedule, and leaves its overrides', async () => {
    const { data } = await withTurn(bo.personId);
    const { version } = await stage.getRow('schedules', scheduleId);
    const change = await withTurn(stage.ana.personId);
    await stage.ana.api.run('ChangeSchedule', { ...data, version });
    await stage.settleFully();
    await stage.generic({ summary: 'Queue is long', key: 'edited' });
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(2)).id });
    // the range ends now
    await stage.advance('PT1M');
    const { result } = await runBacktest(change);
    expect(result!.differences.map(({ number, was, would }) => [number, was[0]?.personId, would[0]?.personId])).toEqual([
      [2, bo.personId, stage.ana.personId],
    ]);
    const now = await stage.advance('PT5M');
    const laterInstant = new Date(Date.parse(now) + 3_600_000).toISOString();
    const override = { kind: 'add' as const, personId: stage.ana.personId, from: now, to: laterInstant, reason: '' };
    await stage.ana.api.run('AddOverrides', { scheduleId, overrides: [override] });
    await stage.settleFully();
    await stage.generic({ summary: 'Mail is slow', key: 'override' });
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(3)).id });
    await stage.advance('PT1M');
    const secondRun = await runBacktest(await withTurn(bo.personId));
    const thirdGroup = secondRun.result!.differences.find(({ number }) => number === 3);
    expect(thirdGroup).toBeUndefined();
  });

  chapter('opens at another urgency where the service had been changed', async () => {
    const {
      id: serviceId,
      teamId,
      name,
      policyId,
      version,
      ackTimeoutMinutes,
      reopenWindowMinutes,
    } = await stage.getRow('services', stage.setUpAnswer.serviceId);
    const data = { teamId, serviceId, name, policyId, version, ackTimeoutMinutes, reopenWindowMinutes };
    const text = { description: 'a secret', runbook: null };
    const { request, result } = await runBacktest({ type: 'ChangeService', data: { ...data, ...text, urgencyRule: 'always_low' } });
    expect(result!.differing.change).toBeGreaterThan(0);
    // the stored request contains no free text
    expect(JSON.stringify(request)).not.toContain('a secret');
  });

  chapter('reaches somebody later, or not at all, by a rule that had waited longer', async () => {
    const contact = await stage.getRow('contacts', stage.ana.personId);
    const rule = contact.rules.find(({ urgency }) => urgency === 'high')!;
    const data = { personId: stage.ana.personId, ruleId: rule.ruleId, delayMinutes: 4 };
    const before = await runBacktest({ type: 'ChangeNotificationRule', data: { ...data, delayMinutes: 0 } });
    expect(before.result).toMatchObject({ differences: [] });
    const { result } = await runBacktest({ type: 'ChangeNotificationRule', data });
    // acknowledged as long after the page as then: before the rule was due
    expect(result!.would.recorded.interruptions).toBeLessThan(result!.was.interruptions);
    expect(result!.would.never.reached.p90).toBeGreaterThan(result!.was.reached.p90!);
  });

  chapter('rings by a rule that would have been added', async () => {
    const { result } = await runBacktest({ type: 'AddNotificationRule', data: { ...bySecond(), delayMinutes: 3 } });
    // no one is paged additionally, or later
    expect(result!.would.never.reached).toEqual(result!.was.reached);
    // within 3 minutes it was acknowledged
    expect(result!.would.recorded.interruptions).toBe(result!.was.interruptions);
    const unchangedRun = await runBacktest(null);
    expect(result!.would.never.interruptions).toBeGreaterThan(unchangedRun.result!.would.never.interruptions);
  });

  chapter('does not ring by a rule that would have been removed', async () => {
    const { rules } = await stage.getRow('contacts', stage.ana.personId);
    const { ruleId } = rules.find(({ contactMethodId }) => contactMethodId === second.methodId)!;
    const { result } = await runBacktest({ type: 'RemoveNotificationRule', data: { personId: stage.ana.personId, ruleId } });
    expect(result!.would.recorded.interruptions).toBeLessThan(result!.was.interruptions);
    expect(result!.would.recorded.reached).toEqual(result!.was.reached);
  });

  chapter('of one person’s rules is for those who may see figures of that person', async () => {
    const { id } = await runBacktest({ type: 'AddNotificationRule', data: { ...bySecond(), delayMinutes: 3 } });
    const listSeenBy = async ({ api }: Player): Promise<readonly unknown[]> => {
      const list = await api.request<{ readonly rows: readonly { readonly id: string }[] }>('GET', '/api/backtests');
      const one = await api.request('GET', `/api/backtests/${id}`);
      const pages = await api.request('GET', `/api/backtests/${id}/differences`);
      return [list.body.rows.some((row) => row.id === id), list.body.rows.length > 0, one.status, pages.status];
    };
    expect(await listSeenBy(stage.ana)).toEqual([true, true, 200, 200]);
    // others’ backtests of schedules and services are for everyone
    expect(await listSeenBy(bo)).toEqual([false, true, 404, 404]);
    const change = { type: 'AddNotificationRule', data: { ...bySecond(), delayMinutes: 2 } };
    const { status, body } = await bo.api.request('POST', '/api/backtests', { change, from });
    expect([status, body]).toMatchObject([403, { code: 'permission.denied' }]);
    const { methods } = await stage.getRow('contacts', bo.personId);
    const ownRule = { personId: bo.personId, urgency: 'high' as const, contactMethodId: methods[0]!.contactMethodId, delayMinutes: 2 };
    expect(await runBacktest({ type: 'AddNotificationRule', data: ownRule }, {}, bo)).toMatchObject({ state: 'done' });
  });

  chapter('begins where the thing was made, when the period is longer', async () => {
    const { result } = await runBacktest(await withTurn(bo.personId), { from: '2026-10-01T00:00:00.000Z' });
    expect(result!.pin.from > '2026-11-23T10:00:00.000Z').toBe(true);
    expect(result!.differences.map(({ number }) => number)).toContain(1);
  });

  chapter('says so when there is no such thing', async () => {
    const data = { personId: stage.ana.personId, ruleId: stage.setUpAnswer.serviceId, delayMinutes: 4 };
    expect(await runBacktest({ type: 'ChangeNotificationRule', data })).toMatchObject({ state: 'failed', result: null });
  });

  chapter('adds a rule beside the one that had its delay and was changed since', async () => {
    // an earlier test put Bo on call
    await stage.ana.api.run('ChangeSchedule', (await withTurn(stage.ana.personId)).data);
    const { rules } = await stage.getRow('contacts', stage.ana.personId);
    const { ruleId } = rules.find(({ contactMethodId }) => contactMethodId === second.methodId)!;
    await stage.ana.api.run('ChangeNotificationRule', { personId: stage.ana.personId, ruleId, delayMinutes: 4 });
    await stage.settleFully();
    await stage.generic({ summary: 'Cache is cold', key: 'changed' });
    const number = Math.max(...(await stage.listGroups()).map((group) => group.number));
    await stage.advance('PT6M');
    const { result } = await runBacktest({ type: 'AddNotificationRule', data: { ...bySecond(), delayMinutes: 1 } });
    const difference = result!.differences.find((one) => one.number === number)!;
    const minutesOf = (pages: readonly BacktestPage[]): readonly number[] => {
      const { at, tried } = pages.find(({ personId }) => personId === stage.ana.personId)!;
      return tried.map((time) => (Date.parse(time) - Date.parse(at)) / 60_000);
    };
    expect([minutesOf(difference.was), minutesOf(difference.would)]).toEqual([
      [0, 4],
      [0, 1, 4],
    ]);
  });
});
