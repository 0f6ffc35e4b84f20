import type { LeaderLock, Leadership } from '@tocsin/platform/leader/leader-lock.js';

export interface LeaderLocks {
  /** Another program’s lock with this name. */
  lock(name: string): LeaderLock;
  /** Breaks the connections of all leaders, as a network failure or a restarted server does. */
  breakAll(): Promise<void>;
}

/** The contract of every leader lock that several programs share. */
export const leaderLockContract = (adapter: string, open: () => Promise<LeaderLocks | undefined>): void => {
  describe(`the leader lock in ${adapter}`, () => {
    let locks: LeaderLocks | undefined;
    const leaderships: Leadership[] = [];
    const lead = async (name: string): Promise<Leadership | undefined> => {
      const leadership = await locks!.lock(name).tryToLead();
      if (leadership) leaderships.push(leadership);
      return leadership;
    };
    beforeAll(async () => void (locks = await open()));
    afterEach(async () => {
      await Promise.all(leaderships.map((leadership) => leadership.release()));
      leaderships.length = 0;
    });

    it('lets one lead, and the next when that one gives it up', async () => {
      if (!locks) return;
      const first = await lead('one');
      expect(first).toBeDefined();
      expect(await lead('one')).toBeUndefined();
      await first!.release();
      expect(await lead('one')).toBeDefined();
    });

    it('lets exactly one of many lead who come at once', async () => {
      if (!locks) return;
      const all = await Promise.all(Array.from({ length: 8 }, () => lead('many')));
      expect(all.filter((leadership) => leadership !== undefined)).toHaveLength(1);
    });

    it('keeps what has another name apart', async () => {
      if (!locks) return;
      expect(await lead('this')).toBeDefined();
      expect(await lead('that')).toBeDefined();
    });

    it('tells the leader that it is lost, and why, and lets somebody else lead', async () => {
      if (!locks) return;
      const first = await lead('lost');
      await locks.breakAll();
      expect(await first!.whenLost).toMatch(/\w/);
      expect(await lead('lost')).toBeDefined();
    });

    it('says nothing of a loss to who has given it up', async () => {
      if (!locks) return;
      const first = await lead('given up');
      let isNotified = false;
      void first!.whenLost.then(() => (isNotified = true));
      await first!.release();
      await locks.breakAll();
      expect(await lead('given up')).toBeDefined();
      expect(isNotified).toBe(false);
    });
  });
};
