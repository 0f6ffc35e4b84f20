import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Planned } from '@tocsin/kernel/react/process.js';
import type { DueTimer } from '@tocsin/kernel/react/timers.js';
import { partly } from '@tocsin/testing/partly.js';
import { CallPlaces } from './call-places.js';

const planned = (id: string): Planned => partly<Planned>({ command: { type: 'Claim', data: id }, commandId: `claim ${id}` });
/** Due at this minute after 03:00; sorted by `rank` first. */
const claim = (id: string, rank = 0, minute = 0): DueTimer => {
  const dueAt = `2026-11-21T03:${String(minute).padStart(2, '0')}:00.000Z`;
  return { stream: id, timer: { name: id, dueAt, plannedBy: id, command: planned(id).command, rank }, planned: planned(id) };
};
const nameOf = ({ stream }: DueTimer): string => stream;
const claimed = (id: string): Recorded =>
  ({ type: 'Claimed', data: id, id: `event ${id}`, meta: { commandId: `claim ${id}` } }) as Recorded;
const isSoon = async (promise: Promise<void>): Promise<boolean> => Promise.race([promise.then(() => true), settle().then(() => false)]);
const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** One concurrent call in total. */
const one = (): CallPlaces => new CallPlaces(1, ({ type }) => (type === 'Claim' || type === 'Claimed' ? 'mail' : undefined));

describe('the place of a call', () => {
  it('is the one of its claim, which the claim can’t give back any more', async () => {
    const places = one();
    expect(places.mayClaim(claim('a'))).toBe(true);
    expect(await isSoon(places.forCall(claimed('a')))).toBe(true);
    places.notClaimed(planned('a'));
    expect(places.mayClaim(claim('b'))).toBe(false);
    places.ended(claimed('a'));
    expect(places.mayClaim(claim('b'))).toBe(true);
  });

  it('is waited for when the claim gave it back, because nobody answered that it stands there', async () => {
    const places = one();
    places.mayClaim(claim('a'));
    places.notClaimed(planned('a'));
    places.mayClaim(claim('b'));
    const place = places.forCall(claimed('a'));
    expect(await isSoon(place)).toBe(false);
    await places.forCall(claimed('b'));
    places.ended(claimed('b'));
    expect(await isSoon(place)).toBe(true);
    expect(places.mayClaim(claim('c'))).toBe(false);
  });

  it('is its own, too, when the command comes again after the call has begun', async () => {
    const places = new CallPlaces(2, () => 'mail');
    places.mayClaim(claim('a'));
    await places.forCall(claimed('a'));
    expect(places.mayClaim(claim('a'))).toBe(true);
    places.notClaimed(planned('a'));
    expect([places.mayClaim(claim('b')), places.mayClaim(claim('c'))]).toEqual([true, false]);
  });

  it('is none where nobody is called who must be spared', async () => {
    const places = new CallPlaces(0, () => undefined);
    expect(places.mayClaim(claim('a'))).toBe(true);
    expect(await isSoon(places.forCall(claimed('a')))).toBe(true);
  });
});

describe('claims that wait for a place', () => {
  /** The claims that are called up; they take the offered slot, except those in `gone`. */
  const calledUp = (places: CallPlaces, gone: readonly string[] = []): readonly string[] => {
    const called: DueTimer[] = [];
    places.callUp((due) => !gone.includes(nameOf(due)) && called.push(due) > 0);
    return called.filter((due) => places.mayClaim(due)).map(nameOf);
  };

  it('go by rank, then the oldest first, and nobody is overtaken by one that asks just then', () => {
    const places = one();
    places.mayClaim(claim('first'));
    for (const [id, rank, minute] of [
      ['c', 1, 0],
      ['b', 0, 2],
      ['a', 0, 1],
      ['d', 1, 1],
    ] as const)
      places.mayClaim(claim(id, rank, minute));
    const order: string[] = [];
    for (let last: string | undefined = 'first'; last !== undefined; [last] = calledUp(places)) {
      order.push(last);
      places.notClaimed(planned(last));
      if (last === 'b') expect([places.isTurn, places.mayClaim(claim('late', 1, 2))]).toEqual([true, false]);
    }
    expect(order).toEqual(['first', 'a', 'b', 'c', 'd', 'late']);
  });

  it('are passed over when nobody wants them any more: as many are called up as there are places', () => {
    const places = new CallPlaces(2, () => 'mail');
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) places.mayClaim(claim(id));
    places.notClaimed(planned('a'));
    places.notClaimed(planned('b'));
    const called = calledUp(places, ['c', 'd', 'f']);
    expect([called.length, called.filter((id) => ['c', 'd', 'f'].includes(id))]).toEqual([2, []]);
    expect(places.isTurn).toBe(false);
  });

  it('wait once, at the place that they asked for last', () => {
    const places = one();
    places.mayClaim(claim('first'));
    for (const [id, rank] of [
      ['a', 3],
      ['b', 2],
      ['a', 1],
      ['a', 1],
    ] as const)
      places.mayClaim(claim(id, rank));
    places.notClaimed(planned('first'));
    expect(calledUp(places)).toEqual(['a']);
    places.notClaimed(planned('a'));
    expect(calledUp(places)).toEqual(['b']);
    places.notClaimed(planned('b'));
    expect([calledUp(places), places.isTurn]).toEqual([[], false]);
  });

  it('cost a few steps each, however many wait', () => {
    const places = one();
    places.mayClaim(claim('first'));
    const many = 20_000;
    let compared = 0;
    for (let n = 0; n < many; n += 1) {
      const due = claim(`c${n}`, n % 5, n % 60);
      const { rank } = due.timer;
      Object.defineProperty(due.timer, 'rank', { get: () => ((compared += 1), rank) });
      places.mayClaim(due);
    }
    compared = 0;
    places.notClaimed(planned('first'));
    calledUp(places);
    expect(compared).toBeLessThan(200);
  });
});
