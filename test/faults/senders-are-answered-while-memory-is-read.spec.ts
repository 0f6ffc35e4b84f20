import { story } from '@tocsin/testing/stage/story.js';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ServerCore } from '../../apps/server/src/core.js';
import { readConfig } from '../../apps/server/src/config.js';
import { openListener, type OpenListener } from '../../apps/server/src/open-listener.js';
import { groupsView } from '@tocsin/domain/operation/alert-groups/views/groups.view.js';
import { fingerprints } from '@tocsin/domain/registry.js';
import { typesOf } from '@tocsin/kernel/rows/view.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

// The server as `run` opens it, held where a long log would delay it: senders’ routes are open, and memory is not complete.
let stage: Stage;
let core: ServerCore;
let openedFront: OpenListener;
let server: Client;
let knownPath: string;
const open = async (): Promise<void> => {
  core = await ServerCore.open(readConfig({ TOCSIN_DATA: stage.tocsin.data, TOCSIN_CLOCK: 'manual', HOST: '127.0.0.1' }), () => {});
  openedFront = await openListener(core.parts);
  server = new Client(`http://127.0.0.1:${await openedFront.listener.listen(0, '127.0.0.1')}`, '', '');
};
const closeFront = async (): Promise<void> => {
  await openedFront.listener.close();
  await core.close();
};
/** The event types that were read from the log, without those after memory’s snapshot. */
const readWhile = async (
  readAllSpy: jest.SpiedFunction<typeof core.parts.log.readAll>,
  work: () => Promise<unknown>,
): Promise<readonly string[]> => {
  await work();
  const pages = (await Promise.all(readAllSpy.mock.results.map(({ value }) => value))) as readonly { readonly type: string }[][];
  readAllSpy.mockRestore();
  return [...new Set(pages.flat().map(({ type }) => type))];
};
const alerts = [{ labels: { alertname: 'DiskFull' }, status: 'firing', startsAt: '2026-11-21T00:00:00Z', fingerprint: 'ab12' }];

beforeAll(async () => {
  stage = await Stage.begin({ profile: 'embedded' });
  knownPath = (await stage.integration('alertmanager')).path;
  await stage.alertmanager('firing', [{ name: 'Latency' }]);
  await stage.tocsin.stop();
});
afterAll(() => stage.detach());

describe.each([
  ['one view of memory was lost', () => rmSync(join(stage.tocsin.data, 'views', 'memory', 'groups.snapshot')), ['groups']],
  ['a release has changed the code of one', () => Object.assign(fingerprints, { groups: 'of the next release' }), ['groups']],
  ['the views were deleted', () => rmSync(join(stage.tocsin.data, 'views'), { recursive: true }), null],
])('while memory is read, because %s', (_why, lose, views) => {
  beforeAll(async () => {
    lose();
    await open();
  });
  afterAll(closeFront);

  story('a server that starts', (chapter) => {
    chapter('senders whose keys are known are answered, and what they sent is on the log', async () => {
      const before = (await core.parts.log.head()).ordinal;
      const answer = await server.request('POST', knownPath, { version: '4', groupKey: 'k', status: 'firing', receiver: 'r', alerts });
      expect(answer.status).toBe(202);
      expect((await core.parts.log.head()).ordinal).toBe(before + 1);
    });

    chapter('an unknown key is told to come again, and not that it is wrong', async () => {
      expect(await server.request('POST', `/ingest/alertmanager/${'0'.repeat(32)}`, {})).toMatchObject({
        status: 503,
        body: { code: 'store.behind' },
      });
    });

    chapter('nobody else is answered, whoever they say they are', async () => {
      const anonymousClient = new Client(server.url, stage.ana.api.token, '');
      for (const path of ['/api/session', '/api/views/alertGroups', '/metrics'])
        expect(await anonymousClient.request('GET', path)).toMatchObject({ status: 503, body: { code: 'store.starting' } });
      expect(await server.request('GET', '/healthz')).toMatchObject({ status: 200 });
    });

    chapter('/readyz says what is read, and how far', async () => {
      const { status, body } = await server.request<{ why: string[]; folding: { views: string[] } }>('GET', '/readyz');
      expect(status).toBe(503);
      expect(body.why).toEqual([expect.stringMatching(/^reading .* events, [\d,]+\/s\)$/)]);
    });

    chapter('then it is whole, and knows what came meanwhile; only what is folded again was read again', async () => {
      const readAllSpy = jest.spyOn(core.parts.log, 'readAll');
      const otherViews = views ? core.parts.memory.views.filter((view) => !views.includes(view)) : [];
      const before = otherViews.map((view) => [...core.parts.memory.rows(view).entries()]);
      const read = await readWhile(readAllSpy, () => core.parts.folding.all());
      expect(otherViews.map((view) => [...core.parts.memory.rows(view).entries()])).toEqual(before);
      expect(read.filter((type) => views && !typesOf([groupsView]).includes(type))).toEqual([]);
      expect(core.parts.memory.ordinal).toBe((await core.parts.log.head()).ordinal);
      expect(core.parts.memory.viewsBehind()).toEqual([]);
      expect(core.parts.memory.rows('groups').size).toBe(1);
      expect(core.parts.folding.state().views).toEqual(views ?? core.parts.memory.views);
      expect(await server.request('POST', `/ingest/alertmanager/${'0'.repeat(32)}`, {})).toMatchObject({ status: 401 });
    });
  });
});
