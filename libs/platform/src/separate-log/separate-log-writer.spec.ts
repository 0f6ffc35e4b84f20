import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Meta } from '@tocsin/contracts/envelope.js';
import { foreignContract } from '@tocsin/contracts/imported-history/events.js';
import { openVault } from '../vault/sqlite-vault.js';
import { importedHistoryIn } from './imported-history-places.js';
import { createSeparateLog, openSeparateVault } from './separate-log.js';
import { SeparateLogWriter } from './separate-log-writer.js';

const at = '2026-11-28T12:00:00.000Z';
const meta: Meta = {
  at,
  actor: { kind: 'system', id: 'tocsin', roles: [] },
  commandId: 'one',
  correlationId: 'one',
  causationId: null,
  logic: 'test',
  node: 'test',
};
const uuid = (n: number): string => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const duty = (n: number, name: string) => ({
  id: uuid(n),
  type: 'ImportedDuty',
  data: {
    system: 'opsgenie',
    account: 'a',
    recordedAt: at,
    foreignId: `${n}`,
    state: 1,
    hash: `${n}`,
    at,
    schedule: { id: 's', name },
    who: null,
    until: at,
  },
});

describe('a stream of a separate log', () => {
  const parent = mkdtempSync(join(tmpdir(), 'tocsin-separate-'));
  mkdirSync(join(parent, 'vault'));
  const main = openVault(join(parent, 'vault'));
  const places = importedHistoryIn(parent);
  createSeparateLog(places, main);
  const own = openSeparateVault(places, main, 'write')!;
  const writer = new SeparateLogWriter(places, { main, own, isOfMain: () => false }, foreignContract);
  afterAll(async () => {
    await writer.close();
    main.close();
    rmSync(parent, { recursive: true, force: true });
  });

  it('is read whole and goes on, however many reads it takes', async () => {
    for (let n = 0; n < 3; n += 1) await writer.append('large', n * 4 - 1, manyFrom(n * 4, 4), meta);
    const stored = await writer.readStream('large');
    expect(stored.map(({ revision }) => revision)).toEqual(Array.from({ length: 12 }, (_, n) => n));
  });

  it('takes more at once than an append does', async () => {
    await writer.append('at once', -1, manyFrom(100, 12), meta);
    expect(await writer.readStream('at once')).toHaveLength(12);
  });
});

const manyFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => duty(first + n, 'x'.repeat(150_000)));
