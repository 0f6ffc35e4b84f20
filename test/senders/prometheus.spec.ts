import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { sayNotRun } from '@tocsin/testing/machine/not-run.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import type { ClientAnswer } from '@tocsin/testing/stage/client.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { loadOwnCaptures } from './captures.js';

const minute = 60_000;
const captures = loadOwnCaptures('alertmanager');

let stage: Stage;
let key: string;
beforeAll(async () => {
  stage = await Stage.begin();
  ({ key } = await stage.integration('alertmanager'));
});
afterAll(() => stage.close());

const prefix = (): string => `/ingest/alertmanager/${key}`;
const ask = <B = unknown>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ClientAnswer<B>> =>
  stage.tocsin.anonymous.request<B>(method, path, body, headers);
const inMinutes = async (minutes: number): Promise<string> => addMillis(await stage.settle(), minutes * minute);
const alertOf = (alertname: string, endsAt?: string, instance = 'db-1') => ({
  labels: { alertname, instance, severity: 'critical' },
  annotations: { summary: `${alertname} on ${instance}` },
  startsAt: '2026-11-27T02:00:00Z',
  ...(endsAt === undefined ? {} : { endsAt }),
});
const post = async (alerts: readonly object[], path = `${prefix()}/api/v2/alerts`): Promise<void> => {
  expect(await ask('POST', path, alerts)).toMatchObject({ status: 200 });
  await stage.settle();
};
const lastGroup = async () => (await stage.listGroups()).at(-1)!;

story('Prometheus straight to us', (chapter) => {
  chapter('its captures open a group, each once', async () => {
    expect(captures.length).toBeGreaterThan(1);
    for (const { request } of captures) {
      const [path, headers] = request.path.includes('/ingest/')
        ? [`${prefix()}/api/v2/alerts`, {}]
        : [request.path, { authorization: `Bearer ${key}` }];
      const endsAt = await inMinutes(4);
      const alerts = (request.body as object[]).map((alert) => ({ ...alert, endsAt }));
      for (let n = 0; n < 2; n += 1) expect((await ask(request.method, path, alerts, headers)).status).toBe(200);
      await stage.settle();
      expect(await lastGroup()).toMatchObject({ status: 'firing', title: expect.stringContaining('Queue mail is deep') });
    }
    await stage.advance('PT5M');
  });

  chapter('an alert fires until its end, which each repeat moves, and rings once', async () => {
    const rung = stage.ana.ringCount;
    await post([alertOf('DiskFull', await inMinutes(4))]);
    const { id } = await lastGroup();
    for (let n = 0; n < 6; n += 1) {
      await stage.advance('PT1M');
      await post([alertOf('DiskFull', await inMinutes(4))]);
    }
    expect(await stage.ana.api.row('alertGroups', id)).toMatchObject({ status: 'firing', opening: 1 });
    await stage.advance('PT4M');
    expect(await stage.ana.api.row('alertGroups', id)).toMatchObject({ status: 'firing' });
    await stage.advance('PT31S');
    expect(await stage.ana.api.row('alertGroups', id)).toMatchObject({ status: 'resolved', firing: 0 });
    expect(stage.ana.ringCount).toBeGreaterThan(rung);
  });

  chapter('an end in the past resolves at once; without an end it fires for five minutes, also by the older interface', async () => {
    await post([alertOf('Queue', await inMinutes(4))]);
    await post([alertOf('Queue', await inMinutes(-1))]);
    expect(await lastGroup()).toMatchObject({ status: 'resolved' });
    for (const [name, endsAt, path] of [
      ['Unsaid', undefined, '/api/v2/alerts'],
      ['Zero', '0001-01-01T00:00:00Z', '/api/v1/alerts'],
    ] as const) {
      await post([alertOf(name, endsAt)], `${prefix()}${path}`);
      await stage.advance('PT4M');
      expect(await lastGroup()).toMatchObject({ status: 'firing' });
      await stage.advance('PT61S');
      expect(await lastGroup()).toMatchObject({ status: 'resolved' });
    }
  });

  chapter('ends in time after a restart, and gets the time again when Tocsin was down at its end', async () => {
    await post([alertOf('BeforeRestart', await inMinutes(4))]);
    await stage.restart('SIGKILL');
    await stage.advance('PT5M');
    expect(await lastGroup()).toMatchObject({ status: 'resolved', title: expect.stringContaining('BeforeRestart') });
  });

  chapter('its clients ask what they ask of an Alertmanager', async () => {
    await post([alertOf('Asked', await inMinutes(10)), alertOf('Asked', await inMinutes(10), 'db-2')]);
    for (const [path, headers] of [
      [`${prefix()}/api/v2/alerts?active=true`, {}],
      ['/any/prefix/api/v2/alerts', { authorization: `Bearer ${key}` }],
    ] as const) {
      const { status, body } = await ask<{ labels: { alertname: string }; annotations: object; status: object }[]>(
        'GET',
        path,
        undefined,
        headers,
      );
      expect(status).toBe(200);
      const asked = body.filter(({ labels }) => labels.alertname === 'Asked');
      expect(asked).toHaveLength(2);
      expect(asked[0]).toMatchObject({ annotations: { summary: expect.any(String) }, status: { state: 'active' } });
    }
    expect(await ask('GET', `${prefix()}/api/v2/status`)).toMatchObject({ status: 200, body: { cluster: { status: 'disabled' } } });
    expect(await ask('GET', `${prefix()}/api/v2/silences`)).toMatchObject({ status: 200, body: [] });
    for (const path of ['/-/ready', '/-/healthy']) {
      const answer = await fetch(`${stage.tocsin.url}${prefix()}${path}`);
      expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
    }
    expect((await ask('GET', '/api/v2/status')).status).toBe(401);
  });

  chapter('amtool adds and lists', async () => {
    if (!existsSync('/usr/bin/amtool'))
      return sayNotRun('amtool against our address for Prometheus: install Debian’s prometheus-alertmanager');
    const url = `${stage.tocsin.url}${prefix()}`;
    const run = (...more: string[]) =>
      spawnSync('/usr/bin/amtool', [`--alertmanager.url=${url}`, ...more], { encoding: 'utf8', timeout: 10_000 });
    const added = run('alert', 'add', 'ByAmtool', 'instance=db-1', '--annotation=summary=By hand');
    expect([added.status, added.error]).toEqual([0, undefined]);
    await stage.settle();
    expect(await lastGroup()).toMatchObject({ status: 'firing', title: expect.stringContaining('By hand') });
    const listed = run('alert', 'query', '-o', 'json');
    expect(listed.status).toBe(0);
    expect(listed.stdout).toContain('ByAmtool');
  });
});
