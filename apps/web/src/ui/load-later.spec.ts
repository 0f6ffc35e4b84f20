import { toasts } from '../data/toasts.js';
import { loadLater } from './load-later.js';

const titles = (): readonly string[] => toasts.now().map(({ title }) => title);

describe('a part that is loaded later', () => {
  let isServerThere = true;
  const missing = jest.fn(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  beforeEach(() => {
    jest.useFakeTimers();
    isServerThere = true;
    jest
      .spyOn(globalThis, 'fetch')
      .mockImplementation(() => (isServerThere ? Promise.resolve(Response.json({ setUp: true })) : Promise.reject(new TypeError())));
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('is asked for until it is there', async () => {
    const load = jest.fn<Promise<string>, []>().mockRejectedValueOnce(new TypeError()).mockResolvedValue('part');
    const part = loadLater(load);
    await jest.advanceTimersByTimeAsync(3_000);
    await expect(part).resolves.toBe('part');
    expect(load).toHaveBeenCalledTimes(2);
    expect(titles()).toEqual([]);
  });

  it('is not complained of while the server does not answer either', async () => {
    isServerThere = false;
    void loadLater(missing);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(titles()).toEqual([]);
  });

  it('is said to be missing, once, when the server answers and it still does not come', async () => {
    void loadLater(missing);
    void loadLater(missing);
    await jest.advanceTimersByTimeAsync(6_000);
    expect(titles()).toEqual(['Part of this page could not be loaded']);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(titles()).toEqual(['Part of this page could not be loaded']);
    expect(toasts.now()[0]?.act?.label).toBe('Load again');
  });
});
