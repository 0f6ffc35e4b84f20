import type { MappedField, MappingFailure } from '@tocsin/contracts/mappings/noun.js';
import { described } from '../parsing/described-alert.js';
import { toSignal } from '../parsing/one-alert.js';
import type { SignalReading } from '../reading.js';
import { readUnmapped } from './unmapped.js';

const failed: MappingFailure = { reason: 'too_slow', field: null, code: null };
const raw = '{"summary":"DB down","status":"ok","key":"OPS"}';
/** What the body says without a mapping: that `OPS` is over. */
const plain: SignalReading = {
  kind: 'signal',
  signal: toSignal({ action: 'resolve', key: 'OPS', summary: 'DB down' }, described({ severity: 'critical' })),
  keyFrom: 'sender',
};

describe('a request whose mapping fails', () => {
  it.each<MappedField>(['action', 'key', 'test'])('fires as an alert of its own where the mapping gives its %s', (field) => {
    const { signal, keyFrom } = readUnmapped(plain, failed, raw, { [field]: 'x' });
    expect(signal).toMatchObject({ action: 'trigger', key: expect.stringMatching(/^mapping-failed-/), test: false });
    expect(signal.alerts).toMatchObject([{ state: 'firing', name: 'Mapping failed', summary: 'DB down', severity: 'critical' }]);
    expect(signal.alerts[0]!.details).toContain('OPS');
    expect(keyFrom).toBe('hash');
  });

  it('is taken as it came where the mapping leaves these alone', () =>
    expect(readUnmapped(plain, failed, raw, { summary: 'x', severity: 'y' })).toBe(plain));

  it('says why where nothing can be read', () => {
    const { signal } = readUnmapped({ kind: 'nothing' }, failed, raw, { summary: 'x' });
    expect(signal.alerts).toMatchObject([{ summary: 'Mapping failed: it takes too long' }]);
  });
});
