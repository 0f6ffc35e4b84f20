import { reach } from './reach.js';

const needed = { name: 'EventStoreDB', address: 'localhost:2113', todo: 'Start it with “docker compose up eventstore”.' };

/** Fails with each of these errors in turn, then succeeds. */
const failing = (failures: readonly unknown[]) => {
  const left = [...failures];
  return async (): Promise<string> => {
    if (left.length > 0) throw left.shift();
    return 'connected';
  };
};

const tried = async (failures: readonly unknown[]) => {
  const said: string[] = [];
  const waited: number[] = [];
  const wait = async (ms: number): Promise<void> => void waited.push(ms);
  const answer = await reach(needed, failing(failures), { tell: (sentence) => void said.push(sentence), wait });
  return { answer, said, waited };
};
const refused = new Error('connect ECONNREFUSED 127.0.0.1:2113');

describe('reaching what is needed', () => {
  it('says nothing when it works at once', async () => {
    expect(await tried([])).toEqual({ answer: 'connected', said: [], waited: [] });
  });

  it('says what can’t be reached, why, when it tries again and what to do', async () => {
    const { said } = await tried([refused]);
    expect(said).toEqual([
      'EventStoreDB at localhost:2113 can’t be reached: connect ECONNREFUSED 127.0.0.1:2113; trying again in 1 s. ' +
        'Start it with “docker compose up eventstore”.',
      'EventStoreDB at localhost:2113 answers now.',
    ]);
  });

  it('says what one that answers has against it, and what to change there', async () => {
    const said: string[] = [];
    const refusal = () => ({ says: 'refuses the user or the password', todo: 'Put the right ones into TOCSIN_EVENTSTORE.' });
    await reach({ ...needed, refusal }, failing([new Error('16 UNAUTHENTICATED')]), {
      tell: (sentence) => void said.push(sentence),
      wait: () => Promise.resolve(),
    });
    expect(said[0]).toBe(
      'EventStoreDB at localhost:2113 refuses the user or the password (16 UNAUTHENTICATED); trying again in 1 s. ' +
        'Put the right ones into TOCSIN_EVENTSTORE.',
    );
  });

  it('says each reason once, however often it comes', async () => {
    const { said } = await tried([refused, refused, new Error('access denied'), refused]);
    expect(said.map((sentence) => /reached: ([^;]*)/.exec(sentence)?.[1])).toEqual([refused.message, 'access denied', undefined]);
  });

  it('waits longer and longer, up to half a minute, and never gives up', async () => {
    const { waited } = await tried(Array.from({ length: 8 }, () => refused));
    expect(waited).toEqual([1_000, 2_000, 5_000, 10_000, 30_000, 30_000, 30_000, 30_000]);
  });

  it.each([
    ['a cause', new Error('the append failed', { cause: refused })],
    ['several addresses', new AggregateError([refused, new Error('connect ECONNREFUSED ::1:2113')])],
    ['something that is no error', refused.message],
  ])('finds the words in %s', async (_what, error) => {
    expect((await tried([error])).said[0]).toContain(`can’t be reached: ${refused.message};`);
  });

  it('ends when the waiting ends', async () => {
    const wait = (): Promise<void> => Promise.reject(new Error('told to stop'));
    await expect(reach(needed, failing([refused]), { tell: () => {}, wait })).rejects.toThrow('told to stop');
  });
});
