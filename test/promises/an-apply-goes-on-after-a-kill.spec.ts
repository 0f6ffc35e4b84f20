// cluster: never, it is about the embedded profile
import { configBodyType, type ConfigApplyAnswer } from '@tocsin/contracts/config-files/plan.js';
import { LogTail } from '@tocsin/testing/stage/log-tail.js';
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

const killAtStep = async (step: number, text: string): Promise<ConfigApplyAnswer> => {
  await stage.settle();
  const log = new LogTail(stage.tocsin.data);
  let applied: ConfigApplyAnswer;
  try {
    applied = await apply(text);
    await log.waitFor(({ type, data }) => {
      const { planId, step: taken } = data as { planId?: string; step?: number };
      return type === 'ConfigStepTaken' && planId === applied.applyId && taken === step - 1;
    });
    await stage.tocsin.stop('SIGKILL');
  } finally {
    await log.close();
  }
  await stage.restart();
  return applied;
};

it.each(kills)('an apply whose server is killed at step %i goes on, and an alert in between pages somebody', async (step) => {
  const { applyId } = await killAtStep(step, files(`After ${step}`, 'ana'));
  const before = stage.ana.ringCount + bo.ringCount;
  const alert = { summary: `Down ${step}`, key: `down ${step}`, severity: 'critical' };
  expect(await stage.tocsin.anonymous.request('POST', `/ingest/generic/${key}`, alert)).toMatchObject({ status: 202 });
  await stage.settle();
  expect(stage.ana.ringCount + bo.ringCount).toBe(before + 1);
  expect(await stage.ana.api.row('configApplies', applyId!)).toMatchObject({ state: 'applied', stoppedAt: null });
  expect((await apply(files(`After ${step}`, 'ana'))).applyId).toBeNull();
  await apply(files(`Before ${step}`, 'bo'));
  await stage.settle();
});
