import { LogUnavailable } from '../event-log.js';
import { countToTheEnd } from './catch-up-count.js';

/** A log whose `head` gives up until the counting has made these steps: each is the last ordinal and the position read up to. */
const counting = (...steps: readonly (readonly [ordinal: number, read: bigint])[]) => {
  let [ordinal, read] = [0, 0n];
  let madeCount = 0;
  const index = {
    get last() {
      return { ordinal, position: { commit: read, prepare: read }, id: 'id' };
    },
    get checkpoint() {
      return { commit: read, prepare: read };
    },
  };
  const log = {
    head: async () => {
      const step = steps[madeCount++];
      if (!step) return { ordinal, token: '' };
      [ordinal, read] = step;
      throw new LogUnavailable('not_applied', `more than the ${ordinal} counted so far`);
    },
  };
  return { log, index };
};

describe('counting to the end', () => {
  it('goes on for as long as there is progress, and says how far it is', async () => {
    const { log, index } = counting([100, 10n], [200, 20n], [300, 30n]);
    const notifications: number[] = [];
    await countToTheEnd(log, index, (ordinal) => notifications.push(ordinal));
    expect(notifications).toEqual([100, 200, 300, 300]);
  });

  it('takes events of other programs that were read for progress', async () => {
    const { log, index } = counting([100, 10n], [100, 20n]);
    await expect(countToTheEnd(log, index)).resolves.toBeUndefined();
  });

  it('ends with the error of the log when nothing more was counted', async () => {
    const { log, index } = counting([100, 10n], [100, 10n], [200, 20n]);
    await expect(countToTheEnd(log, index)).rejects.toThrow('more than the 100 counted so far');
  });

  it('does not repeat after an error that is a bug', async () => {
    const { index } = counting([100, 10n]);
    const head = jest.fn().mockRejectedValue(new TypeError('x is not iterable'));
    await expect(countToTheEnd({ head }, index)).rejects.toThrow('x is not iterable');
    expect(head).toHaveBeenCalledTimes(1);
  });
});
