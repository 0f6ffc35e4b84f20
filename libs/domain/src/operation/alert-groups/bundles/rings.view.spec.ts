import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { ana, idOf } from '../../../configuration.fixture.js';
import { isOver, keyOf, type RingsRow } from './rings-row.js';
import { ringsView } from './rings.view.js';

const bundleRef = { personId: ana, contactMethodId: idOf('c1'), line: 'high' as const };
const start = '2026-11-25T03:12:00.000Z';
const bundleId = idOf('b1');

type Told = readonly [type: string, data: object, readUpTo?: number];

/** Ana’s row after these events, one per second; each was decided with all earlier ones read by default. */
const rowAfter = (facts: readonly Told[]): RingsRow => {
  let row: RingsRow | undefined;
  for (const [n, [type, data, readUpTo = n]] of facts.entries()) {
    const meta = { at: addMillis(start, n * 1_000), readUpTo };
    const event = partOf<RecordedFact>({ id: `e${n + 1}`, ordinal: n + 1, type, data, meta });
    const change = ringsView.on[type as 'AttemptWaits'] as {
      row: (row: RingsRow | undefined, event: RecordedFact, id: string) => RingsRow;
    };
    row = change.row(row, event, ana);
  }
  return row!;
};
const line = (row: RingsRow) => row.lines[keyOf(bundleRef)]!;

const waitFact = (until: string) =>
  ['AttemptWaits', { ...bundleRef, groupId: idOf('91'), pageId: idOf('92'), slot: idOf('93'), until }] as const;
const filledFact = (more: object, ...readUpTo: [] | [number]): Told => [
  'BundleFilled',
  { ...bundleRef, bundleId, count: 1, whole: true, more: false, ...more },
  ...readUpTo,
];
const rings = (attempt: string, ring: object) =>
  [
    'AttemptStarted',
    { groupId: idOf('91'), pageId: idOf('92'), slot: idOf('93'), attemptId: attempt, ring: { ...bundleRef, serviceId: null, ...ring } },
  ] as const;
const passedOnFact = ['BundleStarted', { ...bundleRef, bundleId, passedOn: true }] as const;
const startFact = ['BundleStarted', { ...bundleRef, bundleId }] as const;

describe('what waits for one person by one way', () => {
  it('and began to while a bundle was formed goes with another one, by a plan of its own', () => {
    const now = addMillis(start, 0);
    expect(line(rowAfter([waitFact(now), waitFact(now), filledFact({}, 1)])).free).toMatchObject({ plannedBy: 'e3' });
    expect(line(rowAfter([waitFact(now), waitFact(now), filledFact({}, 2)])).free).toBeNull();
  });

  it('and is more than one message names goes with the next one, when that one has begun', () => {
    const now = addMillis(start, 0);
    const full = [waitFact(now), filledFact({ count: 2_000, more: true, left: true })] as const;
    expect(line(rowAfter([...full, startFact]))).toMatchObject({ forming: null, free: { plannedBy: 'e2' } });
    expect(line(rowAfter([...full, startFact, filledFact({ count: 3 })])).free).toBeNull();
  });

  it('and may not go out any more is held for the end of the wait', () => {
    const oneMinuteLater = addMillis(start, 60_000);
    const row = rowAfter([rings('a1', { id: 'a1' }), waitFact(oneMinuteLater), filledFact({ count: 0, whole: false, more: true })]);
    expect(line(row).held).toEqual({ dueAt: oneMinuteLater, plannedBy: 'e3' });
  });

  it('is rung by what went out alone, where the bundle was empty', () => {
    const row = rowAfter([filledFact({}), rings('a2', { id: 'a2' }), startFact]);
    expect(line(row).wait).toMatchObject({ ring: 'a2', formed: 1, open: [idOf('91')] });
    expect(line(rowAfter([filledFact({}), startFact])).wait).toBeNull();
  });
});

describe('a bundle', () => {
  it('is being formed until it has begun', () => {
    expect(line(rowAfter([filledFact({})])).forming).toMatchObject({ bundleId, isPassingOn: false });
    expect(line(rowAfter([filledFact({}), startFact])).forming).toBeNull();
    expect(line(rowAfter([filledFact({ count: 0 })])).forming).toBeNull();
  });

  it('of none, with which others were passed on, is no message', () => {
    const row = rowAfter([filledFact({ count: 0, passedOn: true })]);
    expect(line(row).forming).toMatchObject({ isPassingOn: true });
    expect(line(rowAfter([filledFact({ count: 0, passedOn: true }), passedOnFact]))).toMatchObject({
      forming: null,
      bundle: null,
      wait: null,
    });
  });

  it('that passed on a part of what waited behind a message that failed asks for the rest at once', () => {
    const until = addMillis(start, 60_000);
    const fails = ['AttemptFailed', { attemptId: 'a1', ring: 'a1', reason: 'delivery.timeout', retry: false, to: bundleRef }] as const;
    const part = rowAfter([rings('a1', { id: 'a1' }), waitFact(until), fails, filledFact({ count: 0, more: true, passedOn: true })]);
    expect(line(part)).toMatchObject({ failed: { reason: 'delivery.timeout' }, free: { plannedBy: 'e4' } });
    const finalRow = rowAfter([rings('a1', { id: 'a1' }), waitFact(until), fails, filledFact({ count: 0, passedOn: true })]);
    expect(line(finalRow)).toMatchObject({ failed: null, free: null });
  });
});

describe('an exception', () => {
  it('counts from when its message is formed, once however many pages it has, and not at all where none was claimed', () => {
    const exceptions = (row: RingsRow): number => row.exempt[bundleRef.contactMethodId]?.length ?? 0;
    const exemptFact = filledFact({ exempt: true, whole: false });
    const claimFact = (attempt: string) => rings(attempt, { id: bundleId, bundled: true, exempt: true });
    expect(exceptions(rowAfter([exemptFact]))).toBe(1);
    expect(exceptions(rowAfter([exemptFact, claimFact('a1'), claimFact('a2'), startFact]))).toBe(1);
    expect(exceptions(rowAfter([exemptFact, startFact]))).toBe(0);
  });
});

describe('a clock that was put back', () => {
  it('ends a wait that would begin in the future by more than a minute', () => {
    const { wait } = line(rowAfter([rings('a1', { id: 'a1' })]));
    expect(isOver(wait, keyOf(bundleRef), addMillis(start, -30_000))).toBe(false);
    expect(isOver(wait, keyOf(bundleRef), addMillis(start, -90_000))).toBe(true);
  });
});
