import { isTextSubject, TextKeys } from './text-keys.js';

/** The test decides when keys are made. */
class ManualKeyMaker {
  readonly requestedBatches: (readonly string[])[] = [];
  private answer: { resolve: () => void; reject: (error: Error) => void } | undefined;
  readonly make = (subjects: readonly string[]): Promise<void> => {
    this.requestedBatches.push(subjects);
    return new Promise((resolve, reject) => (this.answer = { resolve, reject }));
  };
  async done(error?: Error): Promise<void> {
    if (error) this.answer!.reject(error);
    else this.answer!.resolve();
    await new Promise(setImmediate);
  }
}

describe('keys for texts', () => {
  let maker: ManualKeyMaker;
  let failures: unknown[];
  let keys: TextKeys;
  beforeEach(() => {
    maker = new ManualKeyMaker();
    failures = [];
    keys = new TextKeys(maker.make, (error) => void failures.push(error));
  });

  it('are made ahead from the first text on, which waits for none of them', async () => {
    expect(maker.requestedBatches).toEqual([]);
    const first = keys.take();
    expect(isTextSubject(first)).toBe(true);
    expect(maker.requestedBatches).toHaveLength(1);
    expect(maker.requestedBatches[0]).not.toContain(first);
    await maker.done();
    const madeSubjects = new Set(maker.requestedBatches[0]);
    const takenKeys = Array.from({ length: 100 }, () => keys.take());
    expect(takenKeys.every((subject) => madeSubjects.has(subject))).toBe(true);
    expect(new Set([first, ...takenKeys]).size).toBe(101);
  });

  it('are made again when half of them are used, once at a time', async () => {
    keys.take();
    await maker.done();
    const { size } = keys;
    while (keys.size >= size / 2) keys.take();
    keys.take();
    expect(maker.requestedBatches).toHaveLength(2);
    await maker.done();
    expect(keys.size).toBeGreaterThanOrEqual(size - 2);
    expect(new Set(maker.requestedBatches.flat()).size).toBe(maker.requestedBatches.flat().length);
  });

  it('are new ones when all are used before others are there', () => {
    const takenKeys = Array.from({ length: 600 }, () => keys.take());
    expect(new Set(takenKeys).size).toBe(600);
    expect(maker.requestedBatches).toHaveLength(1);
  });

  it('that could not be made are handed to nobody, and that is said', async () => {
    keys.take();
    await maker.done(new Error('the disk is full'));
    expect(failures).toHaveLength(1);
    const next = keys.take();
    expect(maker.requestedBatches[0]).not.toContain(next);
    expect(maker.requestedBatches).toHaveLength(2);
  });
});
