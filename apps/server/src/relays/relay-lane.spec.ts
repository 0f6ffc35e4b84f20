import * as relayLimits from '@tocsin/contracts/relays/limits.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { WaitingArrival } from '@tocsin/domain/operation/relays/views.js';
import { toInstant } from '@tocsin/kernel/time.js';
import { RelayLane, type RelayOutcome } from './relay-lane.js';

const start = Date.parse('2026-11-21T03:12:00.000Z');

/** A lane, and the other system behind it. */
class Bench {
  /** Of the machine: it begins at its start. */
  now = 0;
  wall = start;
  onChange = (): void => {};
  readonly sent: number[] = [];
  waiting: WaitingArrival[] = [];
  answer: (arrival: WaitingArrival) => RelayOutcome = () => ({ kind: 'sent' });
  readonly lane = new RelayLane(
    {
      send: async (arrival) => {
        this.sent.push(arrival.ordinal);
        return this.answer(arrival);
      },
      now: () => this.now,
      wall: () => this.wall,
      onChange: () => this.onChange(),
    },
    undefined,
  );

  arrives(ordinal: number, key: string): void {
    this.waiting.push({ ordinal, key, integrationId: 'i', at: toInstant(this.wall), method: 'POST', contentType: null });
  }

  passes(ms: number): void {
    this.now += ms;
    this.wall += ms;
  }

  /** Begins what may begin, and hears the answers, which come in a later turn. */
  async look(): Promise<void> {
    this.lane.step(this.waiting);
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Steps until nothing new is sent; what is settled leaves memory. */
  async settle() {
    const counts = { sent: 0, refused: 0, late: 0, unfit: 0, loops: 0 };
    for (let before = -1; before < this.sent.length;) {
      before = this.sent.length;
      await this.look();
      for (let part = this.lane.takeSettled(); part !== null; part = this.lane.takeSettled()) {
        const { settled } = part;
        for (const kind of Object.keys(counts) as (keyof typeof counts)[]) counts[kind] += part.counts[kind];
        this.waiting = this.waiting.filter(({ ordinal }) => !settled.includes(ordinal));
      }
    }
    return counts;
  }
}

const away: RelayOutcome = { kind: 'again', why: 'Answered 503.' };

describe('a relay', () => {
  it('keeps what is about one alert in order, and lets others pass one that is stuck', async () => {
    const bench = new Bench();
    bench.answer = ({ key }) => (key === 'stuck' ? away : { kind: 'sent' });
    bench.arrives(1, 'stuck');
    bench.arrives(2, 'a');
    bench.arrives(3, 'stuck');
    bench.arrives(4, 'a');
    expect(await bench.settle()).toMatchObject({ sent: 2 });
    expect(bench.sent).toEqual([1, 2, 4]);
    bench.answer = () => ({ kind: 'sent' });
    bench.passes(relayLimits.retryAfter);
    await bench.settle();
    expect(bench.sent).toEqual([1, 2, 4, 1, 3]);
  });

  it('tries for a quarter of an hour, then drops and counts', async () => {
    const bench = new Bench();
    bench.answer = () => away;
    bench.arrives(1, 'a');
    for (let minute = 0; minute < 15; minute += 1) {
      expect(await bench.settle()).toMatchObject({ late: 0 });
      bench.passes(duration.minute);
    }
    expect(await bench.settle()).toMatchObject({ late: 1, sent: 0 });
    expect(bench.waiting).toEqual([]);
  });

  it('drops the oldest of more than ten thousand', async () => {
    const bench = new Bench();
    bench.answer = () => away;
    for (let n = 0; n < relayLimits.mostWaiting + 3; n += 1) bench.arrives(n, `key ${n}`);
    bench.lane.step(bench.waiting);
    expect(bench.lane.takeSettled()).toMatchObject({ settled: [0, 1, 2], counts: { late: 3 } });
    expect(bench.sent).toHaveLength(relayLimits.atOnce);
  });

  it('goes on after what the other system refuses for good, and says since when it does', async () => {
    const bench = new Bench();
    bench.answer = ({ ordinal }) => (ordinal === 1 ? { kind: 'refused' } : { kind: 'sent' });
    bench.arrives(1, 'a');
    await bench.look();
    expect(bench.lane.takeSettled()).toMatchObject({ settled: [1], counts: { refused: 1 }, failing: { since: toInstant(start) } });
    bench.waiting = [];
    bench.arrives(2, 'a');
    await bench.look();
    expect(bench.lane.takeSettled()).toMatchObject({ settled: [2], counts: { sent: 1 }, failing: null });
  });

  it('sends nothing twice that waits to be recorded', async () => {
    const bench = new Bench();
    bench.arrives(1, 'a');
    await bench.look();
    bench.lane.step(bench.waiting);
    bench.lane.takeSettled();
    bench.lane.step(bench.waiting);
    expect(bench.sent).toEqual([1]);
  });

  it('records later what could not be recorded, and sends it once', async () => {
    const bench = new Bench();
    bench.arrives(1, 'a');
    await bench.look();
    const part = bench.lane.takeSettled()!;
    bench.lane.putBack(part);
    await bench.look();
    expect(bench.sent).toEqual([1]);
    expect(bench.lane.takeSettled()).toEqual(part);
  });

  it('says at once, and once, that the other system takes nothing', async () => {
    const bench = new Bench();
    bench.answer = () => away;
    bench.arrives(1, 'a');
    await bench.look();
    expect(bench.lane.takeSettled()).toMatchObject({ settled: [], failing: { since: toInstant(start), why: 'Answered 503.' } });
    expect(bench.lane.takeSettled()).toBeNull();
  });

  it('drops nothing that it never tried, however long Tocsin was away', async () => {
    const bench = new Bench();
    bench.arrives(1, 'a');
    bench.arrives(2, 'a');
    bench.passes(16 * duration.minute);
    expect(await bench.settle()).toMatchObject({ sent: 2, late: 0 });
  });

  it('asks a system that takes nothing by one call at a time, and goes on at once when it takes one', async () => {
    const bench = new Bench();
    bench.answer = () => away;
    for (let n = 0; n < 100; n += 1) bench.arrives(n, `key ${n}`);
    await bench.settle();
    const before = bench.sent.length;
    expect(before).toBeLessThan(10);
    bench.passes(relayLimits.retryAtMost);
    await bench.settle();
    expect(bench.sent).toHaveLength(before + 1);
    bench.answer = () => ({ kind: 'sent' });
    bench.passes(relayLimits.retryAtMost);
    await bench.settle();
    expect(new Set(bench.sent).size).toBe(100);
  });

  it('drops all that is old once a system took nothing for a quarter of an hour', async () => {
    const bench = new Bench();
    bench.answer = () => away;
    for (let n = 0; n < 100; n += 1) bench.arrives(n, `key ${n}`);
    let late = 0;
    for (let minute = 0; minute < 17; minute += 1) {
      late += (await bench.settle()).late;
      bench.passes(duration.minute);
    }
    expect(late).toBe(100);
  });

  it('goes on after a call that throws', async () => {
    const bench = new Bench();
    let changes = 0;
    bench.onChange = () => void (changes += 1);
    bench.answer = () => {
      throw new Error('no vault');
    };
    bench.arrives(1, 'a');
    await bench.look();
    expect(changes).toBe(1);
    bench.answer = () => ({ kind: 'sent' });
    bench.passes(relayLimits.retryAfter);
    expect(await bench.settle()).toMatchObject({ sent: 1 });
  });

  it('begins anew at another address: it fails there no longer, and what the old one answers late says nothing of it', async () => {
    const bench = new Bench();
    bench.answer = () => away;
    bench.arrives(1, 'a');
    await bench.look();
    expect(bench.lane.takeSettled()).toMatchObject({ failing: { why: 'Answered 503.' } });
    bench.passes(relayLimits.retryAfter);
    bench.lane.step(bench.waiting);
    bench.lane.beginAnew();
    await new Promise((resolve) => setImmediate(resolve));
    expect(bench.lane.takeSettled()).toMatchObject({ settled: [], failing: null });
    bench.answer = () => ({ kind: 'sent' });
    expect(await bench.settle()).toMatchObject({ sent: 1 });
  });
});
