// cluster: never, it is about the embedded profile
import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import { configBodyType, type ConfigApplyAnswer } from '@tocsin/contracts/config-files/plan.js';
import { LogTail } from '@tocsin/testing/stage/log-tail.js';
import { eventsOfFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { byTier } from '@tocsin/testing/tier.js';

/** The steps after which the server is killed: the schedule is new, the policy is switched, the old one is removed. */
const kills = byTier({ short: [2], full: [1, 2, 3], deep: [1, 2, 3] });

let stage: Stage;
let bo: Player;
beforeAll(async () => {
  stage = await Stage.begin({ profile: 'embedded' });
  bo = await stage.addPerson('Bo');
  await apply(files('Before', 'bo'));
  await stage.settle();
});
afterAll(() => stage.close());

const key = '0123456789abcdef0123456789abcdef';
const files = (schedule: string, name: string) => `apiVersion: tocsin.dev/v1
kind: Team
name: Payments
---
kind: Schedule
team: Payments
name: ${schedule}
timeZone: UTC
layers:
  - name: Week
    length: { unit: weeks, count: 1, time: "09:00", weekday: mon }
    slots: [${name}@example.org]
---
kind: Policy
team: Payments
name: Payments
steps: [{ waitMinutes: 5, targets: [{ schedule: ${schedule} }] }]
---
kind: Service
team: Payments
name: Checkout
policy: Payments
---
kind: Integration
service: Payments/Checkout
name: Alerts
integrationKind: generic
keys: [{ fromEnv: TOCSIN_SECRET_ALERTS }]
`;

async function apply(text: string): Promise<ConfigApplyAnswer> {
  const body = JSON.stringify({ files: [{ path: 'a.yaml', text }], prune: true, secrets: { TOCSIN_SECRET_ALERTS: key } });
  const answer = await stage.ana.api.request<ConfigApplyAnswer>('POST', '/api/config/apply', body, { 'content-type': configBodyType });
  expect(answer.body.plan.errors).toEqual([]);
  return answer.body;
}

const readFacts = async (): Promise<readonly RecordedFact[]> => (await eventsOfFolder(stage.tocsin.data)) as readonly RecordedFact[];

/** Starts an apply, and kills the server as soon as the log has that many of its steps. Resolves after the restart. */
const killAtStep = async (step: number, text: string): Promise<string> => {
  const before = (await readFacts()).filter(({ type }) => type === 'ConfigStepTaken').length;
  const log = new LogTail(stage.tocsin.data);
  try {
    let seen = 0;
    const taken = log.waitFor(({ type }) => type === 'ConfigStepTaken' && (seen += 1) === before + step);
    const { applyId } = await apply(text);
    await taken;
    await stage.restart('SIGKILL');
    return applyId!;
  } finally {
    await log.close();
  }
};

it.each(kills)('an apply whose server is killed at step %i goes on, nothing twice, and an alert pages somebody once', async (step) => {
  const known = (await readFacts()).length;
  const applyId = await killAtStep(step, files(`After ${step}`, 'ana'));
  const rang = stage.ana.ringCount + bo.ringCount;
  const alert = { summary: `Down ${step}`, key: `down ${step}`, severity: 'critical' };
  expect(await stage.tocsin.anonymous.request('POST', `/ingest/generic/${key}`, alert)).toMatchObject({ status: 202 });
  // the page waits for a bundle with those of the alert before
  await stage.advance('PT1M');
  expect(stage.ana.ringCount + bo.ringCount).toBe(rang + 1);
  expect(await stage.ana.api.row('configApplies', applyId)).toMatchObject({ state: 'applied', stoppedAt: null });

  const facts = (await readFacts()).slice(known);
  const steps = facts.filter((fact): fact is RecordedOf<'ConfigStepTaken'> => fact.type === 'ConfigStepTaken');
  expect(steps.map(({ data }) => [data.step, data.command?.type])).toEqual([
    [0, 'CreateSchedule'],
    [1, 'ChangePolicy'],
    [2, 'RemoveSchedule'],
  ]);
  const countOf = (one: RecordedFact['type']): number => facts.filter(({ type }) => type === one).length;
  const once = ['ConfigApplyStarted', 'ScheduleCreated', 'PolicyChanged', 'ScheduleRemoved', 'ConfigApplied'] as const;
  expect(once.map(countOf)).toEqual(once.map(() => 1));

  expect((await apply(files(`After ${step}`, 'ana'))).applyId).toBeNull();
  await apply(files(`Before ${step}`, 'bo'));
  await stage.settle();
});
