import { limits } from '@tocsin/contracts/limits.js';
import { BackgroundErrors } from './background-errors.js';

describe('troubles', () => {
  it('are bounded in number and in length; the log has all of a message', () => {
    const writtenLines: unknown[] = [];
    const errors = new BackgroundErrors(
      () => '2026-11-21T03:12:00.000Z',
      (_where, error) => void writtenLines.push(error),
    );
    for (let n = 0; n < 150; n += 1) errors.note('push', new Error(`${n} ${'x'.repeat(100_000)}`));
    expect(errors.list()).toHaveLength(100);
    for (const { message } of errors.list()) expect(message).toHaveLength(limits.troubleCharacters);
    expect((writtenLines.at(-1) as Error).message.length).toBeGreaterThan(100_000);
  });

  it('are noted by name alone while secrets can’t be read, and the caller goes on', () => {
    const written: string[] = [];
    const errors = new BackgroundErrors(
      () => '2026-11-21T03:12:00.000Z',
      (_where, error) => written.push(String(error)),
      () => {
        throw new Error('The vault is closed.');
      },
    );
    errors.note('alert groups', new TypeError('Unexpected token in s3cret-token'));
    expect(errors.list()).toMatchObject([{ where: 'alert groups', message: expect.stringContaining('TypeError') as string }]);
    expect(JSON.stringify([written, errors.list()])).not.toContain('s3cret-token');
  });
});
