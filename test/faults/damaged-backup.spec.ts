import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

jest.setTimeout(120_000);

let parent: string;
let data: string;
let backup: string;

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'tocsin-'));
  data = join(parent, 'data');
  backup = join(parent, 'backup.tar');
  const tocsin = await Tocsin.start({ data, profile: 'embedded' });
  await tocsin.setUp();
  await tocsin.stop();
  expect(await run(['backup', backup])).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const run = (args: readonly string[], folder = data) => runCommandLine(args, { TOCSIN_DATA: folder });
/** Expects a refusal as a sentence, with nothing left behind. */
const expectRefusal = async (args: readonly string[], message: RegExp): Promise<void> => {
  const target = join(parent, 'restored');
  const { code, output } = await run(args, target);
  expect(output).toMatch(message);
  expect(output).not.toMatch(/\n\s+at /);
  expect(code).toBe(1);
  expect([existsSync(target), existsSync(`${target}.restoring`)]).toEqual([false, false]);
};

describe('a damaged backup', () => {
  const damage: Readonly<Record<string, (file: string) => void>> = {
    empty: (file) => truncateSync(file, 0),
    'of zeros': (file) => writeFileSync(file, Buffer.alloc(statSync(file).size)),
    'cut in half': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
    'cut short by a little': (file) => truncateSync(file, statSync(file).size - 20_000),
  };
  it.each(Object.entries(damage))('%s is not restored', async (_, change) => {
    const file = join(parent, 'damaged.tar');
    copyFileSync(backup, file);
    change(file);
    await expectRefusal(['restore', file], /can’t be unpacked|is not a Tocsin backup|The backup is damaged|lacks .*\. Choose another/);
  });

  it('whose log was damaged when it was made, with a manifest that fits, is not restored', async () => {
    const folder = join(parent, 'unpacked');
    rmSync(folder, { recursive: true, force: true });
    execFileSync('mkdir', ['-p', folder]);
    execFileSync('tar', ['-xf', backup, '-C', folder]);
    const log = join(folder, 'log', 'log.db');
    const bytes = readFileSync(log);
    bytes.fill(0, 8_192, 12_288);
    writeFileSync(log, bytes);
    const [sum] = execFileSync('sha256sum', [log], { encoding: 'utf8' }).split(' ');
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { files: { path: string; sha256: string }[] };
    for (const file of manifest.files) if (file.path === 'log/log.db') file.sha256 = sum!;
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
    const file = join(parent, 'inside.tar');
    execFileSync('tar', ['-cf', file, '-C', folder, 'manifest.json', ...manifest.files.map(({ path }) => path)]);
    await expectRefusal(['restore', file], /log\/log\.db of the backup is damaged: .* Choose another backup; nothing was written/);
  });

  it('is not restored with a vault that is damaged', async () => {
    const vault = join(parent, 'vault.db');
    writeFileSync(vault, Buffer.alloc(8_192));
    await expectRefusal(['restore', backup, '--vault', vault], /vault\.db is damaged: .* Name the file vault\.db of the newest copy/);
  });

  it('is not made of a damaged log', async () => {
    const log = join(data, 'log', 'log.db');
    const bytes = readFileSync(log);
    writeFileSync(log, Buffer.from(bytes).fill(0, 8_192, 12_288));
    const file = join(parent, 'of-damaged.tar');
    const { code, output } = await run(['backup', file]);
    writeFileSync(log, bytes);
    expect([code, output]).toEqual([1, expect.stringMatching(/log\/log\.db of .* is damaged: .* no backup was created/)]);
    expect(existsSync(file)).toBe(false);
  });

  it('that is whole is restored with its hashes, and the doctor compares them', async () => {
    const target = join(parent, 'whole');
    expect(await run(['restore', backup, '--master-key', join(data, 'vault', 'master.key')], target)).toMatchObject({ code: 0 });
    const { output } = await run(['doctor'], target);
    expect(output).toMatch(/the first \d+ match what was written/);
  });
});
