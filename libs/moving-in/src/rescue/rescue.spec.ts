import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ForeignName } from '@tocsin/testing/foreign/manners.js';
import { recordedAt } from '@tocsin/testing/foreign/recorded.js';
import { byTier } from '@tocsin/testing/tier.js';
import type { Manifest } from './manifest.js';
import { closeRescues, filesOf, Killed, linesOf, newFolder, rescueStage, textOf, token } from './rescue.fixture.js';
import { rescue } from './rescue.js';
import { rescued } from './rescued.fixture.js';
import { scryptCost } from './seal.js';

const all: readonly ForeignName[] = ['opsgenie', 'jsm', 'pagerduty', 'oncall', 'goalert'];
const since = ['--since', '2026-06-01'];
const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
const rowsOf = (folder: string, kind: string): number | undefined => manifestOf(folder).files.find((file) => file.kind === kind)?.rows;

describe('a rescue', () => {
  afterEach(async () => {
    jest.restoreAllMocks();
    await closeRescues();
  });

  it.each(all)('of %s has every page, waits as it is told, only reads, and keeps its token for itself', async (name) => {
    const { folder, system, run, waits, said } = await rescueStage(name, { throttleEvery: 9 });
    expect(await run({ args: since })).toBe(0);
    expect(manifestOf(folder).files.map(({ kind, rows, unread }) => `${kind}: ${rows} rows, ${unread} unread`)).toEqual(rescued[name]);
    expect(new Set(waits)).toEqual(new Set([{ opsgenie: 60, jsm: 7, pagerduty: 17, oncall: 41, goalert: 10 }[name]]));
    expect(new Set(system.requests.map(({ method }) => method))).toEqual(new Set([name === 'goalert' ? 'POST' : 'GET']));
    expect(new Set(system.requests.map(({ path }) => path.includes(token)))).toEqual(new Set([false]));
    expect(textOf(folder) + said.join('\n')).not.toContain(token);
    expect(await rescue(['verify', folder], { say: () => {} } as never, process.stdout)).toBe(0);
  });

  it.each(all)('of %s that was killed again and again is the same folder', async (name) => {
    const whole = await rescueStage(name);
    await whole.run({ args: since });
    const stage = await rescueStage(name);
    const origin = { of: whole.system.origin, as: stage.system.origin };
    let kills = 0;
    for (let killAt = 5; ; killAt += 9) {
      const ended = await stage
        .run({ args: since, killAt })
        .catch((error: unknown) => (error instanceof Killed ? 'killed' : Promise.reject(error as Error)));
      if (ended === 0) break;
      kills += 1;
      tearOff(stage.folder);
    }
    expect(kills).toBeGreaterThan(2);
    expect(
      textOf(stage.folder)
        .replaceAll(origin.as, origin.of)
        .replaceAll(/"sha256": "\w+"|^\w{64} |"bytes": \d+/gm, ''),
    ).toBe(textOf(whole.folder).replaceAll(/"sha256": "\w+"|^\w{64} |"bytes": \d+/gm, ''));
  });

  it('of 100,000 alerts that was killed five times has each once, past the depth that the system answers', async () => {
    const alerts = byTier({ short: 40_000, full: 100_000, deep: 100_000 });
    const only = await import('./systems/opsgenie.js');
    const kinds = only.opsgenie.kinds.filter(({ name }) => name === 'alerts');
    jest.replaceProperty(only.opsgenie, 'kinds', kinds);
    const stage = await rescueStage('opsgenie', { alerts });
    for (let kill = 1; kill <= 5; kill += 1) {
      await expect(stage.run({ killAt: 70 })).rejects.toThrow(Killed);
      tearOff(stage.folder);
    }
    expect(await stage.run()).toBe(0);
    const ids = linesOf(stage.folder, 'alerts').flatMap(({ body }) => (body as { data: { id: string }[] }).data.map(({ id }) => id));
    expect(new Set(ids).size).toBe(alerts);
    expect(ids.length).toBeLessThan(alerts + 10);
  });

  it('refuses an address elsewhere, and sends nothing there', async () => {
    const elsewhere = await rescueStage('opsgenie');
    const { run, said } = await rescueStage('opsgenie', {
      instead: (path) =>
        path === '/v2/users'
          ? { request: '', status: 200, body: { data: [], paging: { next: `${elsewhere.system.origin}/v2/users?offset=5` } } }
          : undefined,
    });
    expect(await run()).toBe(75);
    expect(said.join()).toContain(`An answer points to ${elsewhere.system.origin}. Nothing was sent there`);
    expect(elsewhere.system.requests).toEqual([]);
  });

  it('follows no redirect', async () => {
    const elsewhere = await rescueStage('pagerduty');
    const { run, said } = await rescueStage('pagerduty', {
      instead: () => ({ request: '', status: 302, headers: { location: elsewhere.system.origin }, body: '' }),
    });
    expect(await run()).toBe(75);
    expect(said.join()).toContain('answered with a redirect (302), which is not followed');
    expect(elsewhere.system.requests).toEqual([]);
  });

  it('ends a list whose next page is itself', async () => {
    const { run, folder } = await rescueStage('opsgenie', {
      instead: (path, url, origin) =>
        path === '/v2/users'
          ? { request: '', status: 200, body: { data: [], paging: { next: `${origin}${url.pathname}${url.search}` } } }
          : undefined,
    });
    expect(await run({ args: since })).toBe(0);
    expect(linesOf(folder, 'users')).toHaveLength(2);
  });

  it('stops while the system is away, and goes on later', async () => {
    let isAway = true;
    const { run, said, folder } = await rescueStage('oncall', {
      instead: (path) => (isAway && path.startsWith('/api/v1/schedules') ? { request: '', status: 503, body: '' } : undefined),
    });
    expect(await run({ args: since })).toBe(75);
    expect(said.at(-1)).toContain('can’t be reached: it answered 503.\nWhat was read is kept');
    isAway = false;
    expect(await run({ args: since })).toBe(0);
    expect(rowsOf(folder, 'schedules')).toBe(4);
  });

  it('reads the schedules one by one where a broken shift breaks their list, and names what failed', async () => {
    const { run, folder } = await rescueStage('oncall', {
      instead: (path) => {
        const id = /^\/api\/v1\/schedules\/(\w*)\/?$/.exec(path)?.[1];
        if (id === undefined) return undefined;
        return id === '' || id === 'SB6C387Z523ZE'
          ? { request: '', status: 500, body: 'Server Error' }
          : { request: '', status: 200, body: { id, type: 'web', time_zone: 'UTC', shifts: [] } };
      },
    });
    expect(await run({ args: since })).toBe(0);
    expect(rowsOf(folder, 'schedules-by-id')).toBe(1);
    expect(manifestOf(folder).unread.map(({ asked }) => asked)).toEqual(
      expect.arrayContaining(['GET /api/v1/schedules/', 'GET /api/v1/schedules/SB6C387Z523ZE/']),
    );
  });

  it('says that the address is wrong before it asks anything else', async () => {
    const { run, said, system } = await rescueStage('opsgenie', {
      instead: () => ({ request: '', status: 422, body: { message: 'Key format is not valid!' } }),
    });
    expect(await run()).toBe(75);
    expect(said.join()).toContain('Is --url right?');
    expect(system.requests).toHaveLength(1);
  });

  it('has a token that the system repeats in no file', async () => {
    const { run, folder } = await rescueStage('opsgenie', {
      instead: (path) =>
        path === '/v2/forwarding-rules' ? { request: '', status: 403, body: { message: `GenieKey ${token} may not` } } : undefined,
    });
    await run({ args: since });
    expect(textOf(folder)).toContain('GenieKey (token) may not');
    expect(textOf(folder)).not.toContain(token);
  });
});

describe('the folder of a rescue', () => {
  beforeEach(() => void jest.replaceProperty(scryptCost, 'N', 2 ** 10));
  afterEach(async () => {
    jest.restoreAllMocks();
    await closeRescues();
  });

  it('is for its owner alone', async () => {
    const { run, folder } = await rescueStage('goalert');
    await run({ args: since });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(new Set(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777))).toEqual(new Set([0o600]));
  });

  it('is in no Git work tree and not readable by others, unless somebody insists', async () => {
    const { run, folder, said } = await rescueStage('goalert');
    mkdirSync(join(folder, '..', '.git'));
    await expect(run()).rejects.toThrow('is in the Git work tree');
    rmSync(join(folder, '..', '.git'), { recursive: true });
    mkdirSync(folder, { mode: 0o755 });
    await expect(run()).rejects.toThrow(`Run “chmod 700 ${folder}”`);
    expect(said).toEqual([]);
    expect(await run({ args: ['--here', ...since] })).toBe(0);
  });

  it('says at its end what it has and since when, what is not told, whose data it holds, and how it is deleted', async () => {
    const { run, said, folder } = await rescueStage('opsgenie');
    expect(await run({ args: since })).toBe(0);
    const text = said.join('\n');
    for (const part of ['Configuration: 8 users', 'History since 2026-06-01', 'Opsgenie does not tell', 'personal data of 8 people'])
      expect(text).toContain(part);
    expect(text).toContain(`Delete it by removing the folder, and its copies. “tocsin rescue forget ${folder} PERSON”`);
  });

  it('leaves secret values out, and keeps them encrypted when asked', async () => {
    const without = await rescueStage('pagerduty');
    await without.run({ args: since });
    expect(linesOf(without.folder, 'services')[0]!.body).toMatchObject({
      services: [{ integrations: [{ integration_key: { $left_out: 'secret' } }, {}] }, {}],
    });
    expect(manifestOf(without.folder).secrets).toEqual({ leftOut: expect.any(Number) as number, kept: 0 });
    const phrase = 'a phrase long enough';
    const kept = await rescueStage('pagerduty');
    expect(await kept.run({ args: ['--with-keys', ...since], phrases: [phrase, phrase] })).toBe(0);
    const { secrets } = manifestOf(kept.folder);
    expect(secrets).toEqual({ leftOut: 0, kept: manifestOf(without.folder).secrets.leftOut });
    expect(linesOf(kept.folder, 'services')[0]!.body).toMatchObject({
      services: [{ integrations: [{ integration_key: { $left_out: expect.stringMatching(/^key \d+$/) as string } }, {}] }, {}],
    });
  });

  it('is encrypted under a phrase that is typed twice, goes on with the same one only, and is verified without it', async () => {
    const phrase = 'a phrase long enough';
    const { run, folder, command } = await rescueStage('goalert');
    await expect(run({ args: ['--encrypt'], phrases: [phrase, 'another phrase, longer'] })).rejects.toThrow('The two phrases differ');
    await expect(run({ args: ['--encrypt', ...since], phrases: [phrase, phrase], killAt: 12 })).rejects.toThrow(Killed);
    await expect(run({ args: since, phrases: ['another phrase, longer'] })).rejects.toThrow('not the phrase of this folder');
    expect(await run({ args: since, phrases: [phrase] })).toBe(0);
    expect(textOf(folder)).not.toContain('Brandt');
    expect(await command('verify', folder)).toBe(0);
    expect(await command('forget', folder, 'Ana Brandt')).toBe(0);
    expect(await command('verify', folder)).toBe(0);
  });

  it('names the file in which a byte was flipped, the one that is missing and the one that is not its own', async () => {
    const { run, folder, command, said } = await rescueStage('opsgenie');
    await run({ args: since });
    const damaged = join(folder, 'alerts.ndjson.gz');
    const bytes = readFileSync(damaged);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(damaged, bytes);
    rmSync(join(folder, 'teams.ndjson.gz'));
    writeFileSync(join(folder, 'notes.txt'), '');
    said.length = 0;
    expect(await command('verify', folder)).toBe(1);
    expect(said).toEqual([
      'teams.ndjson.gz is missing.',
      expect.stringMatching(/^alerts\.ndjson\.gz is not what was written: its hash differs/),
      'notes.txt is not of this rescue.',
    ]);
    appendFileSync(join(folder, 'manifest.json'), ' ');
    said.length = 0;
    await command('verify', folder);
    expect(said).toEqual(['manifest.json is not what was written: its hash differs.']);
  });

  it.each(all.filter((name) => name !== 'jsm'))('of %s forgets a person, in sentences too, and still shows who was whom', async (name) => {
    const { run, folder, command } = await rescueStage(name);
    await run({ args: since });
    expect(textOf(folder)).toMatch(/ana\.brandt/i);
    expect(await command('forget', folder, 'ANA.BRANDT@lindenport.example')).toBe(0);
    expect(textOf(folder)).not.toMatch(/ana[. ]brandt/i);
    expect(textOf(folder)).toMatch(/forgotten-[0-9a-f]{16}/);
    expect(textOf(folder)).toContain('dee.eriksen@lindenport.example');
    expect(await command('verify', folder)).toBe(0);
    expect(await command('forget', folder, 'ana.brandt@lindenport.example')).toBe(1);
  });

  it('is of one rescue: a finished one is not written over, nor one of another system', async () => {
    const { run, folder, system } = await rescueStage('goalert');
    await run({ args: since });
    const before = filesOf(folder);
    await expect(run({ args: since })).rejects.toThrow('has a finished rescue');
    expect(filesOf(folder)).toEqual(before);
    expect(system.requests.length).toBeGreaterThan(0);
  });

  it('asks for the token again when it goes on after a kill: no file has it', async () => {
    const { folder, system, run } = await rescueStage('opsgenie');
    await expect(run({ args: ['--since', '2026-11-01'], killAt: 12 })).rejects.toThrow(Killed);
    const asked: string[] = [];
    const goOn = (typed: string | null) => {
      const askHidden = (prompt: string) => Promise.resolve((asked.push(prompt), typed));
      const outside = {
        now: () => new Date(recordedAt),
        elapsed: () => 0,
        wait: () => Promise.resolve(),
        say: () => {},
        askHidden,
        env: {},
      };
      return rescue(['opsgenie', folder, '--url', system.origin, '--since', '2026-11-01'], outside, { write: () => {} });
    };
    await expect(goOn(null)).rejects.toThrow('There is no token');
    expect(await goOn(token)).toBe(0);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toMatch(/^Token for http/);
  });

  it('there is no option for the token, and a mistyped one is not repeated', async () => {
    const folder = newFolder();
    await expect(rescue(['opsgenie', folder, '--token', token], {} as never, process.stdout)).rejects.toThrow(
      /^(?!.*planted).*There is none for the token/s,
    );
    await expect(rescue(['oncall', folder, '--url', `https://x:${token}@oncall.example.org`], {} as never, process.stdout)).rejects.toThrow(
      /^(?!.*planted)/s,
    );
  });
});

/** As a kill in the middle of a write leaves it: half a block behind the recorded end, and half a file that was to replace one. */
function tearOff(folder: string): void {
  for (const name of readdirSync(folder).filter((file) => file.includes('.ndjson')))
    appendFileSync(join(folder, name), Buffer.from('1f8b08000000000000', 'hex'));
  writeFileSync(join(folder, 'progress.json.new'), '{"format":1,"sys');
}
