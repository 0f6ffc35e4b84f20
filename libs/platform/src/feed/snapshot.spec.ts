import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pieceCharacters, readSnapshot, writeSnapshot, type SnapshotLine } from './snapshot.js';

describe('a snapshot', () => {
  const key = randomBytes(32);
  const head = { ordinal: 42 };
  const rows: readonly SnapshotLine[] = [
    ['ana', { name: 'Ana Secretname' }],
    ...Array.from({ length: 1_200 }, (_, n): SnapshotLine => [`g${n}`, { n }]),
  ];
  let file: string;
  beforeEach(() => (file = join(mkdtempSync(join(tmpdir(), 'snapshot-')), 'people.snapshot')));
  afterEach(() => rmSync(join(file, '..'), { recursive: true }));
  const as = (name: string) => ({ file, key, name });

  it('is read as it was written', async () => {
    await writeSnapshot(as('v1'), head, rows);
    expect(await readSnapshot(as('v1'))).toEqual({ kind: 'kept', head, rows });
    await writeSnapshot(as('v1'), head, []);
    expect(await readSnapshot(as('v1'))).toEqual({ kind: 'kept', head, rows: [] });
  });

  it('is written a piece at a time: no more rows are asked for than fill one, and others have their turn', async () => {
    const large = 'x'.repeat(pieceCharacters / 4);
    let [requestCount, turns] = [0, 0];
    const askedAtTurn: number[] = [];
    const counting = setInterval(() => {
      turns += 1;
      askedAtTurn.push(requestCount);
    }, 0);
    const many = function* (): Generator<SnapshotLine> {
      for (; requestCount < 40; requestCount += 1) yield [`r${requestCount}`, large];
    };
    await writeSnapshot(as('v1'), head, many());
    clearInterval(counting);
    expect(turns).toBeGreaterThan(2);
    const steps = askedAtTurn.map((at, n) => at - (askedAtTurn[n - 1] ?? 0));
    expect(Math.max(...steps)).toBeLessThan(40);
    expect(await readSnapshot(as('v1'))).toMatchObject({ kind: 'kept', rows: { length: 40 } });
  });

  it('shows no name to whoever reads the file', async () => {
    await writeSnapshot(as('v1'), head, rows);
    expect(readFileSync(file).includes('Secretname')).toBe(false);
  });

  it('is another one when other code made it, and missing when nobody did', async () => {
    await writeSnapshot(as('v1'), head, rows);
    expect(await readSnapshot(as('v2'))).toEqual({ kind: 'another' });
    expect(await readSnapshot({ ...as('v1'), file: `${file}.other` })).toEqual({ kind: 'missing' });
  });

  it('is damaged when it was cut short or changed, or its key is another', async () => {
    await writeSnapshot(as('v1'), head, rows);
    expect(await readSnapshot({ ...as('v1'), key: randomBytes(32) })).toEqual({ kind: 'damaged' });
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, bytes.length - 40));
    expect(await readSnapshot(as('v1'))).toEqual({ kind: 'damaged' });
    bytes[bytes.length - 60]! ^= 1;
    writeFileSync(file, bytes);
    expect(await readSnapshot(as('v1'))).toEqual({ kind: 'damaged' });
  });
});
