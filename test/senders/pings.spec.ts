import { gzipSync } from 'node:zlib';
import type { HeartbeatRow } from '@tocsin/contracts/heartbeats/noun.js';
import { Job } from '@tocsin/testing/stage/jobs.js';
import { notReadInTime, sentAgain } from '@tocsin/testing/stage/sent-again.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { loadOwnCaptures, type Capture } from './captures.js';

const captures = new Map(loadOwnCaptures('healthchecks').map((capture) => [capture.file.slice(0, 2), capture]));

let stage: Stage;
/** Of the integration, before a slug. */
let key: string;
/** Of a heartbeat, alone. */
let own: string;
beforeAll(async () => {
  stage = await Stage.begin();
  stage.expectedErrors = notReadInTime;
  ({ key } = await stage.integration('healthchecks'));
  const job = await Job.create(stage, { name: 'db-backup' });
  own = job.path.split('/').at(-1)!;
});
afterAll(() => stage.close());

const ask = async (method: string, path: string, body?: string): Promise<readonly [status: number, text: string]> => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(`${stage.tocsin.url}${path}`, { method, ...(body === undefined ? {} : { body, headers }) });
  const text = await answer.text();
  await stage.settle();
  return [answer.status, text];
};
const ping = (rest: string): Promise<readonly [status: number, text: string]> => ask('GET', `/ping/${key}${rest}`);
/** Sends a captured ping with our key in place of its own. */
const replay = ({ request: { method, path, rawQuery, body } }: Capture) => {
  const known = path.includes('db-backup') ? key : own;
  return ask(method, `${path.replace(/(?<=^\/ping\/)[^/]+/, known)}${rawQuery ? `?${rawQuery}` : ''}`, body as string | undefined);
};
const rowOf = async (name: string): Promise<HeartbeatRow> =>
  (await stage.ana.api.listAll('heartbeats')).find((row) => row.name === name) as never;

story('a ping', (chapter) => {
  chapter('of every client of Healthchecks that was captured is answered OK', async () => {
    for (const [file, capture] of captures)
      expect([file, await replay(capture)]).toEqual([file, [200, capture.request.method === 'HEAD' ? '' : 'OK']]);
    expect(await rowOf('db-backup')).toMatchObject({ pings: expect.any(Number), lastPing: { from: '127.0.0.1' } });
  });

  chapter('of a slug that is not known is 404, unless it makes the heartbeat: once, whoever asks', async () => {
    expect(await ping('/reindex')).toEqual([404, 'not found']);
    const made = await Promise.all([1, 2, 3].map(() => ping('/reindex?create=1')));
    expect(made.map(([status]) => status)).toContain(201);
    expect(made.every(([status]) => status === 200 || status === 201)).toBe(true);
    expect(await rowOf('reindex')).toMatchObject({ state: 'healthy', schedule: { every: 24 * 60 }, grace: 60 });
    expect((await stage.ana.api.listAll('heartbeats')).filter(({ slug }) => slug === 'reindex')).toHaveLength(1);
  });

  chapter('that can’t be read is refused as Healthchecks refuses it', async () => {
    for (const path of ['/256', '/Backup', '/backup/soon', '/backup/1000']) expect(await ping(path)).toEqual([400, 'invalid url format']);
    expect(await ping('/db-backup?rid=7')).toEqual([400, 'invalid uuid format']);
    expect(await ask('GET', `/ping/${'f'.repeat(32)}`)).toEqual([404, 'not found']);
    const generic = await stage.integration('generic');
    expect(await ask('GET', `/ping/${generic.key}/fail`)).toEqual([404, expect.stringContaining('not found: This is the key of')]);
    expect(await ask('PUT', `/ping/${own}`, 'x')).toEqual([405, expect.stringContaining('PUT is not answered here: POST here.')]);
  });

  chapter('with the key of a heartbeat opens no other door', async () => {
    expect((await ask('POST', `/ingest/generic/${own}`, '{"summary":"x"}'))[0]).toBe(401);
    expect((await ask('POST', `/v2/alerts?apiKey=${own}`, '{"message":"x"}'))[0]).toBe(401);
  });

  chapter('of systemd whose job was killed is a failure', async () => {
    const job = await Job.create(stage, { name: 'killed' });
    expect((await job.pings('/KILL')).status).toBe(200);
    expect(await job.row()).toMatchObject({ state: 'failing' });
  });

  chapter('of a heartbeat that is removed or has another slug by now makes a new one', async () => {
    expect((await ping('/first?create=1'))[0]).toBe(201);
    const { id: heartbeatId, schedule } = await rowOf('first');
    await stage.ana.api.run('ChangeHeartbeat', { heartbeatId, name: 'Database', slug: 'db1', schedule });
    await stage.settle();
    expect((await ping('/first?create=1'))[0]).toBe(201);
    const second = await rowOf('first');
    expect(second).toMatchObject({ slug: 'first', state: 'healthy', pings: 1 });
    expect(await rowOf('Database')).toMatchObject({ pings: 1 });
    await stage.ana.api.run('RemoveHeartbeat', { heartbeatId: second.id });
    await stage.settle();
    expect((await ping('/first?create=1'))[0]).toBe(201);
    const live = (await stage.ana.api.listAll('heartbeats')).filter(({ slug, state }) => slug === 'first' && state !== 'removed');
    expect(live).toMatchObject([{ state: 'healthy', pings: 1 }]);
  });

  chapter(
    'that tells much is without output from the sixth in a minute, and must wait from the sixty-first; its first failure never',
    async () => {
      const job = await Job.create(stage, { name: 'noisy' });
      const rid = '0000000a-0000-4000-8000-000000000000';
      for (let n = 0; n < 60; n += 1) expect((await job.pings(`/start?rid=${rid}`, 'words')).status).toBe(200);
      expect((await job.row()).lastPing).toMatchObject({ kind: 'start', outputIn: null });
      expect(await job.pings(`?rid=${rid}`)).toEqual({ status: 429, retryAfter: '60' });
      expect((await job.pings('/fail', 'disk full')).status).toBe(200);
      expect((await job.row()).lastPing).toMatchObject({ kind: 'fail', details: 'disk full', outputIn: null });
      expect((await job.pings('')).status).toBe(429);
      await stage.advance('PT1M');
      expect((await job.pings('')).status).toBe(200);
    },
  );

  chapter('that is a GET is answered and ignored where only POST counts', async () => {
    const job = await Job.create(stage, { name: 'posts', postOnly: true });
    await job.pings();
    expect(await job.row()).toMatchObject({ state: 'inactive', pings: 0 });
    await job.pings('', 'done');
    expect(await job.row()).toMatchObject({ state: 'healthy', pings: 1 });
  });

  chapter('of a job that pings often is counted half a minute later, in one event for all', async () => {
    const job = await Job.create(stage, { name: 'often', schedule: { kind: 'interval', every: 5 } });
    await job.pings();
    for (let n = 0; n < 20; n += 1) await job.pings();
    await stage.advance('PT31S');
    // the door writes them by itself
    while ((await job.row()).pings < 21) await stage.settle();
    expect(await job.row()).toMatchObject({ state: 'healthy', pings: 21 });
    const { body } = await stage.ana.api.request<{ events: { data: unknown }[] }>('GET', '/api/events?type=PingsCounted&limit=1');
    expect(body.events).toMatchObject([{ data: { pings: expect.arrayContaining([{ id: job.heartbeatId, ago: 30_000, n: 20 }]) } }]);
  });

  chapter('with an output of more than 100 kB is taken, and a removed heartbeat is answered still', async () => {
    const job = await Job.create(stage, { name: 'long' });
    expect((await sentAgain(() => job.pings('/fail', `${'x'.repeat(100_001)}the end`))).status).toBe(200);
    expect((await job.row()).lastPing!.details).toMatch(/x+the end$/);
    await stage.ana.api.run('RemoveHeartbeat', { heartbeatId: job.heartbeatId });
    await stage.settle();
    expect((await job.pings()).status).toBe(200);
  });

  chapter('with a compressed output is never refused', async () => {
    const job = await Job.create(stage, { name: 'packed' });
    const headers = { 'content-encoding': 'gzip', 'content-type': 'text/plain' };
    const answer = await fetch(`${stage.tocsin.url}${job.path}`, { method: 'POST', headers, body: gzipSync('done') });
    expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
    expect(await job.row()).toMatchObject({ state: 'healthy', pings: 1 });
  });

  chapter('of GoAlert, Dead Man’s Snitch, Uptime Kuma and Cronitor is answered in their words', async () => {
    const job = await Job.create(stage, { name: 'others' });
    const one = job.path.split('/').at(-1)!;
    expect(await ask('POST', `/api/v2/heartbeat/${one}`)).toEqual([200, '']);
    expect((await ask('GET', `/api/v2/heartbeat/${one}`))[0]).toBe(405);
    expect(await ask('GET', `/snitch/${one}?m=done&s=0`)).toEqual([200, 'Got it, thanks!']);
    expect(await ask('GET', `/api/push/${one}?status=up&msg=OK&ping=`)).toEqual([200, '{"ok":true}']);
    expect(await ask('GET', `/p/${key}/nightly-report?state=run&series=7`)).toEqual([200, 'OK']);
    expect(await rowOf('nightly-report')).toMatchObject({ state: 'healthy', lastPing: { kind: 'start' } });
    expect(await job.row()).toMatchObject({ state: 'healthy' });
  });

  chapter('of Opsgenie is PONG, also for a name that is not known; its create makes one', async () => {
    const { key: genie } = await stage.integration('opsgenie');
    const asked = (method: string, path: string, body?: string) => ask(method, `/v2/heartbeats${path}?apiKey=${genie}`, body);
    expect(await asked('GET', '/unknown/ping')).toEqual([202, expect.stringContaining('PONG - Heartbeat received')]);
    const made = { name: 'Nightly backup / db-1', interval: 25, intervalUnit: 'hours', enabled: true, alertPriority: 'P4' };
    expect((await asked('POST', '/', JSON.stringify(made)))[0]).toBe(201);
    expect((await asked('PATCH', '/Nightly%20backup%20%2F%20db-1/ping'))[0]).toBe(202);
    expect(await rowOf('Nightly backup / db-1')).toMatchObject({
      state: 'healthy',
      urgency: 'low',
      schedule: { every: 25 * 60 },
      grace: 1,
    });
    expect((await asked('POST', '/Nightly%20backup%20%2F%20db-1/disable'))[0]).toBe(200);
    const [status, text] = await asked('GET', '/Nightly%20backup%20%2F%20db-1');
    expect([status, JSON.parse(text)]).toMatchObject([200, { data: { name: made.name, interval: 1_500, enabled: true, expired: false } }]);
    expect(JSON.parse((await asked('GET', '/'))[1])).toMatchObject({ data: { heartbeats: [{ name: made.name }] } });
    expect(await asked('GET', '/unknown')).toEqual([404, expect.stringContaining('Heartbeat not found')]);
    expect((await asked('DELETE', '/unknown'))[0]).toBe(405);
    // of which a slug alone would make one
    for (const name of ['备份', '監視', 'DB.backup', 'db backup'])
      expect((await asked('POST', '/', JSON.stringify({ ...made, name })))[0]).toBe(201);
    const slugs = (await stage.ana.api.listAll('heartbeats')).map(({ slug }) => slug);
    expect(slugs.filter((slug) => /^(?:job|db-backup)-[0-9a-f]{8}$/.test(slug))).toHaveLength(4);
  });
});
