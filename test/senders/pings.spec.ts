import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { loadOwnCaptures, type Capture } from './captures.js';

const captures = new Map(loadOwnCaptures('healthchecks').map((capture) => [capture.file.slice(0, 2), capture]));

let stage: Stage;
let key: string;
beforeAll(async () => {
  stage = await Stage.begin();
  ({ key } = await stage.integration('healthchecks'));
});
afterAll(() => stage.close());

const ping = async (method: string, path: string, body?: string): Promise<readonly [status: number, text: string]> => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(`${stage.tocsin.url}${path}`, { method, ...(body === undefined ? {} : { body, headers }) });
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  await stage.settle();
  return [answer.status, text];
};
/** Sends a captured ping with our key in place of its own. */
const replay = ({ request: { method, path, rawQuery, body } }: Capture) =>
  ping(method, `${path.replace(/(?<=^\/ping\/)[^/]+/, key)}${rawQuery ? `?${rawQuery}` : ''}`, body as string | undefined);
const lastGroup = async () => (await stage.listGroups()).at(-1)!;
const alertOf = async (groupId: string) => (await stage.ana.api.row('alerts', groupId)).alerts[0]!;

story('a ping of Healthchecks', (chapter) => {
  chapter('of every client that was captured is answered OK', async () => {
    for (const [file, capture] of captures)
      expect([file, await replay(capture)]).toEqual([file, [200, capture.request.method === 'HEAD' ? '' : 'OK']]);
    for (const { id, status } of await stage.listGroups())
      if (status !== 'resolved') await stage.ana.api.run('ResolveAlertGroup', { groupId: id });
  });

  chapter('that says a failure pages once, shows the end of the output, and the next success resolves it', async () => {
    await stage.advance('PT2H');
    const rung = stage.ana.ringCount;
    const output = `${'line\n'.repeat(3_000)}pg_dump: error: connection to server failed`;
    expect(await ping('POST', `/any/prefix/ping/${key}/backup/1`, output)).toEqual([200, 'OK']);
    const group = await lastGroup();
    expect(group).toMatchObject({ status: 'firing', urgency: 'high', title: expect.stringContaining('backup failed with exit status 1') });
    expect((await alertOf(group.id)).details).toMatch(/^….*connection to server failed$/s);
    expect(await ping('GET', `/ping/${key}/backup/fail`)).toEqual([200, 'OK']);
    for (const other of ['/backup/start', '/backup/log', '/other', '/other/0', ''])
      expect(await ping('GET', `/ping/${key}${other}`)).toEqual([200, 'OK']);
    expect(await lastGroup()).toMatchObject({ id: group.id, status: 'firing' });
    expect(await ping('HEAD', `/ping/${key}/backup`)).toEqual([200, '']);
    expect(await lastGroup()).toMatchObject({ id: group.id, status: 'resolved' });
    expect(stage.ana.ringCount).toBe(rung + 1);
  });

  chapter('is taken with the key as a UUID, by POST with any body', async () => {
    const dashed = key.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-').toUpperCase();
    for (const body of ['', '{"a":', '[1]', 'ü\u0000'])
      expect([body, await ping('POST', `/ping/${dashed}/3`, body)]).toEqual([body, [200, 'OK']]);
    expect(await lastGroup()).toMatchObject({ title: expect.stringContaining('failed with exit status 3') });
    expect(await ping('POST', `/ping/${dashed}/0`)).toEqual([200, 'OK']);
  });

  chapter('that can’t be read is refused as Healthchecks refuses it, and nothing is opened', async () => {
    const before = await stage.listGroups();
    for (const path of ['/256', '/Backup', '/backup/soon', '/backup/1000']) {
      const [status, text] = await ping('GET', `/ping/${key}${path}`);
      expect([path, status, text]).toEqual([path, 400, 'invalid url format']);
    }
    expect(await ping('GET', `/ping/${'f'.repeat(32)}`)).toEqual([404, 'not found']);
    const generic = await stage.integration('generic');
    expect(await ping('GET', `/ping/${generic.key}/fail`)).toEqual([404, expect.stringContaining('not found: This is the key of')]);
    expect(await ping('PUT', `/ping/${key}`, 'x')).toEqual([405, expect.stringContaining('PUT is not answered here: POST here.')]);
    expect(await stage.listGroups()).toEqual(before);
  });
});
