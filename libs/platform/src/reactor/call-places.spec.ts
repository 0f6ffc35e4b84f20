import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { PlannedCommand } from '@tocsin/kernel/react/process.js';
import type { DueTimer } from '@tocsin/kernel/react/timers.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { CallPlaces } from './call-places.js';

const plannedClaim = (id: string): PlannedCommand =>
  partOf<PlannedCommand>({ command: { type: 'Claim', data: id }, commandId: `claim ${id}` });
/** Due at this minute after 03:00; sorted by `rank` first. */
const claim = (id: string, rank = 0, minute = 0): DueTimer => {
  const dueAt = `2026-11-21T03:${String(minute).padStart(2, '0')}:00.000Z`;
  return { stream: id, timer: { name: id, dueAt, plannedBy: id, command: plannedClaim(id).command, rank }, planned: plannedClaim(id) };
};
const nameOf = ({ stream }: DueTimer): string => stream;
const claimedEvent = (id: string): Recorded =>
  ({ type: 'Claimed', data: id, id: `event ${id}`, meta: { commandId: `claim ${id}` } }) as Recorded;
const isSoon = async (promise: Promise<void>): Promise<boolean> => Promise.race([promise.then(() => true), settle().then(() => false)]);
const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** One concurrent call in total. */
const one = (): CallPlaces => new CallPlaces(1, ({ type }) => (type === 'Claim' || type === 'Claimed' ? ['mail'] : []));

describe('the place of a call', () => {
  it('is the one of its claim, which the claim can’t give back any more', async () => {
    const places = one();
    expect(places.mayClaim(claim('a'))).toBe(true);
    expect(await isSoon(places.forCall(claimedEvent('a')))).toBe(true);
    places.releaseUnclaimed(plannedClaim('a'));
    expect(places.mayClaim(claim('b'))).toBe(false);
    places.releaseEnded(claimedEvent('a'));
    expect(places.mayClaim(claim('b'))).toBe(true);
  });

  it('is waited for when the claim gave it back, because nobody answered that it stands there', async () => {
    const places = one();
    places.mayClaim(claim('a'));
    places.releaseUnclaimed(plannedClaim('a'));
    places.mayClaim(claim('b'));
    const place = places.forCall(claimedEvent('a'));
    expect(await isSoon(place)).toBe(false);
    await places.forCall(claimedEvent('b'));
    places.releaseEnded(claimedEvent('b'));
    expect(await isSoon(place)).toBe(true);
    expect(places.mayClaim(claim('c'))).toBe(false);
  });

  it('is its own, too, when the command comes again after the call has begun', async () => {
    const places = new CallPlaces(2, () => ['mail']);
    places.mayClaim(claim('a'));
    await places.forCall(claimedEvent('a'));
    expect(places.mayClaim(claim('a'))).toBe(true);
    places.releaseUnclaimed(plannedClaim('a'));
    expect([places.mayClaim(claim('b')), places.mayClaim(claim('c'))]).toEqual([true, false]);
  });

  it('is none where nobody is called who must be spared', async () => {
    const places = new CallPlaces(0, () => []);
    expect(places.mayClaim(claim('a'))).toBe(true);
    expect(await isSoon(places.forCall(claimedEvent('a')))).toBe(true);
  });
});

describe('a call that needs a place of several providers', () => {
  /** `hook` has one place, `host` two; a claim’s providers are in its id: `hook+host 1`. */
  const createPlaces = (): CallPlaces =>
    new CallPlaces(
      (provider) => (provider === 'hook' ? 1 : 2),
      ({ data }) => String(data).split(' ')[0]!.split('+'),
    );
  const callAll = (places: CallPlaces): readonly string[] => {
    const all: DueTimer[] = [];
    places.callUp((due) => all.push(due) > 0);
    return all.filter((due) => places.mayClaim(due)).map(nameOf);
  };

  it('takes all of them or none', () => {
    const places = createPlaces();
    expect(['hook+host 1', 'hook+host 2', 'host 3', 'host 4'].map((id) => places.mayClaim(claim(id)))).toEqual([true, false, true, false]);
    places.releaseUnclaimed(plannedClaim('host 3'));
    expect(callAll(places)).toEqual(['host 4']);
    places.releaseUnclaimed(plannedClaim('hook+host 1'));
    expect(callAll(places)).toEqual(['hook+host 2']);
  });

  it('goes by rank also among those that need other places, and is not held back by one that can’t begin', () => {
    const places = createPlaces();
    for (const id of ['hook+host 1', 'host 2']) places.mayClaim(claim(id));
    places.mayClaim(claim('host low', 3));
    places.mayClaim(claim('desk+host high', 1));
    places.mayClaim(claim('hook+host first', 0));
    places.releaseUnclaimed(plannedClaim('host 2'));
    // the first waits for its hook
    expect(places.mayClaim(claim('host late', 2))).toBe(false);
    expect(callAll(places)).toEqual(['desk+host high']);
    places.releaseUnclaimed(plannedClaim('hook+host 1'));
    expect(callAll(places)).toEqual(['hook+host first']);
  });

  it('wakes each call that waits for a place that is given back', async () => {
    const places = createPlaces();
    for (const id of ['hook+host 1', 'host 2', 'desk 3', 'desk 4']) places.mayClaim(claim(id));
    const whenPlaces = ['desk 5', 'host 6'].map((id) => places.forCall(claimedEvent(id)));
    places.releaseUnclaimed(plannedClaim('host 2'));
    expect(await isSoon(whenPlaces[1]!)).toBe(true);
    expect(await isSoon(whenPlaces[0]!)).toBe(false);
    places.releaseUnclaimed(plannedClaim('desk 3'));
    expect(await isSoon(whenPlaces[0]!)).toBe(true);
  });
});

describe('claims that wait for a place', () => {
  /** The claims that are called up; they take the offered slot, except those in `goneTimers`. */
  const calledUp = (places: CallPlaces, goneTimers: readonly string[] = []): readonly string[] => {
    const calls: DueTimer[] = [];
    places.callUp((due) => !goneTimers.includes(nameOf(due)) && calls.push(due) > 0);
    return calls.filter((due) => places.mayClaim(due)).map(nameOf);
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
      places.releaseUnclaimed(plannedClaim(last));
      if (last === 'b') expect([places.isTurn, places.mayClaim(claim('late', 1, 2))]).toEqual([true, false]);
    }
    expect(order).toEqual(['first', 'a', 'b', 'c', 'd', 'late']);
  });

  it('are passed over when nobody wants them any more: as many are called up as there are places', () => {
    const places = new CallPlaces(2, () => ['mail']);
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) places.mayClaim(claim(id));
    places.releaseUnclaimed(plannedClaim('a'));
    places.releaseUnclaimed(plannedClaim('b'));
    const calledTimers = calledUp(places, ['c', 'd', 'f']);
    expect([calledTimers.length, calledTimers.filter((id) => ['c', 'd', 'f'].includes(id))]).toEqual([2, []]);
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
    places.releaseUnclaimed(plannedClaim('first'));
    expect(calledUp(places)).toEqual(['a']);
    places.releaseUnclaimed(plannedClaim('a'));
    expect(calledUp(places)).toEqual(['b']);
    places.releaseUnclaimed(plannedClaim('b'));
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
    places.releaseUnclaimed(plannedClaim('first'));
    calledUp(places);
    expect(compared).toBeLessThan(200);
  });
});
