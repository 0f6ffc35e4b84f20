// contract: full
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

interface Result {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
}
type Summarise = (
  results: readonly Result[],
  notRun: readonly string[],
  seconds: number,
  seed?: number,
) => { readonly lines: readonly string[]; readonly isFailed: boolean };

describe('the last lines of a test run', () => {
  let summaryOf: Summarise;
  beforeAll(async () => void ({ summaryOf } = (await import(resolve('scripts/env/summary.mjs'))) as { summaryOf: Summarise }));
  const suite: Result = { name: 'unit', passed: 5, failed: 0, skipped: 0, seconds: 60 };

  it('say what each suite took, and all together', () => {
    expect(summaryOf([suite, { ...suite, name: 'faults' }], [], 1201)).toEqual({
      lines: [
        expect.stringMatching(/^unit +5 passed, 0 failed, 0 skipped +60\.0 s$/),
        expect.stringMatching(/^faults .* 60\.0 s$/),
        expect.stringMatching(/ all together +1201\.0 s$/),
        '10 passed, 0 failed',
      ],
      isFailed: false,
    });
  });

  it('say that the run failed when a test failed, and what could not be run', () => {
    const { lines, isFailed } = summaryOf([suite, { ...suite, name: 'faults', failed: 1 }], ['tests in a browser'], 300);
    expect(lines).toContain('not run: tests in a browser');
    expect([lines.at(-1), isFailed]).toEqual(['10 passed, 1 failed', true]);
  });

  it('say how to repeat the order of the tests when one failed, and only then', () => {
    const line = 'the order of the tests is that of --seed=42';
    expect(summaryOf([{ ...suite, failed: 1 }], [], 300, 42).lines).toContain(line);
    expect(summaryOf([suite], [], 300, 42).lines).not.toContain(line);
  });
});

describe('which files a run has', () => {
  interface Suites {
    readonly suites: Readonly<Record<string, unknown>>;
    specsOf(name: string, tier: string): { readonly run: readonly string[]; readonly leftOut: readonly string[] };
    foldersOf(name: string): readonly string[];
  }
  let runs: Suites;
  beforeAll(async () => void (runs = (await import(resolve('scripts/suites.mjs'))) as Suites));

  it('is said by their suite, or by their own first lines', () => {
    const killed = 'test/promises/rings-again-after-a-kill.spec.ts';
    const resolved = 'test/promises/resolved-by-hand-stays-quiet-for-an-hour.spec.ts';
    const demo = 'test/promises/a-demo-pages-nobody.spec.ts';
    const asked = [killed, resolved, demo];
    const left = (name: string, tier: string): readonly string[] => asked.filter((file) => runs.specsOf(name, tier).leftOut.includes(file));
    expect(left('promises', 'short')).toEqual([]);
    expect(left('cluster', 'short')).toEqual([resolved, demo]);
    expect(left('cluster', 'full')).toEqual([demo]);
    expect(left('cluster', 'deep')).toEqual([demo]);
  });

  it('is said in words that a suite of theirs understands', () => {
    const owns = (suite: string, file: string): boolean =>
      suite in runs.suites && runs.foldersOf(suite).some((folder) => file.startsWith(`${folder}/`));
    const unknown = globSync('{libs,apps,test}/**/*.spec.{ts,tsx}').flatMap((file) => {
      const [comments] = /^(\/\/.*\n)*/.exec(readFileSync(file, 'utf8'))!;
      const marks = [...comments.matchAll(/^\/\/ (\w+): (?:short|full|never)\b/gm)];
      return marks.filter(([, suite]) => !owns(suite!, file)).map(([mark]) => `${file}: ${mark}`);
    });
    expect(unknown).toEqual([]);
  });

  it('leaves some of each suite to every run', () => {
    for (const name of Object.keys(runs.suites)) expect([name, runs.specsOf(name, 'short').run.length > 0]).toEqual([name, true]);
  });
});

describe('the groups of specs', () => {
  const suite = 'tried-groups';
  const folder = resolve('.cache/groups', suite);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([[true], [false]])('have each spec once, and so many at most (with servers: %j)', async (hosts) => {
    const { writeGroups } = (await import(resolve('scripts/env/grouped-specs.mjs'))) as {
      writeGroups: (suite: string, specs: readonly string[], options: { readonly grouped: number; readonly hosts: boolean }) => void;
    };
    const specs = ['a', 'b', 'c', 'd', 'e'].map((name) => `test/promises/${name}.spec.ts`);
    writeGroups(suite, specs, { grouped: 2, hosts });
    const groups = readdirSync(folder).map((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/^describe\('(.*?)'/gm)].map(([, spec]) => spec),
    );
    expect(groups.flat().toSorted()).toEqual(specs);
    expect(groups.map(({ length }) => length)).toEqual([2, 2, 1]);
  });
});

describe('what was compiled for one suite', () => {
  it('is compiled for all, in one way', () => {
    const keyOf = (target: string, configString: string): string => {
      const code = `
        const { createTransformer } = require(${JSON.stringify(resolve('scripts/env/swc-for-jest.cjs'))});
        const of = { config: { rootDir: '/' }, configString: ${JSON.stringify(configString)}, supportsStaticESM: false };
        console.log(createTransformer({ swcrc: false, jsc: { target: '${target}' } }).getCacheKey('1', '/one.ts', of));`;
      return spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' }).stdout;
    };
    expect(keyOf('es2023', 'of unit')).toMatch(/^\w+\n$/);
    expect(keyOf('es2023', 'of promises')).toBe(keyOf('es2023', 'of unit'));
    expect(keyOf('es2022', 'of unit')).not.toBe(keyOf('es2023', 'of unit'));
  });
});

describe('the Chromium without windows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-packages-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The path that is found where these versions are installed and nothing can be. */
  const shell = join(folder, 'shell');
  beforeEach(() => writeFileSync(shell, ''));
  const findChromiumWith = (versions: Readonly<Record<string, string>>, chromium = '/usr/bin/chromium', env = {}): string | null => {
    const answers = Object.entries(versions).map(([name, version]) => `[ "$3" = ${name} ] && echo installed ${version} && exit 0`);
    writeFileSync(join(folder, 'dpkg-query'), ['#!/bin/sh', ...answers, 'exit 1'].join('\n'), { mode: 0o755 });
    const code = `import { ensureHeadlessShell } from ${JSON.stringify(resolve('scripts/env/chromium.mjs'))};
      console.log(JSON.stringify((await ensureHeadlessShell(${JSON.stringify(chromium)}, ${JSON.stringify(shell)})) ?? null));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
      env: { PATH: folder, ...env },
    });
    return JSON.parse(stdout) as string | null;
  };
  const bothVersions = { chromium: '2-1', 'chromium-headless-shell': '2-1' };

  it('is used beside Debian’s Chromium of the same version', () => {
    expect(findChromiumWith(bothVersions)).toBe(shell);
    expect(findChromiumWith({ ...bothVersions, 'chromium-headless-shell': '1-1' })).toBeNull();
    expect(findChromiumWith({ chromium: '2-1' })).toBeNull();
    expect(findChromiumWith({})).toBeNull();
  });

  it('is not used where its package has no such file', () => {
    rmSync(shell);
    expect(findChromiumWith(bothVersions)).toBeNull();
  });

  it('is not used for another Chromium, or one that was named', () => {
    expect(findChromiumWith(bothVersions, '/opt/google/chrome')).toBeNull();
    expect(findChromiumWith(bothVersions, '/usr/bin/chromium', { CHROME_PATH: '/usr/bin/chromium' })).toBeNull();
  });
});

describe('a Chromium without windows that is not where it should be', () => {
  afterEach(() => void delete process.env['CHROME_SHELL_PATH']);

  it('is replaced by the whole one', async () => {
    const { chromiumFor } = await import('@tocsin/testing/browser/browser.js');
    process.env['CHROME_SHELL_PATH'] = resolve('no-such-shell');
    expect(chromiumFor('light')).toBe(chromiumFor('whole'));
    process.env['CHROME_SHELL_PATH'] = resolve('package.json');
    expect(chromiumFor('light')).toBe(resolve('package.json'));
  });
});

describe('a package that tests can do without', () => {
  type AptCommands = Readonly<Record<'install' | 'update' | 'offers', () => Promise<boolean>>>;
  const runInstall = async (answers: { readonly install?: readonly boolean[]; readonly update?: boolean; readonly offers?: boolean }) => {
    const { installOutcome } = (await import(resolve('scripts/env/apt.mjs'))) as {
      installOutcome: (name: string, version: string, apt: AptCommands) => Promise<string>;
    };
    const install = [...(answers.install ?? [false, false])];
    return installOutcome('any', '1-1', {
      install: async () => install.shift()!,
      update: async () => answers.update ?? true,
      offers: async () => answers.offers ?? false,
    });
  };

  it('is installed, with new lists where the old ones lack it', async () => {
    expect(await runInstall({ install: [true] })).toBe('installed');
    expect(await runInstall({ install: [false, true] })).toBe('installed');
  });

  it('is not tried again only where the lists were read and do not have it', async () => {
    expect(await runInstall({})).toBe('not offered');
    // a network that is away, a lock that is held
    expect(await runInstall({ update: false })).toBe('failed');
    expect(await runInstall({ offers: true })).toBe('failed');
  });
});

describe('the folder in memory that tests write to', () => {
  const place = mkdtempSync(join(tmpdir(), 'tocsin-place-'));
  afterAll(() => rmSync(place, { recursive: true, force: true }));
  const script = resolve('scripts/env/memory-folder.mjs');
  /** In a process of its own, which leaves a folder behind if it is killed. */
  const buildImageWith = (room: object, end = ''): string | null => {
    const code = `import { memoryFolder } from ${JSON.stringify(script)}; console.log(JSON.stringify(memoryFolder(${JSON.stringify(place)}, ${JSON.stringify(room)}))); ${end}`;
    return JSON.parse(spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }).stdout) as string | null;
  };

  it('is there where there is room for it, and gone with the run', () => {
    expect(buildImageWith({ needed: 1 })).toMatch(/tocsin-tests-\d+-/);
    expect(buildImageWith({ needed: 2, free: 1 })).toBeNull();
    expect(readdirSync(place)).toEqual([]);
  });

  it('of a run that was killed goes with the next', () => {
    expect(buildImageWith({ needed: 1 }, `process.kill(process.pid, 'SIGKILL')`)).not.toBeNull();
    const ownImage = `tocsin-tests-${process.pid}-here`;
    mkdirSync(join(place, ownImage));
    expect(readdirSync(place)).toHaveLength(2);
    expect(buildImageWith({ needed: 1 })).not.toBeNull();
    expect(readdirSync(place)).toEqual([ownImage]);
    rmSync(join(place, ownImage), { recursive: true });
  });
});

describe('what a test and its libraries print', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'tocsin-runner-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Two files, because jest reports a single one differently. */
  const run = (expectation: string, files: readonly string[]) => {
    for (const name of files) {
      writeFileSync(
        join(folder, `${name}.spec.js`),
        `it('is noisy', () => {
          console.warn('a warning of ${name}');
          process.stderr.write('straight to the terminal\\n');
          process.emitWarning('a warning of Node');
          ${expectation};
        });`,
      );
    }
    const results = join(folder, 'results.json');
    const config = JSON.stringify({
      displayName: 'noisy',
      rootDir: folder,
      transform: {},
      testMatch: ['**/*.spec.js'],
      cacheDirectory: join(folder, 'cache'),
    });
    const options = ['--config', config, '--reporters', resolve('scripts/env/quiet-reporter.mjs')];
    const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('node_modules/jest/bin/jest.js'), ...options], {
      env: { ...process.env, NODE_OPTIONS: '', TOCSIN_TEST_RESULTS: results },
      encoding: 'utf8',
    });
    return { status, printed: stdout + stderr, counts: JSON.parse(readFileSync(results, 'utf8')) as unknown };
  };

  it.each([[['one']], [['one', 'two']]])('is kept out of a run in which nothing failed, which says only what begins: %j', (files) => {
    const { status, printed, counts } = run('expect(1).toBe(1)', files);
    expect([status, printed]).toEqual([0, 'noisy begins\n']);
    expect(counts).toEqual({ noisy: { passed: files.length, failed: 0, skipped: 0, seconds: expect.any(Number) } });
  });

  it.each([[['one']], [['one', 'two']]])('is shown beside the failure when something failed: %j', (files) => {
    const { status, printed, counts } = run('expect(1).toBe(2)', files);
    expect(status).toBe(1);
    for (const printedText of ['a warning of one', 'straight to the terminal', 'a warning of Node', 'Expected: 2'])
      expect(printed).toContain(printedText);
    expect(counts).toEqual({ noisy: { passed: 0, failed: files.length, skipped: 0, seconds: expect.any(Number) } });
  });

  it('is shown for a file that does not load, which counts as one failure', () => {
    const { status, printed, counts } = run('it is no program', ['one', 'two']);
    expect(status).toBe(1);
    expect(printed).toContain('SyntaxError');
    expect(counts).toEqual({ noisy: { passed: 0, failed: 2, skipped: 0, seconds: expect.any(Number) } });
  });
});
