import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addEnded } from './ended-work.js';
import { readEnded } from './hung-work.js';
import { pieceIn, WorkWriter, createSharedState } from './watched-work.js';
import { Watchdog } from './watchdog.js';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-watchdog-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('what two threads see', () => {
  it('is the piece that goes on, and nothing once it has ended', () => {
    const state = createSharedState();
    const writer = new WorkWriter(state);
    expect(pieceIn(state)).toBeUndefined();
    writer.begin({ what: 'the reaction “bank” to Ordered', id: 'bank e1' });
    expect(pieceIn(state)).toEqual({ what: 'the reaction “bank” to Ordered', id: 'bank e1' });
    writer.begin({ what: 'Count', id: 'c1', events: [3, 9] });
    expect(pieceIn(state)).toEqual({ what: 'Count', id: 'c1', events: [3, 9] });
    writer.end();
    expect(pieceIn(state)).toBeUndefined();
  });
});

describe('ends of the process', () => {
  const file = join(folder, 'never-ended.json');
  const watchdog = (version = '1') => new Watchdog({ after: 0, file, version, onTrouble: () => {} });

  it('are counted by what was at work: the second time it is given up, by this version', () => {
    expect(watchdog().isAbandoned('c1')).toBe(false);
    addEnded(file, readEnded(file, '1'), { what: 'Ask', id: 'c1', version: '1' });
    addEnded(file, readEnded(file, '1'), { what: 'Count', id: 'c2', events: [3, 9], version: '1' });
    expect(watchdog().isAbandoned('c1')).toBe(false);
    addEnded(file, readEnded(file, '1'), { what: 'Ask', id: 'c1', version: '1' });
    expect(watchdog().isAbandoned('c1')).toBe(true);
    expect(watchdog('2').isAbandoned('c1')).toBe(false);
    expect([watchdog().shouldHalve([9, 20]), watchdog().shouldHalve([10, 20])]).toEqual([true, false]);
  });

  it('are forgotten with a file that nobody can read', () => {
    writeFileSync(file, '{');
    expect(readEnded(file, '1')).toEqual([]);
    expect(watchdog().isAbandoned('c1')).toBe(false);
  });
});
