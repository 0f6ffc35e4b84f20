import { lastNoteOf } from './last-note.js';

type Server = Parameters<typeof lastNoteOf>[0];

/** A group with a note, in a log that answers so. */
const serverWith = (readStream: Server['log']['readStream']): Server => {
  const row = { id: 'g', groupId: 'g', key: 'k', number: 1, note: { revision: 4, at: '2026-01-01T00:00:00.000Z' } };
  return { log: { readStream }, reads: { noted: { get: () => row, eachWhere: () => [row] } } } as unknown as Server;
};

describe('the last note', () => {
  it('is left out of a page once it takes too long: a log that does not answer holds up no page', async () => {
    let fire: (() => void) | undefined;
    const found = lastNoteOf(
      serverWith(() => new Promise(() => undefined)),
      'g',
      {
        after: (_ms, call) => {
          fire = call;
          return () => undefined;
        },
      },
    );
    fire!();
    expect(await found).toBeNull();
  });

  it('waits no longer once the log has answered, and is left out where it fails', async () => {
    let isCancelled = false;
    const monotonic = { after: () => () => void (isCancelled = true) };
    expect(
      await lastNoteOf(
        serverWith(() => Promise.reject(new Error('away'))),
        'g',
        monotonic,
      ),
    ).toBeNull();
    expect(isCancelled).toBe(true);
  });
});
