import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSnapshot, writeSnapshot } from './snapshot.js';

describe('a snapshot of memory', () => {
  const key = randomBytes(32);
  const dump = {
    ordinal: 42,
    handledUpTo: 40,
    logTime: '2026-11-21T03:12:00.000Z',
    marks: [[20, '2026-11-21T03:11:00.000Z']] as const,
    rows: {
      people: [['ana', { name: 'Ana Secretname' }]] as [string, unknown][],
      groups: Array.from({ length: 1_200 }, (_, n): [string, unknown] => [`g${n}`, { n }]),
    },
  };
  let file: string;
  beforeEach(() => (file = join(mkdtempSync(join(tmpdir(), 'snapshot-')), 'memory.snapshot')));
  afterEach(() => rmSync(join(file, '..'), { recursive: true }));

  it('is read as it was written', async () => {
    await writeSnapshot(file, key, 'v1', dump);
    expect(await readSnapshot(file, key, 'v1')).toEqual(dump);
  });

  it('shows no name to whoever reads the file', async () => {
    await writeSnapshot(file, key, 'v1', dump);
    expect(readFileSync(file).includes('Secretname')).toBe(false);
  });

  it('is passed over when another program made it, another key, or nobody', async () => {
    await writeSnapshot(file, key, 'v1', dump);
    expect(await readSnapshot(file, key, 'v2')).toBeNull();
    expect(await readSnapshot(file, randomBytes(32), 'v1')).toBeNull();
    expect(await readSnapshot(`${file}.other`, key, 'v1')).toBeNull();
  });

  it('is passed over when it was cut short or changed', async () => {
    await writeSnapshot(file, key, 'v1', dump);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, bytes.length - 40));
    expect(await readSnapshot(file, key, 'v1')).toBeNull();
    bytes[bytes.length - 60]! ^= 1;
    writeFileSync(file, bytes);
    expect(await readSnapshot(file, key, 'v1')).toBeNull();
  });
});
