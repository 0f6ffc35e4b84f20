import type { BundleFact } from '@tocsin/contracts/alert-groups/bundles.js';
import { bundleLimits } from '@tocsin/contracts/alert-groups/limits.js';
import { makeContext } from '@tocsin/kernel/decide/context.js';
import { decide, isFacts } from '@tocsin/kernel/decide/decider.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { ana, bySystem, idOf } from '../../../configuration.fixture.js';
import type { GroupReads, OpenGroup } from '../shared/reads.js';
import type { Attempt } from '../state.js';
import { bundleDecider } from './decider.js';
import { hasCompany, isUnsettled, sortDuePages, type BundleLineRef, type JudgedPage } from './due-pages.js';
import { keyOf, type LineRow, type RingsRow } from './rings-row.js';
import { applyBundleStarted, applyBundleFilled } from './waiting-line.js';

const now = '2026-11-25T03:12:00.000Z';
const [failing, next] = [idOf('c1'), idOf('c2')];
const lineRef = (contactMethodId: string): BundleLineRef => ({ personId: ana, contactMethodId, line: 'high' });

const attempt = (contactMethodId: string, more: Partial<Attempt>): Attempt => ({
  slot: contactMethodId,
  attemptId: null,
  contactMethodId,
  kind: 'webhook',
  dueAt: now,
  plannedBy: 'e1',
  n: 1,
  because: 'rule',
  state: 'queued',
  epoch: 1,
  startedAt: null,
  ...more,
});

/** An alert group that pages Ana by these attempts. */
const group = (n: number, ...attempts: readonly Attempt[]): OpenGroup =>
  ({
    groupId: idOf(`9${n}`),
    serviceId: null,
    raisedAt: null,
    test: false,
    origin: { kind: 'signal' },
    opening: 1,
    climb: {},
    pages: [
      {
        pageId: idOf(`8${n}`),
        personId: ana,
        cause: { kind: 'escalation', round: 1, step: 1 },
        urgency: 'high',
        quiet: false,
        opening: 1,
        startedAt: now,
        state: 'running',
        attempts: Object.fromEntries(attempts.map((one) => [one.slot, one])),
      },
    ],
  }) as unknown as OpenGroup;

const createGroups = (count: number, attempts: () => readonly Attempt[]): readonly OpenGroup[] =>
  Array.from({ length: count }, (_, n) => group(n, ...attempts()));

const quietLine: LineRow = { wait: null, waiting: 0, held: null, free: null, bundle: null, bundleBefore: null, failed: null };
const rowOf = (lines: Readonly<Record<string, Partial<LineRow>>>): RingsRow => ({
  personId: ana,
  lines: Object.fromEntries(Object.entries(lines).map(([key, line]) => [key, { ...quietLine, ...line }])),
  services: {},
  exempt: {},
});

/** Memory with these groups, which counts the rows that are read. */
class Memory {
  lookedAt = 0;
  constructor(
    private readonly queuedGroups: readonly OpenGroup[],
    private readonly calledGroups: readonly OpenGroup[],
    private readonly row: RingsRow,
  ) {}

  private readonly look = function* (this: Memory, column: string): Generator<OpenGroup> {
    for (const one of column === 'calledId' ? this.calledGroups : this.queuedGroups) {
      this.lookedAt += 1;
      yield one;
    }
  };

  context() {
    const groups = { eachWhere: (column: string) => this.look(column), where: (column: string) => [...this.look(column)] };
    const contacts = { get: () => undefined };
    const reads = { groups, contacts, rings: { get: () => this.row } } as unknown as GroupReads;
    return makeContext({ now, actor: bySystem, commandId: idOf('c9'), epoch: 1, reads });
  }
}

const formBundle = (memory: Memory, contactMethodId: string) => {
  const command = { type: 'FormBundle' as const, data: { ...lineRef(contactMethodId), dueAt: now, plannedBy: 'e1' } };
  const decision = decide(bundleDecider, null, command, memory.context());
  return isFacts(decision) ? (decision as readonly BundleFact[]) : [];
};
const bundleFilledOf = (facts: readonly BundleFact[]) => facts.find((fact) => fact.type === 'BundleFilled')?.data;
const freePlan = { dueAt: now, plannedBy: 'e1', ordinal: 1 };

describe('what else is due by the same way', () => {
  it('is found without looking at all of it', () => {
    const memory = new Memory(
      createGroups(1_000, () => [attempt(next, {})]),
      [],
      rowOf({}),
    );
    const [one] = createGroups(1, () => [attempt(next, {})]);
    const askingPage = { group: { ...one!, groupId: idOf('a1') }, page: one!.pages[0]!, attempt: attempt(next, {}) };
    expect(hasCompany(memory.context(), lineRef(next), askingPage)).toBe(true);
    expect(memory.lookedAt).toBe(1);
  });

  it('is waited for while a message that failed is being answered for, and with each answer only the first of it is looked at', () => {
    const goneAttempt = { state: 'failed', ring: 'r1', startedAt: now } as const;
    const queued = createGroups(1_000, () => [attempt(failing, goneAttempt), attempt(next, { because: 'next_method' })]);
    const called = createGroups(1_000, () => [attempt(failing, { ...goneAttempt, state: 'sending' })]);
    const memory = new Memory(queued, called, rowOf({ [keyOf(lineRef(next))]: { free: freePlan } }));
    expect(isUnsettled(memory.context(), lineRef(next))).toBe(true);
    expect(formBundle(memory, next)).toEqual([]);
    expect(memory.lookedAt).toBeLessThan(10);
  });
});

describe('more pages that need not wait than one message may name', () => {
  const createPassedOn = (count: number) => createGroups(count, () => [attempt(next, { because: 'next_method', waitsUntil: now })]);
  const key = keyOf(lineRef(next));
  const row = { ...quietLine, free: freePlan };

  it('go as messages one after the other: the rest is asked for when the first has begun', () => {
    const first = bundleFilledOf(formBundle(new Memory(createPassedOn(bundleLimits.pages + 1), [], rowOf({ [key]: row })), next))!;
    expect(first).toMatchObject({ count: bundleLimits.pages, left: true });
    const claiming = applyBundleFilled(
      row,
      partOf<Parameters<typeof applyBundleFilled>[1]>({ id: 'e2', ordinal: 2, data: first, meta: { at: now, readUpTo: 1 } }),
    );
    const bundleStart = partOf<Parameters<typeof applyBundleStarted>[1]>({ data: { ...lineRef(next), bundleId: first.bundleId } });
    const line = applyBundleStarted({ ...claiming, wait: { ...claiming.wait!, claimed: bundleLimits.pages } }, bundleStart);
    expect(line).toMatchObject({ forming: null, free: { plannedBy: 'e2' } });
    const second = formBundle(new Memory(createPassedOn(1), [], rowOf({ [key]: { ...line, free: freePlan } })), next);
    expect(bundleFilledOf(second)).toMatchObject({ count: 1 });
    expect(bundleFilledOf(second)).not.toHaveProperty('left');
  });

  it('let what a person asked for by hand go first', () => {
    const [asked] = createGroups(1, () => [attempt(next, { slot: 's9', because: 'escalated', waitsUntil: now })]);
    const facts = formBundle(new Memory([...createPassedOn(bundleLimits.pages), asked!], [], rowOf({ [key]: row })), next);
    const named = facts.flatMap((fact) => (fact.type === 'BundleFormed' ? fact.data.members : []));
    expect(named).toHaveLength(bundleLimits.pages);
    expect(named[0]).toMatchObject({ slot: 's9' });
  });
});

describe('a bundle whose pages are being claimed', () => {
  const queued = createGroups(3, () => [attempt(next, { waitsUntil: now })]);
  const isFormedWhile = (forming: object) =>
    new Memory(
      queued,
      [],
      rowOf({ [keyOf(lineRef(next))]: { free: freePlan, forming: { bundleId: 'b1', at: now, isPassingOn: false, ...forming } } }),
    );

  it('is not formed once more of the same pages', () => {
    expect(formBundle(isFormedWhile({}), next)).toEqual([]);
  });

  it('holds up nobody for longer than a minute, nor where the clock was put back', () => {
    expect(bundleFilledOf(formBundle(isFormedWhile({ at: addMillis(now, -bundleLimits.aloneAfter) }), next))).toMatchObject({ count: 3 });
    expect(bundleFilledOf(formBundle(isFormedWhile({ at: addMillis(now, 2 * bundleLimits.wait) }), next))).toMatchObject({ count: 3 });
  });
});

describe('what waits behind a message that failed', () => {
  const lastFailure = { reason: 'delivery.provider_unreachable', retryAt: null } as const;

  it('is passed on in parts, so that one fact causes no more than a message holds', () => {
    const queued = createGroups(bundleLimits.pages + 1, () => [attempt(failing, { waitsUntil: addMillis(now, 60_000) })]);
    const facts = formBundle(
      new Memory(queued, [], rowOf({ [keyOf(lineRef(failing))]: { failed: lastFailure, free: freePlan } })),
      failing,
    );
    const named = facts.flatMap((fact) => (fact.type === 'BundlePassedOn' ? fact.data.members : []));
    expect(named).toHaveLength(bundleLimits.pages);
    expect(bundleFilledOf(facts)).toMatchObject({ count: 0, more: true, passedOn: true });
  });

  it('is not passed on again where the next method is the same one, by a later rule: that goes out when the rest was passed on', () => {
    const staleAttempts = () => [
      attempt(failing, { state: 'stale' }),
      attempt(failing, { slot: 's2', because: 'next_method', waitsUntil: now }),
    ];
    const waitingAttempts = () => [attempt(failing, { waitsUntil: addMillis(now, 60_000) })];
    const queued = [...createGroups(bundleLimits.pages, staleAttempts), ...createGroups(2, waitingAttempts)];
    const facts = formBundle(
      new Memory(queued, [], rowOf({ [keyOf(lineRef(failing))]: { failed: lastFailure, free: freePlan } })),
      failing,
    );
    const named = facts.flatMap((fact) => (fact.type === 'BundlePassedOn' ? fact.data.members : []));
    expect(named.map(({ slot }) => slot)).toEqual([failing, failing]);
    expect(bundleFilledOf(facts)).toMatchObject({ more: false, passedOn: true, left: true });
    // retries keep the slot of the first attempt
    const retriedGroups = createGroups(3, () => [
      attempt(failing, { n: 2, because: 'retry', dueAt: addMillis(now, 15_000) }),
      attempt(failing, { slot: 's2', because: 'next_method', waitsUntil: now }),
    ]);
    const rest = formBundle(
      new Memory(retriedGroups, [], rowOf({ [keyOf(lineRef(failing))]: { failed: lastFailure, free: freePlan } })),
      failing,
    );
    expect(rest).toMatchObject([{ type: 'BundleFilled', data: { more: false, left: true } }]);
  });

  it('is passed on where another method failed before it', () => {
    const queued = createGroups(2, () => [
      attempt(next, { state: 'failed' }),
      attempt(failing, { because: 'next_method', waitsUntil: now }),
    ]);
    const facts = formBundle(
      new Memory(queued, [], rowOf({ [keyOf(lineRef(failing))]: { failed: lastFailure, free: freePlan } })),
      failing,
    );
    expect(facts.flatMap((fact) => (fact.type === 'BundlePassedOn' ? fact.data.members : []))).toHaveLength(2);
  });

  it('is one message by the next method: nothing is formed there before all of it was passed on', () => {
    const queued = createGroups(3, () => [attempt(failing, { state: 'stale' }), attempt(next, { because: 'next_method' })]);
    const by = (line: Partial<LineRow>) =>
      new Memory(queued, [], rowOf({ [keyOf(lineRef(failing))]: line, [keyOf(lineRef(next))]: { free: freePlan } }));
    const forming = { bundleId: 'b1', at: now, isPassingOn: true };
    expect(formBundle(by({ forming }), next)).toEqual([]);
    expect(formBundle(by({ failed: lastFailure }), next)).toEqual([]);
    expect(bundleFilledOf(formBundle(by({ forming: null }), next))).toMatchObject({ count: 3 });
  });
});

const judged = (groupId: string, pageId: string, waits: string | null): JudgedPage =>
  ({ due: { group: { groupId }, page: { pageId } }, verdict: { waits } }) as JudgedPage;

it('due pages are in the order of their groups, as a memory that was restored lists them otherwise', () => {
  const pages = [judged('b', '1', null), judged('a', '2', null), judged('c', '3', 'later'), judged('a', '4', null)];
  const [inOrder, restored] = [sortDuePages(pages), sortDuePages([pages[2]!, pages[1]!, pages[3]!, pages[0]!])];
  expect(restored).toEqual(inOrder);
  expect(inOrder.free.map(({ page }) => page.pageId)).toEqual(['2', '4', '1']);
});
