import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Planned } from '@tocsin/kernel/process.js';
import { CallPlaces } from './call-places.js';

const ignore = (): void => {};
const claim = (id: string): Planned => ({ command: { type: 'Claim', data: id }, commandId: `claim ${id}` }) as unknown as Planned;
const claimed = (id: string): Recorded =>
  ({ type: 'Claimed', data: id, id: `event ${id}`, meta: { commandId: `claim ${id}` } }) as Recorded;
const isSoon = async (promise: Promise<void>): Promise<boolean> => Promise.race([promise.then(() => true), settle().then(() => false)]);
const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** One call at once, of every claim. */
const one = (): CallPlaces => new CallPlaces(1, ({ type }) => (type === 'Claim' || type === 'Claimed' ? 'mail' : undefined));

describe('the place of a call', () => {
  it('is the one of its claim, which the claim can’t give back any more', async () => {
    const places = one();
    expect(places.mayClaim(claim('a'), ignore)).toBe(true);
    expect(await isSoon(places.forCall(claimed('a')))).toBe(true);
    places.notClaimed(claim('a'));
    expect(places.mayClaim(claim('b'), ignore)).toBe(false);
    places.ended(claimed('a'));
    expect(places.mayClaim(claim('b'), ignore)).toBe(true);
  });

  it('is waited for when the claim gave it back, because nobody answered that it stands there', async () => {
    const places = one();
    places.mayClaim(claim('a'), ignore);
    places.notClaimed(claim('a'));
    places.mayClaim(claim('b'), ignore);
    const place = places.forCall(claimed('a'));
    expect(await isSoon(place)).toBe(false);
    await places.forCall(claimed('b'));
    places.ended(claimed('b'));
    expect(await isSoon(place)).toBe(true);
    expect(places.mayClaim(claim('c'), ignore)).toBe(false);
  });

  it('is its own, too, when the command comes again after the call has begun', async () => {
    const places = new CallPlaces(2, () => 'mail');
    places.mayClaim(claim('a'), ignore);
    await places.forCall(claimed('a'));
    expect(places.mayClaim(claim('a'), ignore)).toBe(true);
    places.notClaimed(claim('a'));
    expect([places.mayClaim(claim('b'), ignore), places.mayClaim(claim('c'), ignore)]).toEqual([true, false]);
  });

  it('is none where nobody is called who must be spared', async () => {
    const places = new CallPlaces(0, () => undefined);
    expect(places.mayClaim(claim('a'), ignore)).toBe(true);
    expect(await isSoon(places.forCall(claimed('a')))).toBe(true);
  });
});
