import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const preload = pathToFileURL(join(import.meta.dirname, 'endless-loop.mjs')).href;

describe('a decision that never ends', () => {
  let stage: Stage;

  beforeAll(async () => {
    // in seconds, which the process counts itself, so the machine’s load does not matter
    const env = { NODE_OPTIONS: `--import=${preload}`, TOCSIN_ENDS_LOOPS_AFTER: '8' };
    stage = await Stage.begin({ profile: 'embedded', env });
    stage.expectedErrors = /never ended before/;
  });
  afterAll(() => stage.close());

  it('ends the process, twice; then it is given up, its group is opened without alerts, and all others are paged', async () => {
    await stage.generic({ key: 'Before', summary: 'Before' });
    // the process may end before or after it answers
    void stage.generic({ key: 'Endless', summary: 'Endless' }).catch(() => {});
    for (let times = 0; times < 2; times += 1) {
      await stage.tocsin.waitForOutput(/OpenAlertGroup \([0-9a-f-]{36}\) has been running for 8 s/);
      await stage.restart();
    }
    await stage.generic({ key: 'After', summary: 'After' });
    await stage.settleFully();
    expect((await stage.listGroups()).map(({ title }) => title).toSorted()).toEqual(['After', 'Before', 'Endless']);
    expect(stage.ana.phone.pages.map(({ title }) => title)).toEqual(expect.arrayContaining(['After', 'Before', 'Endless']));
    const { failures } = (await stage.ana.api.request<HealthAnswer>('GET', '/api/health')).body;
    expect(failures).toEqual([
      expect.objectContaining({ command: 'OpenAlertGroup', reason: expect.stringMatching(/^NeverEnds/), replaced: true }),
    ]);
  });
});
