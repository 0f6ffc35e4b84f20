import { story } from '@tocsin/testing/stage/story.js';
import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { OnCallAnswer, PolicyPeopleAnswer } from '@tocsin/contracts/schedules/answers.js';
import { layerOf, onCallIn, createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let cleo: Player;
let primary: string;
let emptyScheduleId: string;
beforeAll(async () => {
  stage = await Stage.begin({ env: { TOCSIN_CLOCK_AT: '2026-11-23T10:00:00.000Z' } });
  [bo, cleo] = [await stage.addPerson('Bo'), await stage.addPerson('Cleo')];
  primary = await createScheduleOn(stage, 'Payments primary', { anchor: '2026-11-23T09:00:00.000Z', turns: [stage.ana, bo] });
  emptyScheduleId = await createScheduleOn(stage, 'Nobody yet', { anchor: '2027-01-01T09:00:00.000Z', turns: [cleo] });
});
afterAll(() => stage.close());

const schedule = (scheduleId: string) => ({ kind: 'schedule' as const, scheduleId });
const ringCounts = () => [stage.ana.ringCount, bo.ringCount, cleo.ringCount];
const listTakenSteps = async (number: number) => {
  const { id } = await stage.getGroup(number);
  const events = await stage.getTimeline(id);
  return events.filter((event): event is RecordedOf<'EscalationStepTaken'> => event.type === 'EscalationStepTaken');
};

story('a step that pages a schedule', (chapter) => {
  chapter('pages the person on call when it is due, and says why', async () => {
    await stage.setPolicy([{ page: [schedule(primary)], wait: 5 }]);
    await stage.generic({ summary: 'Disk full', key: 'one' });
    expect(ringCounts()).toEqual([1, 0, 0]);
    expect(await stage.getGroup(1)).toMatchObject({ pagingBy: { [stage.ana.personId]: primary } });
    const [step] = await listTakenSteps(1);
    expect(step!.data.targets).toEqual([
      {
        target: schedule(primary),
        persons: [
          {
            personId: stage.ana.personId,
            outcome: 'paged',
            onCall: {
              scheduleId: primary,
              version: 1,
              why: expect.objectContaining({
                kind: 'rotation',
                from: '2026-11-23T09:00:00.000Z',
                to: '2026-11-24T09:00:00.000Z',
              }) as unknown,
            },
          },
        ],
      },
    ]);
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup(1)).id });
  });

  chapter('pages the next one after the handoff, which itself pages no one', async () => {
    expect(await onCallIn(stage, primary)).toMatchObject({
      now: [{ personId: stage.ana.personId }],
      next: { at: '2026-11-24T09:00:00.000Z' },
    });
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(1)).id });
    await stage.advance('PT24H');
    expect(ringCounts()).toEqual([1, 0, 0]);
    await stage.generic({ summary: 'Disk full again', key: 'two' });
    expect(ringCounts()).toEqual([1, 1, 0]);
    await bo.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(2)).id });
  });

  chapter('is skipped immediately if no one is on call, and that is shown', async () => {
    await stage.setPolicy([{ page: [schedule(emptyScheduleId)], wait: 30 }, { page: [cleo] }]);
    await stage.generic({ summary: 'In a gap', key: 'three' });
    expect(ringCounts()).toEqual([1, 1, 1]);
    expect((await listTakenSteps(3)).map(({ data: { step, empty: isEmpty } }) => [step, isEmpty])).toEqual([
      [1, true],
      [2, false],
    ]);
    await cleo.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(3)).id });
  });

  chapter('can page the next person on call, and everyone in a team', async () => {
    const { teamId } = stage.setUpAnswer;
    await stage.setPolicy([{ page: [{ kind: 'next_on_call', scheduleId: primary }] }, { page: [{ kind: 'team', teamId }] }]);
    const { body } = await stage.ana.api.request<PolicyPeopleAnswer>('GET', `/api/policies/${stage.setUpAnswer.policyId}/people`);
    expect(body.steps.map(({ targets }) => targets[0]!.people.length)).toEqual([1, 3]);
    expect(body.names[body.steps[0]!.targets[0]!.people[0]!.personId]).toBe('Ana');
    await stage.generic({ summary: 'To the next', key: 'four' });
    // Bo has the turn: Ana comes next
    expect(ringCounts()).toEqual([2, 1, 1]);
    await stage.advance('PT5M');
    // the whole team: Bo, Cleo, and Ana again, who did not answer
    expect(ringCounts()).toEqual([3, 2, 2]);
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(4)).id });
  });

  chapter('names a schedule that is there, and keeps it there', async () => {
    const { teamId, policyId } = stage.setUpAnswer;
    const { name, version } = await stage.ana.api.row('policies', policyId);
    const steps = [{ targets: [schedule(teamId)], waitMinutes: 5 }];
    expect(await stage.ana.api.expectRefusal('ChangePolicy', { teamId, policyId, version, name, steps })).toMatchObject({
      status: 422,
      code: 'policy.schedule_unknown',
      errors: [{ path: 'steps.0.targets.0.scheduleId' }],
    });
    expect(await stage.ana.api.expectRefusal('RemoveSchedule', { teamId, scheduleId: primary })).toMatchObject({
      code: 'schedule.in_use',
      inTheWay: [{ kind: 'policy', id: policyId }],
    });
    await stage.ana.api.run('RemoveSchedule', { teamId, scheduleId: emptyScheduleId });
  });

  chapter('follows an edit from that moment on, and remembers who was on call before it', async () => {
    const { version } = await stage.ana.api.row('schedules', primary);
    const layers = [layerOf({ anchor: '2026-11-23T09:00:00.000Z', turns: [cleo] })];
    await stage.ana.api.run('ChangeSchedule', { scheduleId: primary, version, timeZone: 'UTC', layers });
    await stage.setPolicy([{ page: [schedule(primary)], wait: 5 }]);
    await stage.settleFully();
    const before = cleo.ringCount;
    await stage.generic({ summary: 'After the edit', key: 'five' });
    expect(cleo.ringCount).toBe(before + 1);
    const onCallAt = async (at: string) => (await onCallIn(stage, primary, at)).now.map(({ personId }) => personId);
    expect(await onCallAt('2026-11-23T12:00:00.000Z')).toEqual([stage.ana.personId]);
    expect(await onCallAt('2026-11-24T09:30:00.000Z')).toEqual([bo.personId]);
    expect(await onCallAt('2026-11-25T09:30:00.000Z')).toEqual([cleo.personId]);
    const range = 'from=2026-11-23T12:00:00.000Z&to=2026-11-25T12:00:00.000Z';
    const { body } = await stage.ana.api.request<OnCallAnswer>('GET', `/api/on-call?schedule=${primary}&${range}`);
    expect(body.schedules[0]!.shifts!.map(({ personId }) => body.names[personId])).toEqual(['Ana', 'Bo', 'Cleo', 'Cleo']);
  });
});
