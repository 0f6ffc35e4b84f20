import { story } from '@tocsin/testing/stage/story.js';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';
import { whenChanged } from '@tocsin/testing/machine/file-changes.js';
import { compareRowsByEvolve } from '@tocsin/testing/stage/reenact-folder.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const preload = pathToFileURL(join(import.meta.dirname, 'ending-thread.mjs')).href;

story('a thread of the screens that ends by itself', (chapter) => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-thread-'));
  const end = join(folder, 'end');
  let stage: Stage;

  beforeAll(async () => {
    // in a cluster the main thread keeps the views
    stage = await Stage.begin({ profile: 'embedded', env: { NODE_OPTIONS: `--import=${preload}`, TEST_END: end } });
    stage.expectedErrors = /the projector thread stopped/;
  });
  afterAll(async () => {
    await stage.close();
    rmSync(folder, { recursive: true });
  });

  const endThread = async (): Promise<void> => {
    writeFileSync(end, '');
    await whenChanged(folder, () => !existsSync(end));
  };
  const getHealth = async (): Promise<HealthAnswer> => (await stage.ana.api.request<HealthAnswer>('GET', '/api/health')).body;

  chapter('stops no page, is said in health, and is is being restarted from what it had saved', async () => {
    await stage.generic({ key: 'Before', summary: 'Before' });
    for (const name of ['First', 'Second', 'Third']) {
      await stage.settleFully();
      await endThread();
      await stage.generic({ key: name, summary: name });
      await stage.ana.phone.waitFor(({ title }) => title === name);
    }
    expect((await getHealth()).troubles).toContainEqual(
      expect.objectContaining({ where: 'projector', message: expect.stringContaining('is being restarted') }),
    );
    await stage.settle();
    expect((await stage.listGroups()).map(({ title }) => title).toSorted()).toEqual(['Before', 'First', 'Second', 'Third']);
    expect((await getHealth()).views.lag).toBe(0);
  });

  chapter('holds up no rebuild', async () => {
    await endThread();
    expect(await runCommandLine(['rebuild'], { TOCSIN_DATA: stage.tocsin.data })).toMatchObject({ code: 0 });
    expect(await stage.listGroups()).toHaveLength(4);
    expect(await compareRowsByEvolve(stage.tocsin.data)).toMatchObject({ before: [], rebuilt: [] });
  });
});
