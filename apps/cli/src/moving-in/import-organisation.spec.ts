import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namesIn, recordedAt } from '@tocsin/testing/foreign/recorded.js';
import type { ForeignOptions } from '@tocsin/testing/foreign/foreign-system.js';
import { closeRescues, rescueStage, token, type RescueStage } from '@tocsin/moving-in/rescue/rescue.fixture.js';
import { rescuedKeys } from '@tocsin/moving-in/rescued-keys.js';
import { importOrganisation } from './import-organisation.js';

const systems = ['opsgenie', 'jsm', 'pagerduty', 'oncall', 'goalert'] as const;

const quiet = { say: () => {}, askHidden: () => Promise.resolve(null) } as never;
const noServer = { plan: () => Promise.resolve(0), offer: () => Promise.resolve({ people: 0, unknown: 0 }) };
const importing = async (name: string, stage: RescueStage, ...more: readonly string[]) => {
  const said: string[] = [];
  const code = await importOrganisation([name, stage.folder, ...more], {
    say: (text: string) => void said.push(text),
    askHidden: () => Promise.resolve(null),
  } as never);
  return { code, said };
};
const rescued = async (name: (typeof systems)[number], options: Partial<ForeignOptions> = {}): Promise<RescueStage> => {
  const stage = await rescueStage(name, options);
  await stage.run({ args: ['--since', '2026-11-01'] });
  return stage;
};

const copies = (): readonly string[] => readdirSync(tmpdir()).filter((name) => name.startsWith(`tocsin-live-${process.pid}-`));

/** With what the other system needs, and a clock that stands where it was recorded. */
const live = async (name: (typeof systems)[number], more: readonly string[] = [], options: Partial<ForeignOptions> = {}) => {
  const stage = await rescueStage(name, options);
  const jira = name === 'jsm' ? ['--cloud', 'c1', '--user', 'mover@lindenport.example'] : [];
  const [said, asked]: [string[], string[]] = [[], []];
  const outside = (env: object) =>
    ({
      now: () => new Date(recordedAt),
      elapsed: () => 0,
      wait: () => Promise.resolve(),
      say: (text: string) => void said.push(text),
      askHidden: (prompt: string) => Promise.resolve((asked.push(prompt), null)),
      env,
    }) as never;
  const run = (env: object = { TOCSIN_RESCUE_TOKEN: token }) =>
    importOrganisation([name, '--live', '--url', stage.system.origin, ...jira, ...more], outside(env));
  return { stage, said, asked, run };
};

describe('an import from the system itself', () => {
  afterEach(closeRescues);

  it.each(systems)('of %s says what one from a folder says, and leaves no copy', async (name) => {
    const before = copies();
    const { stage, said, run } = await live(name);
    expect(await run()).toBe(0);
    await stage.run({ args: ['--since', recordedAt] });
    expect(said).toEqual((await importing(name, stage)).said);
    expect(said.join('\n')).not.toMatch(/tocsin-live-|rescue forget/);
    expect(copies()).toEqual(before);
  });

  it('has its copy in a folder of its user alone', async () => {
    let mode = 0;
    const watch = (): undefined => {
      mode ||= statSync(join(tmpdir(), copies().at(-1)!)).mode & 0o777;
    };
    const { run } = await live('goalert', [], { insteadOf: watch });
    await run();
    expect(mode).toBe(0o700);
  });

  it('leaves no copy where the system is away, and says so with 75', async () => {
    const before = copies();
    const { said, run } = await live('pagerduty', [], { instead: () => ({ status: 503, headers: {}, body: {} }) as never });
    expect(await run()).toBe(75);
    expect(said.at(-1)).toMatch(/\nNothing is kept\.$/);
    expect(copies()).toEqual(before);
  });

  it('leaves no copy where nobody gives a token, which it asks for, and has no option for one', async () => {
    const before = copies();
    const { asked, run } = await live('opsgenie');
    await expect(run({})).rejects.toThrow('There is no token');
    expect(asked).toEqual([expect.stringMatching(/^Token for http/)]);
    await expect(importOrganisation(['opsgenie', '--live', '--token', 't'], quiet)).rejects.toThrow('Usage');
    expect(copies()).toEqual(before);
  });

  it('leaves no copy where it is stopped', async () => {
    const before = copies();
    const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
    const { run } = await live('goalert', [], { insteadOf: () => void process.emit('SIGTERM', 'SIGTERM') });
    await run().catch(() => {});
    expect(kill).toHaveBeenCalledWith(process.pid, 'SIGTERM');
    expect(copies()).toEqual(before);
    kill.mockRestore();
  });

  it('takes a folder, or the system: never both', async () => {
    for (const args of [['folder', '--live'], ['folder', '--url', 'http://127.0.0.1'], []])
      await expect(importOrganisation(['opsgenie', ...args], quiet)).rejects.toThrow('Usage');
  });
});

describe('an import of a rescued organisation', () => {
  afterEach(closeRescues);

  it.each(systems)('of %s says who is on call there and here: nothing is unexplained', async (name) => {
    const stage = await rescued(name);
    const { code, said } = await importing(name, stage);
    expect(said.filter((line) => line.includes('unexplained') && line.startsWith('  '))).toEqual([]);
    expect(said.filter((line) => /2026-11-2\d to 2026-12-24/.test(line))).toHaveLength(name === 'goalert' ? 5 : 4);
    expect(code).toBe(0);
  });

  it('names the keys of a rescue that kept them, which apply reads from that folder alone', async () => {
    const stage = await rescueStage('pagerduty');
    const phrase = 'a phrase long enough';
    await stage.run({ args: ['--with-keys', '--since', '2026-11-01'], phrases: [phrase, phrase] });
    const out = join(stage.folder, '..', 'files');
    await importing('pagerduty', stage, '--out', out);
    const written = JSON.parse(readFileSync(join(out, 'integrations.json'), 'utf8')) as { keys?: { fromRescue?: string }[] }[];
    const named = written.flatMap(({ keys = [] }) => keys.flatMap(({ fromRescue }) => fromRescue ?? []));
    const keys = await rescuedKeys(stage.folder, () => Promise.resolve(phrase));
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((name) => (keys[name] ?? '').length < 32)).toEqual([]);
    expect(named[0]).toMatch(/^pagerduty@2026-11-26T12:00:00\.000Z#\d+$/);
    await expect(rescuedKeys(stage.folder, () => Promise.resolve('another phrase'))).rejects.toThrow('not the phrase');
    await expect(rescuedKeys((await rescued('opsgenie')).folder, () => Promise.resolve(phrase))).rejects.toThrow('has no keys');
  });

  it('writes files with the phase of each rotation, and overrides ahead as seeds', async () => {
    const stage = await rescued('opsgenie');
    const out = join(stage.folder, '..', 'files');
    await importing('opsgenie', stage, '--out', out);
    const read = (file: string) => JSON.parse(readFileSync(join(out, file), 'utf8')) as { layers: object[] }[];
    expect(read('schedules.json')[0]).toMatchObject({
      apiVersion: 'tocsin.dev/v1',
      kind: 'Schedule',
      team: 'Payments',
      name: 'payments_primary',
      externalKey: expect.stringMatching(/^opsgenie:127\.0\.0\.1:\d+:3042e9f4/) as string,
      timeZone: 'Europe/Berlin',
      layers: [
        {
          name: 'week',
          length: { unit: 'weeks', count: 1, time: '09:00', weekday: 'mon' },
          anchor: '2026-11-23T08:00:00.000Z',
          slots: ['cy.dumont@lindenport.example', 'ana.brandt@lindenport.example', 'bo.castillo@lindenport.example'],
        },
        { name: 'night second', restrictions: [{ times: { from: '22:00', to: '06:00' } }] },
      ],
    });
    expect(read('people.json')).toHaveLength(8);
  });

  it('writes nothing where a schedule is rendered otherwise without a reason, unless somebody accepts it', async () => {
    const nobody = { data: { schedule: { shifts: [] } } };
    const stage = await rescued('goalert', {
      insteadOf: ({ operationName, variables }) =>
        operationName === 'Shifts' && variables.id === '1c58e478-5e41-59d6-a28f-b1df5c254427' ? nobody : undefined,
    });
    const out = join(stage.folder, '..', 'files');
    const { code, said } = await importing('goalert', stage, '--out', out);
    expect(code).toBe(3);
    expect(said).toContain('Ledger: it is rendered otherwise than we read its rules; the rendering was compared.');
    expect(said.at(-1)).toContain('No files were written: Ledger would differ');
    expect(existsSync(out)).toBe(false);
    expect((await importing('goalert', stage, '--out', out, '--accept-differences')).code).toBe(0);
  });

  it('of Jira’s accounts needs their addresses, which it does not tell', async () => {
    const stage = await rescued('jsm');
    expect((await importing('jsm', stage)).said).toContain(
      '9 accounts without an address, which the system does not tell: write id,email,name for each into a file, and add --people FILE.csv.',
    );
    const file = join(stage.folder, '..', 'people.csv');
    writeFileSync(
      file,
      `id,email,name\n${Object.entries(namesIn('opsgenie'))
        .map(([id, name]) => `${id},${name}@example.org,${name}`)
        .join('\n')}\n`,
    );
    const out = join(stage.folder, '..', 'files');
    const { code, said } = await importing('jsm', stage, '--people', file, '--out', out);
    expect(said.filter((line) => line.includes('without an address'))).toEqual([]);
    expect(code).toBe(0);
    const read = (name: string) => JSON.parse(readFileSync(join(out, name), 'utf8')) as object[];
    expect(read('services.json')).toHaveLength(4);
    expect(read('policies.json')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Payments_escalation', externalKey: 'jsm:c1:7451cd33-3c75-58d0-8b01-f02d3ef6a1eb' }),
      ]),
    );
  });

  it.each([
    ['opsgenie', 2],
    ['jsm', 0],
    ['pagerduty', null],
    ['oncall', 0],
    ['goalert', null],
  ] as const)('of %s writes no phone number into a file, and offers each by the address of its person', async (name, people) => {
    const stage = await rescued(name);
    const out = join(stage.folder, '..', 'files');
    const offered: { email: string; numbers: readonly { number: string }[] }[] = [];
    const server = {
      ...noServer,
      offer: (_system: string, some: readonly (typeof offered)[number][]) => (offered.push(...some), noServer.offer()),
    };
    expect(await importOrganisation([name, stage.folder, '--out', out, '--offer-numbers'], quiet, server)).toBe(0);
    if (people === null) expect(offered.length).toBeGreaterThan(0);
    else expect(offered).toHaveLength(people);
    const written = readdirSync(out).map((file) => readFileSync(join(out, file), 'utf8'));
    for (const { email, numbers } of offered) {
      expect(email).toMatch(/^\S+@lindenport\.example$/);
      expect(numbers.length).toBeGreaterThan(0);
      for (const { number } of numbers) expect(written.join()).not.toContain(number.slice(-9));
    }
  });

  it('is planned on a server before anything is written', async () => {
    const stage = await rescued('pagerduty');
    const planned: string[] = [];
    const code = await importOrganisation(['pagerduty', stage.folder, '--plan'], quiet, {
      ...noServer,
      plan: (files, source) => {
        planned.push(source, ...files.map(({ path }) => path));
        return Promise.resolve(2);
      },
    });
    expect(code).toBe(2);
    expect(planned).toEqual([
      'import/pagerduty',
      'people.json',
      'teams.json',
      'schedules.json',
      'policies.json',
      'services.json',
      'integrations.json',
      'routes.json',
      'maintenance.json',
      'overrides.json',
    ]);
  });

  it('says what came whole, what changed, what has no counterpart, who is missing, and that nobody can be paged yet', async () => {
    const stage = await rescued('opsgenie');
    const { said } = await importing('opsgenie', stage);
    expect(said).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^In the files: 8 people, 4 teams, 4 schedules, \d policies, 4 services, \d integrations/),
      ]),
    );
    expect(said).toEqual(
      expect.arrayContaining([
        'Changed on the way:',
        'No counterpart here:',
        'Missing:',
        'By hand:',
        '  admin there: to be granted by a person (3)',
      ]),
    );
    expect(said.at(-1)).toMatch(/^Readiness on day one: \d people are on call or in a step\. Nobody can be paged before/);
  });

  it('reads no folder in which a byte was flipped, and none of another system', async () => {
    const stage = await rescued('goalert');
    await expect(importing('oncall', stage)).rejects.toThrow('has a rescue of goalert');
    appendFileSync(join(stage.folder, 'users.ndjson.gz'), 'x');
    await expect(importing('goalert', stage)).rejects.toThrow('users.ndjson.gz has');
  });
});
