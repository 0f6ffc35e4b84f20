import type { CoverageAnswer, DrillAnswer } from '@tocsin/contracts/drills/drills.js';
import type { LadderRow } from '@tocsin/contracts/alert-groups/escalation.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.begin();
  const bo = await stage.addPerson('Bo');
  await stage.setPolicy(
    [
      { page: [stage.ana], wait: 5 },
      { page: [bo], wait: 10 },
    ],
    1,
  );
});
afterAll(() => stage.close());

const runDrill = async (body: object): Promise<DrillAnswer> => {
  const answer = await stage.ana.api.request<DrillAnswer>('POST', '/api/drills', body);
  expect(answer.status).toBe(200);
  return answer.body;
};
/** Who was paged by which step, when, and by which method. */
const toOutline = ({ rungs, pages }: LadderRow, until: string): readonly string[] =>
  [
    ...rungs.map(({ round, step, takenAt, targets }) => {
      const people = targets.flatMap(({ persons }) => persons.map(({ personId, outcome }) => `${personId} ${outcome}`));
      return `${takenAt} step ${round}.${step}: ${people.join(', ')}`;
    }),
    ...pages.flatMap(({ personId, attempts }) =>
      attempts.flatMap(({ kind, startedAt }) => (startedAt ? [`${startedAt} ${personId} by ${kind}`] : [])),
    ),
  ]
    .filter((line) => line.slice(0, 24) <= until)
    .toSorted();

it('says who is notified, when and by what: the same that happens when the signal comes', async () => {
  const { serviceId } = stage.setUpAnswer;
  const at = new Date(Date.parse(await stage.settle()) + 90 * 60_000).toISOString();
  const before = await stage.getHead();
  const drillAnswer = await runDrill({ serviceId, at, severity: 'critical', labels: { alertname: 'DiskFull' } });
  expect(await stage.getHead()).toBe(before);
  expect(drillAnswer).toMatchObject({ urgency: 'high', title: 'DiskFull' });

  await stage.advance('PT90M');
  await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
  await stage.advance('PT30M');
  const row = await stage.getLadder((await stage.getGroup()).id);
  const until = new Date(Date.parse(at) + 25 * 60_000).toISOString();
  expect(toOutline(drillAnswer.ladder, until)).toEqual(toOutline(row, until));
  expect(toOutline(row, until).length).toBeGreaterThan(2);
});

it('finds every service that would reach no one, with the reason', async () => {
  const { teamId } = stage.setUpAnswer;
  const { api } = stage.ana;
  const schedule = await api.run('CreateSchedule', { teamId, name: 'Nobody yet', timeZone: 'Europe/Berlin' });
  const scheduleId = String(schedule.says['scheduleId']);
  const steps = [{ targets: [{ kind: 'schedule' as const, scheduleId }], waitMinutes: 5, notifyOthersStill: false }];
  const policy = await api.run('CreatePolicy', { teamId, name: 'Empty', steps });
  const { says } = await api.run('CreateService', { teamId, policyId: String(policy.says['policyId']), name: 'Forgotten' });
  await stage.settle();
  expect((await api.request('POST', '/api/drills/coverage', {})).status).toBe(202);
  let coverage: CoverageAnswer;
  do coverage = (await api.request<CoverageAnswer>('GET', '/api/drills/coverage')).body;
  while (coverage.state === 'running');
  expect(coverage).toMatchObject({ state: 'done', done: coverage.of });
  const [gap, ...otherGaps] = coverage.gaps;
  expect(otherGaps).toEqual([]);
  expect(gap).toMatchObject({
    serviceId: says['serviceId'],
    from: coverage.from,
    to: coverage.to,
    steps: [{ step: 1, reason: 'no_one', scheduleIds: [scheduleId] }],
    lastResort: [stage.ana.api.personId],
  });
});
