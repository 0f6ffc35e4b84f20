import { LeaderLock, type Leadership } from '@tocsin/platform/leader/leader-lock.js';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { readConfig } from '../config.js';
import { lead } from './leadership.js';

/** A lock with results set by the test: `true` to lead, `false` when another server leads, an error when it is unknown. */
class DecidedLock extends LeaderLock {
  lose: (why: string) => void = () => {};
  released = 0;
  constructor(private readonly answers: (boolean | Error)[]) {
    super();
  }
  async tryToLead(): Promise<Leadership | undefined> {
    const answer = this.answers.shift();
    if (answer instanceof Error) throw answer;
    if (!answer) return undefined;
    const lost = new Promise<string>((resolve) => (this.lose = resolve));
    return { whenLost: lost, release: async () => void (this.released += 1) };
  }
  get remainingAnswers(): number {
    return this.answers.length;
  }
}

const config = readConfig({
  TOCSIN_PROFILE: 'cluster',
  TOCSIN_EVENTSTORE: 'esdb://n1:2113?tls=false',
  TOCSIN_POSTGRES: 'postgres://tocsin:secret@db:5432/tocsin',
});

const leadWith = async (...answers: (boolean | Error)[]) => {
  const lock = new DecidedLock(answers);
  const said: string[] = [];
  const waits: number[] = [];
  const wait = async (ms: number): Promise<void> => void waits.push(ms);
  const leading = await lead({ config, lock, tell: (sentence) => void said.push(sentence), wait });
  return { lock, leading, said, waits };
};

describe('a server that wants to lead', () => {
  it('waits until the other one has ended, and says each once', async () => {
    const { said, waits } = await leadWith(false, false, false, true);
    expect(said).toEqual([
      'Another Tocsin server is active on this log. This one is a standby and takes over when that one stops.',
      'This server has taken over.',
    ]);
    expect(waits).toEqual([1_000, 1_000, 1_000]);
  });

  it('says that PostgreSQL can’t be reached, and goes on trying', async () => {
    const { said } = await leadWith(new Error('refused'), true);
    expect(said[0]).toMatch(/^PostgreSQL at db:5432 can’t be reached: refused; trying again in 1 s\./);
    expect(said[1]).toBe('PostgreSQL at db:5432 answers now.');
  });

  it('goes on when PostgreSQL was away and nobody else was quicker', async () => {
    const { lock, leading } = await leadWith(true, new Error('away'), new Error('away'), true, false);
    lock.lose('restarted');
    while (lock.remainingAnswers > 1) await Promise.resolve();
    await Promise.resolve();
    lock.lose('restarted again');
    expect(await leading.whenLost).toMatch(/^Another Tocsin server took over this log\./);
  });

  it('is over when somebody else was quicker', async () => {
    const { lock, leading } = await leadWith(true, false);
    lock.lose('terminated');
    expect(await leading.whenLost).toMatch(/^Another Tocsin server took over this log\. This one stops/);
  });

  it('is over when a reactor of a later epoch has begun, whatever the lock says', async () => {
    const { leading } = await leadWith(true);
    const log = new MemoryEventLog();
    const start = (epoch: number) => ({
      id: `00000000-0000-4000-8000-00000000000${epoch}`,
      type: 'ReactorStarted',
      v: 1,
      data: JSON.stringify({ epoch, awayFrom: null }),
      meta: '{}',
    });
    let isOver = false;
    void leading.whenLost.then(() => (isOver = true));
    await log.append('reactor', 'none', [start(1), start(2)]);
    leading.watch(log, (storedEvent) => partOf<Recorded>({ ...storedEvent, data: JSON.parse(storedEvent.data), meta: {} }), 0, 2);
    await log.append('reactor', 1, [start(3)]);
    expect(await leading.whenLost).toMatch(/^Another Tocsin server took over this log\./);
    expect(isOver).toBe(true);
    await leading.unwatch();
    await log.close();
  });

  it('gives it back at the end', async () => {
    const { lock, leading } = await leadWith(true);
    await leading.end();
    expect(lock.released).toBe(1);
  });
});
