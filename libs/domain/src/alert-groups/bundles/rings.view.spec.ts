import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { plus } from '@tocsin/kernel/time.js';
import { partly } from '@tocsin/testing/partly.js';
import { ana, idOf } from '../../configuration.fixture.js';
import { isOver, keyOf, type RingsRow } from './rings-row.js';
import { ringsView } from './rings.view.js';

const way = { personId: ana, contactMethodId: idOf('c1'), line: 'high' as const };
const start = '2026-11-25T03:12:00.000Z';
const bundleId = idOf('b1');

type Told = readonly [type: string, data: object, readUpTo?: number];

/** Ana’s row after these events, one per second; each was decided with all earlier ones read by default. */
const after = (facts: readonly Told[]): RingsRow => {
  let row: RingsRow | undefined;
  for (const [n, [type, data, readUpTo = n]] of facts.entries()) {
    const meta = { at: plus(start, n * 1_000), readUpTo };
    const event = partly<RecordedFact>({ id: `e${n + 1}`, ordinal: n + 1, type, data, meta });
    const change = ringsView.on[type as 'AttemptWaits'] as {
      row: (row: RingsRow | undefined, event: RecordedFact, id: string) => RingsRow;
    };
    row = change.row(row, event, ana);
  }
  return row!;
};
const line = (row: RingsRow) => row.lines[keyOf(way)]!;

const waits = (until: string) => ['AttemptWaits', { ...way, groupId: idOf('91'), pageId: idOf('92'), slot: idOf('93'), until }] as const;
const filled = (more: object, ...readUpTo: [] | [number]): Told => [
  'BundleFilled',
  { ...way, bundleId, count: 1, whole: true, more: false, ...more },
  ...readUpTo,
];
const rings = (attempt: string, ring: object) =>
  [
    'AttemptStarted',
    { groupId: idOf('91'), pageId: idOf('92'), slot: idOf('93'), attemptId: attempt, ring: { ...way, serviceId: null, ...ring } },
  ] as const;
const passed = ['BundleStarted', { ...way, bundleId, passedOn: true }] as const;
const begins = ['BundleStarted', { ...way, bundleId }] as const;

describe('what waits for one person by one way', () => {
  it('and began to while a bundle was formed goes with another one, by a plan of its own', () => {
    const now = plus(start, 0);
    expect(line(after([waits(now), waits(now), filled({}, 1)])).free).toMatchObject({ plannedBy: 'e3' });
    expect(line(after([waits(now), waits(now), filled({}, 2)])).free).toBeNull();
  });

  it('and is more than one message names goes with the next one, when that one has begun', () => {
    const now = plus(start, 0);
    const full = [waits(now), filled({ count: 2_000, more: true, left: true })] as const;
    expect(line(after([...full, begins]))).toMatchObject({ forming: null, free: { plannedBy: 'e2' } });
    expect(line(after([...full, begins, filled({ count: 3 })])).free).toBeNull();
  });

  it('and may not go out any more is held for the end of the wait', () => {
    const later = plus(start, 60_000);
    const row = after([rings('a1', { id: 'a1' }), waits(later), filled({ count: 0, whole: false, more: true })]);
    expect(line(row).held).toEqual({ dueAt: later, plannedBy: 'e3' });
  });

  it('is rung by what went out alone, where the bundle was empty', () => {
    const row = after([filled({}), rings('a2', { id: 'a2' }), begins]);
    expect(line(row).wait).toMatchObject({ ring: 'a2', formed: 1, open: [idOf('91')] });
    expect(line(after([filled({}), begins])).wait).toBeNull();
  });
});

describe('a bundle', () => {
  it('is being formed until it has begun', () => {
    expect(line(after([filled({})])).forming).toMatchObject({ bundleId, isPassingOn: false });
    expect(line(after([filled({}), begins])).forming).toBeNull();
    expect(line(after([filled({ count: 0 })])).forming).toBeNull();
  });

  it('of none, with which others were passed on, is no message', () => {
    const row = after([filled({ count: 0, passedOn: true })]);
    expect(line(row).forming).toMatchObject({ isPassingOn: true });
    expect(line(after([filled({ count: 0, passedOn: true }), passed]))).toMatchObject({ forming: null, bundle: null, wait: null });
  });

  it('that passed on a part of what waited behind a message that failed asks for the rest at once', () => {
    const until = plus(start, 60_000);
    const fails = ['AttemptFailed', { attemptId: 'a1', ring: 'a1', reason: 'delivery.timeout', retry: false, to: way }] as const;
    const part = after([rings('a1', { id: 'a1' }), waits(until), fails, filled({ count: 0, more: true, passedOn: true })]);
    expect(line(part)).toMatchObject({ failed: { reason: 'delivery.timeout' }, free: { plannedBy: 'e4' } });
    const whole = after([rings('a1', { id: 'a1' }), waits(until), fails, filled({ count: 0, passedOn: true })]);
    expect(line(whole)).toMatchObject({ failed: null, free: null });
  });
});

describe('an exception', () => {
  it('counts from when its message is formed, once however many pages it has, and not at all where none was claimed', () => {
    const exceptions = (row: RingsRow): number => row.exempt[way.contactMethodId]?.length ?? 0;
    const formed = filled({ exempt: true, whole: false });
    const claimed = (attempt: string) => rings(attempt, { id: bundleId, bundled: true, exempt: true });
    expect(exceptions(after([formed]))).toBe(1);
    expect(exceptions(after([formed, claimed('a1'), claimed('a2'), begins]))).toBe(1);
    expect(exceptions(after([formed, begins]))).toBe(0);
  });
});

describe('a clock that was put back', () => {
  it('ends a wait that would begin in the future by more than a minute', () => {
    const { wait } = line(after([rings('a1', { id: 'a1' })]));
    expect(isOver(wait, keyOf(way), plus(start, -30_000))).toBe(false);
    expect(isOver(wait, keyOf(way), plus(start, -90_000))).toBe(true);
  });
});
