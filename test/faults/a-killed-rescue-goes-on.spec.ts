import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ForeignSystem } from '@tocsin/testing/foreign/foreign-system.js';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';
import { commandLineProgram } from '@tocsin/testing/stage/program.js';

const token = 'tok-5f1e-planted-secret-0001';

describe('a rescue by the program', () => {
  const parent = mkdtempSync(join(tmpdir(), 'tocsin-rescue-'));
  const folder = join(parent, 'rescued');
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

  it('goes on after kill -9, needs no server and no data folder, and shows its token nowhere', async () => {
    const system = await ForeignSystem.start('opsgenie', { token, alerts: 60 });
    const args = ['rescue', 'opsgenie', folder, '--url', system.origin, '--since', '2025-11-01'];
    const env = { TOCSIN_RESCUE_TOKEN: token, TOCSIN_DATA: join(parent, 'none') };
    for (const requests of [40, 120, 200]) {
      const child = spawn(process.execPath, [commandLineProgram, ...args], {
        env: { ...process.env, NODE_OPTIONS: '', ...env },
        stdio: 'ignore',
      });
      await system.requestsReach(requests);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const { code, output } = await runCommandLine(args, env);
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringContaining('Going on with the rescue that began at') as string,
    });
    expect(output).toContain('60 alerts');
    const files = readdirSync(folder).map((name) =>
      (name.endsWith('.gz') ? gunzipSync(readFileSync(join(folder, name))) : readFileSync(join(folder, name))).toString(),
    );
    expect(files.join('\n') + output).not.toContain(token);
    expect(readdirSync(parent)).toEqual(['rescued']);
    expect((await runCommandLine(['rescue', 'verify', folder], {})).code).toBe(0);
    await system.stop();
  });

  it('asks nobody where there is no terminal: without a token it says what to do', async () => {
    const { code, output } = await runCommandLine(['rescue', 'pagerduty', join(parent, 'other')], { TOCSIN_RESCUE_TOKEN: '' });
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('set TOCSIN_RESCUE_TOKEN') as string });
  });
});
