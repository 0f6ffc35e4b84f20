import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reenactFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

/** In a cluster the log is in EventStoreDB, and the data folder is not the store. */
const profile = 'embedded';

story('a data folder that is copied', (chapter) => {
  const place = mkdtempSync(join(tmpdir(), 'tocsin-copy-'));
  const copy = join(place, 'copy');
  const servers: Tocsin[] = [];
  let stage: Stage;

  /** An empty `was`: nobody has answered. */
  const start = async (data: string, was: 'moved' | 'copied' | '' = ''): Promise<{ server: Tocsin; ana: Client }> => {
    const server = await Tocsin.start({ data, profile, env: { TOCSIN_DATA_FOLDER: was } });
    servers.push(server);
    await server.settle();
    return { server, ana: new Client(server.url, stage.ana.api.token, stage.ana.personId) };
  };
  const statusOf = async (server: Tocsin): Promise<unknown> =>
    ((await server.anonymous.request('GET', '/readyz')).body as { readonly status: string }).status;
  /** Rings of Ana’s phone in the next six minutes of this server: one round of the policy. */
  const countRings = async (server: Tocsin): Promise<number> => {
    const before = stage.ana.phone.pages.length;
    await server.advance('PT6M');
    return stage.ana.phone.pages.length - before;
  };

  beforeAll(async () => {
    stage = await Stage.begin({ profile, env: { TOCSIN_DATA_FOLDER: '' } });
    await stage.setPolicy([{ page: [stage.ana] }], 5);
    await stage.generic({ summary: 'The disk is full', key: 'disk' });
    await stage.settle();
    await stage.tocsin.stop();
    cpSync(stage.tocsin.data, copy, { recursive: true, preserveTimestamps: true });
    cpSync(stage.tocsin.data, join(place, 'answered'), { recursive: true, preserveTimestamps: true });
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await stage.detach();
    rmSync(place, { recursive: true, force: true });
  });

  chapter('starts paused: it shows what it would send, and says what it is', async () => {
    const { server, ana } = await start(copy);
    expect(await statusOf(server)).toBe('held');
    expect(server.output()).toMatch(/is a copy, or was moved .*: it starts paused.*Go live here/);
    expect(await ana.row('organisation', 'organisation')).toMatchObject({ held: { isCopiedFolder: true, backupAt: expect.any(String) } });
    expect(await countRings(server)).toBe(0);
    await server.stop();
  });

  chapter('stays paused at its next start, which asks nothing, until an owner lets it', async () => {
    const { server, ana } = await start(copy);
    expect(await statusOf(server)).toBe('held');
    expect(server.output()).not.toContain('is a copy');
    await ana.run('GoLiveHere', {});
    expect(await countRings(server)).toBeGreaterThan(0);
    await server.stop();
    const { differences, missing } = await reenactFolder(copy);
    expect({ differences, missing }).toEqual({ differences: [], missing: [] });
  });

  chapter('pages at once where the operator has said that it was moved', async () => {
    const { server } = await start(join(place, 'answered'), 'moved');
    expect(await statusOf(server)).toBe('ready');
    expect(await countRings(server)).toBeGreaterThan(0);
    await server.stop();
  });

  chapter('leaves the original as it was, also under another name', async () => {
    const renamed = join(place, 'renamed');
    // on one file system, as an operator renames it
    renameSync(copy, renamed);
    const { server } = await start(renamed);
    expect(await statusOf(server)).toBe('ready');
    await server.stop();
    const { server: original } = await start(stage.tocsin.data);
    expect(await statusOf(original)).toBe('ready');
    expect(await countRings(original)).toBeGreaterThan(0);
  });
});
