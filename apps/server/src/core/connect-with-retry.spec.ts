import { reach } from './connect-with-retry.js';

const server = { name: 'EventStoreDB', address: 'localhost:2113', todo: 'Start it with “docker compose up eventstore”.' };

/** Fails with each of these errors in turn, then succeeds. */
const failWith = (failures: readonly unknown[]) => {
  const remaining = [...failures];
  return async (): Promise<string> => {
    if (remaining.length > 0) throw remaining.shift();
    return 'connected';
  };
};

const tryConnecting = async (failures: readonly unknown[]) => {
  const said: string[] = [];
  const waited: number[] = [];
  const wait = async (ms: number): Promise<void> => void waited.push(ms);
  const answer = await reach(server, failWith(failures), { tell: (sentence) => void said.push(sentence), wait });
  return { answer, said, waited };
};
const connectionError = new Error('connect ECONNREFUSED 127.0.0.1:2113');

describe('reaching what is needed', () => {
  it('says nothing when it works at once', async () => {
    expect(await tryConnecting([])).toEqual({ answer: 'connected', said: [], waited: [] });
  });

  it('says what can’t be reached, why, when it tries again and what to do', async () => {
    const { said } = await tryConnecting([connectionError]);
    expect(said).toEqual([
      'EventStoreDB at localhost:2113 can’t be reached: connect ECONNREFUSED 127.0.0.1:2113; trying again in 1 s. ' +
        'Start it with “docker compose up eventstore”.',
      'EventStoreDB at localhost:2113 answers now.',
    ]);
  });

  it('says what one that answers has against it, and what to change there', async () => {
    const output: string[] = [];
    const refusal = () => ({ says: 'refuses the user or the password', todo: 'Put the right ones into TOCSIN_EVENTSTORE.' });
    await reach({ ...server, toRefusal: refusal }, failWith([new Error('16 UNAUTHENTICATED')]), {
      tell: (sentence) => void output.push(sentence),
      wait: () => Promise.resolve(),
    });
    expect(output[0]).toBe(
      'EventStoreDB at localhost:2113 refuses the user or the password (16 UNAUTHENTICATED); trying again in 1 s. ' +
        'Put the right ones into TOCSIN_EVENTSTORE.',
    );
  });

  it('says each reason once, however often it comes', async () => {
    const { said } = await tryConnecting([connectionError, connectionError, new Error('access denied'), connectionError]);
    expect(said.map((sentence) => /reached: ([^;]*)/.exec(sentence)?.[1])).toEqual([connectionError.message, 'access denied', undefined]);
  });

  it('waits longer and longer, up to half a minute, and never gives up', async () => {
    const { waited } = await tryConnecting(Array.from({ length: 8 }, () => connectionError));
    expect(waited).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it.each([
    ['a cause', new Error('the append failed', { cause: connectionError })],
    ['several addresses', new AggregateError([connectionError, new Error('connect ECONNREFUSED ::1:2113')])],
    ['something that is no error', connectionError.message],
  ])('finds the words in %s', async (_what, error) => {
    expect((await tryConnecting([error])).said[0]).toContain(`can’t be reached: ${connectionError.message};`);
  });

  it('ends when the waiting ends', async () => {
    const wait = (): Promise<void> => Promise.reject(new Error('told to stop'));
    await expect(reach(server, failWith([connectionError]), { tell: () => {}, wait })).rejects.toThrow('told to stop');
  });
});
