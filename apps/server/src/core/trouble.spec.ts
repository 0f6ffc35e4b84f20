import { limits } from '@tocsin/contracts/limits.js';
import { Troubles } from './trouble.js';

describe('troubles', () => {
  it('are bounded in number and in length; the log has all of a message', () => {
    const written: unknown[] = [];
    const troubles = new Troubles(
      () => '2026-11-21T03:12:00.000Z',
      (_where, error) => void written.push(error),
    );
    for (let n = 0; n < 150; n += 1) troubles.note('push', new Error(`${n} ${'x'.repeat(100_000)}`));
    expect(troubles.list()).toHaveLength(100);
    for (const { message } of troubles.list()) expect(message).toHaveLength(limits.troubleCharacters);
    expect((written.at(-1) as Error).message.length).toBeGreaterThan(100_000);
  });
});
