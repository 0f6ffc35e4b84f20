import { v5, v7 } from 'uuid';
import { boundName, deriveId, deriveEventId, deriveFencedEventId } from './ids.js';

const namespace = '6f1d3c1e-6f0f-5d0c-9a63-7f0d7c0a51e1';
const at = '2026-11-21T03:12:00.123Z';
const names = ['', 'a', 'inbox-1|0', 'Zoë 💥 手', 'x'.repeat(1_359), 'x'.repeat(1_360), '手'.repeat(1_361), 'é'.repeat(20_000)];

/** Reference implementation with the uuid library: a UUIDv7 of a time and the bytes of a UUIDv5. */
const derivedByLibrary = (instant: string, name: string): string => {
  const random = v5(name, namespace, new Uint8Array(16));
  return v7({ msecs: Date.parse(instant), random, seq: new DataView(random.buffer).getUint32(0) });
};

describe('ids', () => {
  it.each(names)('are those of RFC 9562, as what stands on logs has them (%#)', (name) => {
    expect(boundName(`${name}${'x'.repeat(100)}`, 10)).toBe(`#${v5(`${name}${'x'.repeat(100)}`, namespace)}`);
    expect(deriveEventId('person:p1', 'c1', name, 0)).toBe(v5(`person:p1|c1|${name}|0`, namespace));
    expect(deriveId(at, name, 'purpose', 3)).toBe(derivedByLibrary(at, `${name}|purpose|3`));
  });

  it('are so for a thousand others', () => {
    for (let n = 0; n < 1_000; n += 1) {
      const instant = new Date(n * 1_234_567_890).toISOString();
      expect(deriveId(instant, 'one', n)).toBe(derivedByLibrary(instant, `one|${n}`));
      expect(deriveEventId('a', 'b', 'c', n)).toBe(v5(`a|b|c|${n}`, namespace));
    }
  });

  it('of events know the holder', () => {
    const by = { actor: { kind: 'system' as const, id: 'tocsin', roles: [] }, commandId: 'c1', node: 'n1' };
    expect(deriveFencedEventId({ ...by, epoch: 1 }, 's', 0)).toBe(v5('system:tocsin|c1|s|0|n1|1', namespace));
    expect(deriveFencedEventId({ ...by, epoch: 2 }, 's', 0)).not.toBe(deriveFencedEventId({ ...by, epoch: 1 }, 's', 0));
  });

  it('are made of text that is no Unicode, too', () => {
    expect(boundName(`\uD800${'x'.repeat(100)}`, 10)).toMatch(/^#[\da-f-]{36}$/);
  });
});
