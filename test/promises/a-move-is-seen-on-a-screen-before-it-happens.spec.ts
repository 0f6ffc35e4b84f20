// cluster: never, what was copied is on one server
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { configBodyType, type ConfigApplyAnswer, type ConfigFiles, type ConfigPlan } from '@tocsin/contracts/config-files/plan.js';
import type { MovingIn, MovingInAnswer, MovingInRequestInput } from '@tocsin/contracts/moving-in/moving-in.js';
import { ForeignSystem, type ForeignOptions } from '@tocsin/testing/foreign/foreign-system.js';
import type { Client } from '@tocsin/testing/stage/client.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

const token = 'tok-5f1e-planted-secret-0002';
let stage: Stage;
const systems: ForeignSystem[] = [];
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(async () => {
  await stage.close();
  for (const system of systems) await system.stop();
});

const startSystem = async (options: Partial<ForeignOptions> = {}): Promise<ForeignSystem> => {
  const system = await ForeignSystem.start('opsgenie', { token, ...options });
  systems.push(system);
  return system;
};
const withoutToken = (system: ForeignSystem): MovingInRequestInput => ({
  from: 'system',
  system: 'opsgenie',
  address: system.origin,
  since: '2026-11-01T00:00:00.000Z',
});
const from = (system: ForeignSystem): MovingInRequestInput => ({ ...withoutToken(system), token }) as MovingInRequestInput;
const begin = (request: MovingInRequestInput, api: Client = stage.ana.api) =>
  api.request<MovingInAnswer>('POST', '/api/moving-in', request);
const read = async (): Promise<MovingInAnswer> => (await stage.ana.api.request<MovingInAnswer>('GET', '/api/moving-in')).body;
const until = async (state: MovingIn['state']): Promise<MovingIn> => {
  for (;;) {
    const { current } = await read();
    if (current?.state === state) return current;
    if (current?.state === 'failed') throw new Error(String(current.trouble));
    await pause(20);
  }
};

/** Every file of the data folder, as it is and unpacked. */
const textsBelow = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return textsBelow(path);
    const bytes = readFileSync(path);
    return [bytes.toString('latin1'), ...(name.endsWith('.gz') ? [gunzipSync(bytes).toString('latin1')] : [])];
  });

story('a move from another system', (chapter) => {
  chapter('is for owners and admins, and no request says what it has', async () => {
    const bo = await stage.addPerson('Bo');
    const system = await startSystem();
    expect((await begin(from(system), bo.api)).body).toMatchObject({ code: 'permission.denied' });
    expect((await bo.api.request('GET', '/api/moving-in')).status).toBe(403);
    expect((await bo.api.request('GET', '/api/moving-in/files')).status).toBe(403);
    expect(system.requests).toEqual([]);
  });

  chapter('sends its token nowhere else: a redirect is refused', async () => {
    const elsewhere = await startSystem();
    const system = await startSystem({
      instead: () => ({ request: '', status: 302, headers: { location: `${elsewhere.origin}/v2/users` }, body: {} }),
    });
    await begin(from(system));
    expect(await until('waiting')).toMatchObject({ trouble: expect.stringContaining('redirect') as string });
    expect(elsewhere.requests).toEqual([]);
  });

  chapter('is one at a time, reads on its own thread, and waits for the token after a kill: then it goes on', async () => {
    const system = await startSystem();
    expect((await begin(from(system))).status).toBe(202);
    await system.requestsReach(30);
    const second = await begin(from(system));
    if (second.status !== 503) throw new Error(`a second one was begun: ${JSON.stringify(second.body)}`);
    await stage.restart('SIGKILL');
    expect(await until('waiting')).toMatchObject({ trouble: expect.stringContaining('Type it again') as string });
    expect((await begin(withoutToken(system))).body).toMatchObject({ code: 'request.invalid', errors: [{ path: 'token' }] });
    const asked = system.requests.length;
    await begin(from(system));
    const done = await until('done');
    expect(done.said.join(' ')).toContain('8 users');
    // what was read before the kill is not asked for again
    expect(system.requests.slice(asked).some(({ path }) => path.startsWith('/v2/users?'))).toBe(false);
  });

  chapter('says what came, what changed by which rule, and who is on call there and here: nothing is unexplained', async () => {
    const { report } = await until('done');
    expect(report?.counts).toContainEqual({ one: 'schedule', many: 'schedules', count: 4 });
    expect(report?.schedules.filter(({ unexplainedHours }) => unexplainedHours > 0)).toEqual([]);
    // four weeks of each, and the week of the next clock change of the three that have one
    expect(report?.schedules.length).toBe(7);
    expect(report?.refused).toEqual([]);
    expect(report?.remarks.length).toBeGreaterThan(0);
  });

  chapter('has its token in no file of the server, and in no answer', async () => {
    const all = textsBelow(stage.tocsin.data);
    expect(JSON.stringify(await read())).not.toContain(token);
    expect(all.filter((text) => text.includes(token))).toEqual([]);
  });

  chapter('is planned as a diff and applied like other files; invitations are one press, 60 a minute', async () => {
    const { api } = stage.ana;
    const { files } = (await api.request<ConfigFiles>('GET', '/api/moving-in/files')).body;
    const send = async <B>(path: string, more: object): Promise<B> => {
      const body = JSON.stringify({ files, source: 'import/opsgenie', invitations: false, ...more });
      return (await api.request<B>('POST', `/api/config/${path}`, body, { 'content-type': configBodyType })).body;
    };
    const plan = await send<ConfigPlan>('plan', {});
    expect(plan).toMatchObject({ errors: [], summary: { changed: 0, removed: 0 } });
    const { applyId } = await send<ConfigApplyAnswer>('apply', { expect: plan.digest });
    await stage.settle();
    expect(await api.row('configApplies', applyId!)).toMatchObject({ state: 'applied' });
    expect((await read()).invitations).toEqual({ unsent: plan.invited.length, isSending: false });
    expect((await api.request('POST', '/api/moving-in/invitations')).body).toMatchObject({ code: 'mail_server.not_set_up' });
  });

  chapter('is compared again without the token, and deleted with all that was copied', async () => {
    const { system } = (await read()).current!;
    const place = (await read()).current!.place;
    const again = { from: 'system', system, address: place, since: '2026-11-01T00:00:00.000Z', team: 'From there' } as const;
    expect((await begin(again)).status).toBe(202);
    expect((await until('done')).team).toBe('From there');
    expect((await stage.ana.api.request('DELETE', '/api/moving-in')).status).toBe(204);
    expect((await read()).current).toBeNull();
    expect(readdirSync(join(stage.tocsin.data, 'side'))).not.toContain('moving-in');
  });

  chapter('reads a copy that the command line made, and none that was damaged', async () => {
    await begin({ from: 'folder', system: 'opsgenie', folder: join(stage.tocsin.data, 'none') });
    expect(await until('failed')).toMatchObject({ trouble: expect.stringContaining('has no finished rescue') as string });
  });
});
