import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ForeignOptions } from '@tocsin/testing/foreign/foreign-system.js';
import { closeRescues, rescueStage, type RescueStage } from '../rescue/rescue.fixture.js';
import { importOrganisation } from './import-organisation.js';

const systems = ['opsgenie', 'pagerduty', 'oncall', 'goalert'] as const;

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

describe('an import of a rescued organisation', () => {
  afterEach(closeRescues);

  it.each(systems)('of %s says who is on call there and here: nothing is unexplained', async (name) => {
    const stage = await rescued(name);
    const { code, said } = await importing(name, stage);
    expect(said.filter((line) => line.includes('unexplained') && line.startsWith('  '))).toEqual([]);
    expect(said.filter((line) => /2026-11-2\d to 2026-12-24/.test(line))).toHaveLength(4);
    expect(code).toBe(0);
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

  it('reads no folder in which a byte was flipped, and none of another system', async () => {
    const stage = await rescued('goalert');
    await expect(importing('oncall', stage)).rejects.toThrow('has a rescue of goalert');
    appendFileSync(join(stage.folder, 'users.ndjson.gz'), 'x');
    await expect(importing('goalert', stage)).rejects.toThrow('users.ndjson.gz has');
  });
});
