import { findAbandoned } from './doctor-failures.js';

const reactionFailed = (n: number) =>
  ({
    type: 'ReactionFailed',
    id: `f${n}`,
    ordinal: n,
    meta: { at: '2026-11-22T17:00:00.000Z' },
    data: {
      kind: 'reaction',
      what: 'signals',
      command: 'OpenAlertGroup',
      ordinal: n - 1,
      stream: null,
      reason: 'TypeError',
      replaced: false,
    },
  }) as never;
const failuresRetried = (n: number, ids: readonly string[]) =>
  ({
    type: 'ReactionRetryAsked',
    id: `r${n}`,
    ordinal: n,
    meta: { at: '2026-11-22T17:00:00.000Z' },
    data: { failures: ids.map((id) => ({ id })) },
  }) as never;
const logOf = (events: readonly { readonly ordinal: number }[]) => ({
  readAll: async ({ after, limit }: { after: number; limit: number }) =>
    events.filter(({ ordinal }) => ordinal > after).slice(0, limit) as never,
});

describe('what the doctor says of what was given up', () => {
  it('is nothing where it was tried again since', async () => {
    expect(await findAbandoned(logOf([reactionFailed(2), failuresRetried(3, ['f2'])]))).toEqual({ ok: true, says: 'No failed reactions.' });
  });

  it('is what failed, after which event, why and when, and how to try again', async () => {
    const { ok, says } = await findAbandoned(logOf([reactionFailed(2), failuresRetried(3, ['f2']), reactionFailed(5)]));
    expect(ok).toBe(false);
    expect(says).toContain('2026-11-22T17:00:00.000Z event 5: reaction signals (OpenAlertGroup) after event 4: TypeError');
    expect(says).toContain('tocsin retry');
    expect(says).not.toContain('event 2:');
  });

  it('is twenty lines at most, and a count', async () => {
    const { says } = await findAbandoned(logOf(Array.from({ length: 1_025 }, (_, n) => reactionFailed(n + 1))));
    expect(says.split('\n')).toHaveLength(1 + 20 + 1);
    expect(says).toMatch(/^1025 failed,[^]*and 1005 older\.$/);
  });
});
