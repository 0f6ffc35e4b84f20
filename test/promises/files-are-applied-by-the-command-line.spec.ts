import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scope } from '@tocsin/contracts/tokens/scopes.js';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

let stage: Stage;
const folder = mkdtempSync(join(tmpdir(), 'tocsin-files-'));
const [written, exported] = [join(folder, 'oncall.yaml'), join(folder, 'exported')];
const tokens = { pipeline: '', onlyApply: '' };
beforeAll(async () => {
  stage = await Stage.begin();
  await stage.addPerson('Bo');
  tokens.pipeline = await issueToken('Pipeline', 'read', 'apply');
  tokens.onlyApply = await issueToken('Blind', 'apply');
  writeFileSync(written, files(5));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await stage.close();
});

const issueToken = async (name: string, ...scopes: readonly Scope[]): Promise<string> => {
  await stage.ana.api.prove();
  const { says } = await stage.ana.api.run('IssueServiceToken', { name, teamId: null, scopes: [...scopes] });
  await stage.settle();
  return String(says['token']);
};
const run = (args: readonly string[], token = tokens.pipeline) =>
  runCommandLine(args, { TOCSIN_URL: stage.tocsin.url, TOCSIN_TOKEN: token, TOCSIN_DATA: folder });
const digestOf = (output: string): string => /^Digest: (.+)$/m.exec(output)![1]!;

const files = (wait: number): string => `apiVersion: tocsin.dev/v1
kind: Team
name: Pay/Out
description: "Yes: no"
members: [{ person: bo@example.org, role: responder }, { person: ana@example.org, role: manager }]
---
kind: Schedule
team: Pay/Out
name: Primary
timeZone: Europe/Berlin
layers:
  - name: Week
    length: { unit: weeks, count: 1, time: "09:00", weekday: mon }
    slots: [bo@example.org, [bo@example.org, ana@example.org], nobody]
  - name: Nights
    priority: 1
    timeZone: UTC
    from: 2036-12-01T00:00:00Z
    length: { unit: days, count: 2, time: "22:00" }
    countsCoveredTimeOnly: true
    restrictions: [{ weekdays: [sat, fri], times: { from: "22:00", to: "06:00" } }, { weekdays: [mon] }]
    slots: [ana@example.org]
---
kind: Policy
team: Pay/Out
name: Default
repeats: 2
climbLow: true
steps:
  - waitMinutes: ${wait}
    targets: [{ schedule: Primary }, { nextOnCall: Primary }]
    conditions:
      urgency: high
      hours: { when: outside, timeZone: Europe/Berlin, times: [{ weekdays: [fri, mon], times: { from: "09:00", to: "17:00" } }] }
      labels: ['env="a \\"quoted\\" prod"', 'region!~"eu-.*"']
  - waitMinutes: 10
    oneInTurn: true
    notifyOthersStill: true
    targets: [{ person: bo@example.org }, { person: ana@example.org }]
  - waitMinutes: 10
    targets: [{ team: Pay/Out }]
---
kind: Service
team: Pay/Out
name: Check/Out
externalKey: "opsgenie:1"
policy: Default
runbook: https://example.org/checkout
urgencyRule: support_hours
supportHours: { timeZone: Europe/Berlin, times: [{ weekdays: [tue, mon], times: { from: "09:00", to: "17:00" } }] }
ackTimeoutMinutes: 0
---
kind: Integration
service: Pay~1Out/Check~1Out
name: Alerts
integrationKind: alertmanager
`;

story('configuration files on the command line', (chapter) => {
  chapter('a plan ends with 2 when there is something to do, and apply with 0', async () => {
    const plan = await run(['plan', '--file', written]);
    expect(plan).toMatchObject({ code: 2, output: expect.stringContaining('+ Service Pay~1Out/Check~1Out') });
    const applied = await run(['apply', '--file', written, '--expect', digestOf(plan.output)]);
    expect(applied).toMatchObject({ code: 0, output: expect.stringContaining('Applied.') });
    await stage.settle();
    expect(await run(['plan', '--file', written])).toMatchObject({ code: 0 });
    expect(await run(['apply', '--file', written, '--yes'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('nothing to apply'),
    });
  });

  chapter('what export writes changes nothing: of what files own, and of what screens made', async () => {
    expect(await run(['export', '--out', exported])).toMatchObject({ code: 0 });
    const plan = await run(['plan', '--file', exported, '--format', 'json']);
    const { changes, errors } = JSON.parse(plan.output) as { changes: unknown; errors: unknown };
    expect({ code: plan.code, changes, errors }).toEqual({ code: 0, changes: [], errors: [] });
  });

  chapter('what is refused ends with 1, and changes nothing', async () => {
    const before = await stage.getHead();
    writeFileSync(written, files(6).replace('policy: Default', 'policy: Defalt'));
    expect(await run(['plan', '--file', written])).toMatchObject({ code: 1, output: expect.stringContaining('config.reference_missing') });
    expect(await run(['apply', '--file', written, '--yes'])).toMatchObject({ code: 1 });
    writeFileSync(written, files(6));
    expect(await run(['apply', '--file', written])).toMatchObject({ code: 1, output: expect.stringContaining('--expect') });
    const { output } = await run(['plan', '--file', written]);
    writeFileSync(written, files(7));
    expect(await run(['apply', '--file', written, '--expect', digestOf(output)])).toMatchObject({ code: 1 });
    const blind = await run(['apply', '--file', written, '--expect', digestOf(output)], tokens.onlyApply);
    expect(blind).toMatchObject({ code: 1, output: expect.stringContaining('read') });
    expect(await stage.getHead()).toBe(before);
  });

  chapter('what a change would have done to the last days is said beside the plan, each change alone', async () => {
    writeFileSync(written, files(8));
    const plan = await run(['plan', '--file', written, '--backtest', '30d']);
    expect(plan).toMatchObject({ code: 2 });
    expect(plan.output).toContain('Backtest of Policy Pay~1Out/Default: 0 → 0 pages');
    expect(plan.output).toContain('The last 30 days, each change alone.');
    const { backtest } = JSON.parse((await run(['plan', '--file', written, '--backtest', '30d', '--format', 'json'])).output) as {
      backtest: readonly string[];
    };
    expect(backtest).toHaveLength(2);
    expect(await run(['plan', '--file', written, '--backtest', 'long'])).toMatchObject({ code: 1 });
  });

  chapter('a server that is away ends with 75', async () => {
    const away = { TOCSIN_URL: 'http://127.0.0.1:1', TOCSIN_TOKEN: 'x', TOCSIN_DATA: folder };
    expect(await runCommandLine(['plan', '--file', written], away)).toMatchObject({ code: 75 });
  });
});
