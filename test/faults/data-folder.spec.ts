// faults: short
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';
import { runWithoutReader } from '@tocsin/testing/stage/command-line.js';
import { canBeDenied } from '@tocsin/testing/machine/other-user.js';
import { holderOf, expectRefusedStart } from './processes.js';

const nobodyUid = 65_534;

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'tocsin-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the data folder', () => {
  it('lets one server in: a second says who is there already, and the first goes on', async () => {
    const data = join(folder, 'data');
    const first = await Tocsin.start({ data });
    const { code, output: said } = await expectRefusedStart({ TOCSIN_DATA: data, TOCSIN_CLOCK: 'manual' });
    expect(code).toBe(1);
    expect(said).toContain(`${data} is in use by process ${holderOf(data)}`);
    expect(said).not.toMatch(/\bat .*:\d+:\d+/);
    expect((await first.anonymous.request('GET', '/readyz')).status).toBe(200);
    await first.stop();
  });

  it('is free again at once when its server was killed', async () => {
    const data = join(folder, 'data');
    const first = await Tocsin.start({ data });
    await first.setUp();
    const second = await first.restart('SIGKILL');
    expect((await second.anonymous.request('GET', '/api/status')).body).toMatchObject({ setUp: true });
    await second.stop();
  });

  it('is looked over to the end, though nobody reads what is found', async () => {
    const data = join(folder, 'data');
    const server = await Tocsin.start({ data });
    expect(await runWithoutReader(['doctor'], { TOCSIN_DATA: data })).toEqual({ code: 0, complaint: '' });
    await server.stop();
  });

  it('can’t be made where a part of its path is a file', async () => {
    writeFileSync(join(folder, 'file'), '');
    const { code, output: said } = await expectRefusedStart({ TOCSIN_DATA: join(folder, 'file', 'data') });
    expect([code, said.trim()]).toEqual([
      1,
      expect.stringMatching(/^The data folder .* can’t be written: a part of the path is a file\. /),
    ]);
  });

  const isDenied = canBeDenied('a test of a data folder that may not be written');
  it('may not be written by this user', async () => {
    if (!isDenied) return;
    const data = join(folder, 'data');
    mkdirSync(data);
    chmodSync(folder, 0o755);
    chmodSync(data, 0o555);
    const { code, output: said } = await expectRefusedStart({ TOCSIN_DATA: data }, { user: nobodyUid });
    expect([code, said.trim()]).toEqual([
      1,
      expect.stringMatching(/^The data folder .* can’t be written: this user may not write there\. /),
    ]);
  });
});
