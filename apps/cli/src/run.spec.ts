import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.js';

describe('the command line', () => {
  const output: string[] = [];
  const empty = mkdtempSync(join(tmpdir(), 'tocsin-cli-'));
  beforeEach(() => {
    output.length = 0;
    const take = (...texts: unknown[]): void => void output.push(texts.join(' '));
    jest.spyOn(console, 'log').mockImplementation(take);
    jest.spyOn(console, 'error').mockImplementation(take);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => rmSync(empty, { recursive: true }));

  it('says what there is, and ends well, when it is asked for help', async () => {
    expect(await run([])).toBe(0);
    expect(output[0]).toContain('rebuild [view…]');
    expect(output[0]).toContain('doctor');
  });

  it.each(['explode', 'constructor'])('knows no command %s', async (name) => {
    expect(await run([name])).toBe(1);
    expect(output[0]).toContain(`Unknown command “${name}”`);
  });

  it('names the views when one is misspelt', async () => {
    expect(await run(['rebuild', 'alertgroup'], { TOCSIN_DATA: empty })).toBe(1);
    expect(output[0]).toMatch(/Unknown view alertgroup\. Views: .*alertGroups/);
  });

  it.each(['rebuild', 'doctor'])('makes no data folder for %s where there is none', async (command) => {
    expect(await run([command], { TOCSIN_DATA: empty })).toBe(1);
    expect(output[0]).toBe(`No Tocsin data folder at ${empty}. Set TOCSIN_DATA to the server’s data folder.`);
    expect(readdirSync(empty)).toEqual([]);
  });
});
