import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { limits } from '@tocsin/contracts/limits.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import { keepRaw, readRaw } from './raw-body.js';

describe('a raw body', () => {
  it('is kept as text when it is small', () => expect(keepRaw('{"a":1}')).toBe('t:{"a":1}'));

  it('is deflated when it is not', () => {
    const text = `{"a":"${'é🔔'.repeat(2_000)}"}`;
    const compressed = keepRaw(text);
    expect(compressed).toMatch(/^z:[A-Za-z0-9+/=]+$/);
    expect(compressed.length).toBeLessThan(text.length / 10);
    expect(readRaw(compressed)).toBe(text);
  });

  it('comes back as it was', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 4_000 }), (text) => expect(readRaw(keepRaw(text))).toBe(text)));
  });

  it('says in its last line what was cut', () => {
    const text = randomBytes(768 * 1_024).toString('base64');
    const compressed = keepRaw(text);
    expect(compressed.length).toBeLessThanOrEqual(integrationLimits.rawBytes);
    expect(compressed.length).toBeGreaterThan(integrationLimits.rawBytes * 0.8);
    const [start, mark] = readRaw(compressed).split('\n');
    expect(text.startsWith(start!)).toBe(true);
    expect(mark).toBe(`[cut: the first ${start!.length} of ${text.length} characters]`);
  });

  it('is bounded however well it packs', () => {
    const compressed = readRaw(keepRaw('x'.repeat(limits.requestBodyBytes)));
    expect(compressed).toHaveLength(
      integrationLimits.rawCharacters +
        `\n[cut: the first ${integrationLimits.rawCharacters} of ${limits.requestBodyBytes} characters]`.length,
    );
  });

  it('is never cut inside a character', () => {
    const compressed = keepRaw(
      Array.from({ length: 3_000 }, (_, n) => String.fromCodePoint(0x10000 + ((n * 7919) % 60_000))).join(''),
      3_000,
    );
    expect(compressed.length).toBeLessThanOrEqual(3_000);
    expect(readRaw(compressed)).not.toContain('�');
  });

  it('fits into one append beside the largest signal, even once it is encrypted', () => {
    expect(integrationLimits.signalBytes + Math.ceil((integrationLimits.rawBytes * 4) / 3) + 8 * 1_024).toBeLessThan(limits.appendBytes);
  });
});
