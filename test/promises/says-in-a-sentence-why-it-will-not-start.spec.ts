import { story } from '@tocsin/testing/stage/story.js';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endClusters, profileOfRun as profile } from '@tocsin/testing/stage/cluster.js';
import { commandLineProgram } from '@tocsin/testing/stage/program.js';
import { Tocsin, type StartOptions } from '@tocsin/testing/stage/tocsin.js';

let parent = '';
let data = '';
/** The data folder of a log under the system clock. */
let real = '';
beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'tocsin-'));
  data = join(parent, 'data');
  const tocsin = await Tocsin.start({ data });
  await tocsin.setUp();
  await tocsin.stop();
  real = join(parent, 'real');
  const other = await Tocsin.start({ data: real, hasRealClock: true, profile });
  await other.stop();
});
afterAll(async () => {
  await endClusters();
  rmSync(parent, { recursive: true, force: true });
});

/** Output of a server that fails to start: only a few lines, without a stack trace. */
const startError = async (options: StartOptions): Promise<string> => {
  const errorText = await Tocsin.start(options).then(
    async (tocsin) => {
      await tocsin.stop();
      return 'it started';
    },
    (error: unknown) => String(error),
  );
  expect(errorText).not.toMatch(/\n\s+at /);
  return errorText;
};

const labelPath = (): string => join(data, 'tocsin.json');
const readLabel = (): { format: number; programVersion: string } => JSON.parse(readFileSync(labelPath(), 'utf8')) as never;

describe('a server that will not start', () => {
  it('says so of a log that was created with the other clock', async () => {
    expect(await startError({ data, hasRealClock: true, profile })).toMatch(
      /ended with 1:\n.*created with the manual clock.*Start with TOCSIN_CLOCK=manual/,
    );
    expect(await startError({ data: real })).toMatch(/created with the system clock.*Start without TOCSIN_CLOCK=manual/);
  });

  it('says so of a movable clock in production', async () => {
    expect(await startError({ data: join(parent, 'production'), env: { NODE_ENV: 'production' } })).toMatch(
      /TOCSIN_CLOCK=manual .* refused with NODE_ENV=production/,
    );
    expect(existsSync(join(parent, 'production'))).toBe(false);
  });

  it('says so of a certificate without its key, of one that is not there, and of proxies that are no networks', async () => {
    const certificate = join(parent, 'none.crt');
    expect(await startError({ data, env: { TOCSIN_TLS_CERT: certificate } })).toMatch(/belong together: set TOCSIN_TLS_KEY too/);
    expect(await startError({ data, env: { TOCSIN_TLS_CERT: certificate, TOCSIN_TLS_KEY: certificate } })).toMatch(
      /TOCSIN_TLS_CERT: .*none\.crt can’t be read \(ENOENT\)/,
    );
    expect(await startError({ data, env: { TOCSIN_TRUST_PROXY: 'yes' } })).toMatch(/TOCSIN_TRUST_PROXY: “yes” is not a network/);
  });

  it('says so of a data folder that a newer version wrote, and of one from before 0.4', async () => {
    const before = readFileSync(labelPath(), 'utf8');
    writeFileSync(labelPath(), JSON.stringify({ ...readLabel(), format: 9, programVersion: '9.0.0' }));
    expect(await startError({ data })).toMatch(/written by Tocsin 9\.0\.0 in format 9.*reads up to format 4.*Use the newer version/);
    writeFileSync(labelPath(), JSON.stringify({ ...readLabel(), format: 3, programVersion: '0.3.0' }));
    expect(await startError({ data })).toMatch(/written by Tocsin 0\.3\.0 in format 3.*nothing from before 0\.4 can be read/);
    writeFileSync(labelPath(), before);
  });

  it('says so of a folder that can’t be written, and of one that is somebody else’s', async () => {
    const file = join(parent, 'file');
    writeFileSync(file, '');
    expect(await startError({ data: join(file, 'data') })).toMatch(
      /The data folder .* can’t be written: .* Make it writable, or choose another one/,
    );
    const strangeFolder = mkdtempSync(join(parent, 'strange-'));
    writeFileSync(join(strangeFolder, 'thesis.docx'), '');
    expect(await startError({ data: strangeFolder })).toMatch(/is not a Tocsin data folder: it contains “thesis\.docx”/);
    expect(readdirSync(strangeFolder)).toEqual(['thesis.docx']);
  });

  it('says so of a data folder that another server holds', async () => {
    const first = await Tocsin.start({ data });
    expect(await startError({ data })).toMatch(/ended with 1:\n.*data/);
    await first.stop();
  });

  it('says so without the master key', async () => {
    const key = join(data, 'vault', 'master.key');
    const keyContent = readFileSync(key);
    rmSync(key);
    expect(await startError({ data })).toMatch(
      /ended with 1:\n.*its master key is missing\. Put .*master\.key back from a backup, or set TOCSIN_MASTER_KEY/,
    );
    expect(existsSync(key)).toBe(false);
    writeFileSync(key, keyContent);
  });

  it('says so of a vault that is missing beside a log with a history, and of another log’s', async () => {
    const vault = join(data, 'vault');
    const keptVault = join(parent, 'kept-vault');
    renameSync(vault, keptVault);
    expect(await startError({ data })).toMatch(
      /ended with 1:\n.*The log has a history, but the vault beside it is (?:a new one|missing).* Put back the vault folder/,
    );
    rmSync(vault, { recursive: true });
    cpSync(join(real, 'vault'), vault, { recursive: true });
    expect(await startError({ data })).toMatch(
      /ended with 1:\n.*belongs to another log\. Put back the vault folder that belongs to this log/,
    );
    rmSync(vault, { recursive: true });
    renameSync(keptVault, vault);
    const tocsin = await Tocsin.start({ data });
    await tocsin.stop();
  });

  it('says so of a setting that is not valid', async () => {
    expect(await startError({ data, env: { TOCSIN_URL: 'not a url' } })).toMatch(/TOCSIN_URL is not valid/);
    expect(await startError({ data, env: { TOCSIN_URL: 'https://example.org/tocsin' } })).toMatch(
      /TOCSIN_URL is not valid: Without a path/,
    );
  });
});

story('a server that will not start', (chapter) => {
  chapter('says so of a master key that is another one, or none at all', async () => {
    const otherKey = randomBytes(32).toString('base64');
    expect(await startError({ data, env: { TOCSIN_MASTER_KEY: otherKey } })).toMatch(
      /ended with 1:\n.*TOCSIN_MASTER_KEY is not the key that this vault was made with\. Put back the right key; nothing was changed/,
    );
    expect(await startError({ data, env: { TOCSIN_MASTER_KEY: 'secret' } })).toMatch(
      /is not 32 bytes in base64\. Make one with: openssl rand/,
    );
  });

  chapter('says so of the old master key after it was changed, and starts with the new one', async () => {
    const key = join(data, 'vault', 'master.key');
    const oldKey = readFileSync(key, 'utf8');
    execFileSync(process.execPath, [commandLineProgram, 'rotate-key'], {
      env: { ...process.env, TOCSIN_DATA: data, NODE_OPTIONS: '' },
    });
    expect(await startError({ data, env: { TOCSIN_MASTER_KEY: oldKey.trim() } })).toMatch(
      /sealed by when the master key was changed at .*Put back the right key/,
    );
    const tocsin = await Tocsin.start({ data });
    expect(await tocsin.anonymous.request('GET', '/api/status')).toMatchObject({ body: { setUp: true } });
    await tocsin.stop();
  });
});

describe('a server of another version', () => {
  it('copies log, vault and side before it takes over, and says where', async () => {
    writeFileSync(labelPath(), JSON.stringify({ ...readLabel(), programVersion: '0.0.9' }));
    const tocsin = await Tocsin.start({ data });
    const [copy] = readdirSync(join(data, 'backups'));
    expect(copy).toMatch(/-before-/);
    expect(readdirSync(join(data, 'backups', copy!)).toSorted()).toEqual(['log', 'node.json', 'side', 'tocsin.json', 'vault']);
    expect(readLabel().programVersion).not.toBe('0.0.9');
    expect(await tocsin.anonymous.request('GET', '/api/status')).toMatchObject({ body: { setUp: true } });
    await tocsin.stop();
    expect(tocsin.output()).toContain(copy);
    const restarted = await Tocsin.start({ data });
    expect(readdirSync(join(data, 'backups'))).toEqual([copy]);
    await restarted.stop();
  });
});
