import type { BacktestChange } from '@tocsin/contracts/backtests/backtests.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { asSource } from '@tocsin/kernel/replay/source.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { asJson } from '@tocsin/kernel/replay/stored-form.js';
import { byTier } from '@tocsin/testing/tier.js';
import { createIncidentLog, toImportedLog } from '../imports/incident-log.fixture.js';
import { importTeam, personIdOf } from '../imports/installation.js';
import { domain } from '../../registry.js';
import { runBacktest, type BacktestFindings } from './backtest.js';
import { orderOf } from './range.js';

const backtested = (events: readonly Recorded[], change: BacktestChange | null, from: string): BacktestFindings => {
  const source = asSource(events);
  const to = addMillis(events.at(-1)!.meta.at, 60_000);
  const steps = runBacktest({ domain, source, written: asJson }, orderOf(source, { change, from, to, upTo: events.length }));
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

const incidents = createIncidentLog(byTier({ short: 100, full: 890, deep: 890 }));
const count = (of: (incident: (typeof incidents)[number]) => boolean): number => incidents.filter(of).length;
const log = toImportedLog(incidents);
const policy = log.find(({ type }) => type === 'PolicyCreated')!.data as { readonly policyId: string };
const pageFirst = (name: string): BacktestChange => ({
  type: 'ChangePolicy',
  data: {
    teamId: importTeam,
    policyId: policy.policyId,
    version: 1,
    name: 'Imported',
    steps: [{ targets: [{ kind: 'person', personId: personIdOf(name) }], waitMinutes: 5, notifyOthersStill: false }],
    repeats: 0,
    climbLow: true,
  },
});

describe(`a backtest of ${incidents.length} incidents of another system`, () => {
  const unchanged = backtested(log, null, incidents[0]!.openedAt);

  it('finds each of them again: no act is lost or impossible, and nothing differs', () => {
    const acknowledged = count(({ acknowledgedAt }) => acknowledgedAt !== null);
    const { was, would, lost, impossible, acts, differing } = unchanged;
    expect([lost, impossible, acts]).toEqual([0, 0, []]);
    expect([was.groups, was.acknowledged]).toEqual([incidents.length, acknowledged]);
    expect([would.recorded.groups, would.recorded.acknowledged]).toEqual([incidents.length, acknowledged]);
    expect(differing).toEqual({ late: 0, change: 0, assumption: 0 });
  });

  it('pages the people of the table, by an assumed phone', () => {
    const { persons, nobody, pages } = unchanged.would.recorded;
    const interrupted = persons.filter(({ interruptions }) => interruptions > 0).map(({ personId }) => personId);
    expect(interrupted).toEqual(expect.arrayContaining(Array.from({ length: 9 }, (_, n) => personIdOf(`Person ${n}`))));
    expect([nobody, pages >= incidents.length]).toEqual([0, true]);
  });

  it('is never acknowledged where people never do, and after their median time where they do', () => {
    const { recorded, median, never } = unchanged.would;
    expect(never.acknowledged).toBe(0);
    expect(median.acknowledged).toBeGreaterThan(recorded.acknowledged);
  });
});

describe('a backtest of a part of them', () => {
  const some = incidents.slice(0, byTier({ short: 40, full: 120, deep: 120 }));
  const shortLog = toImportedLog(some);

  it('compares a change of the policy with the same incidents without it', () => {
    const { was, would, differing, differences, lost } = backtested(shortLog, pageFirst('Person 3'), some[0]!.openedAt);
    expect(was).toEqual(backtested(shortLog, null, some[0]!.openedAt).would.recorded);
    const loadOf = (persons: typeof was.persons) => persons.find(({ personId }) => personId === personIdOf('Person 3'))!.pages;
    expect(loadOf(would.recorded.persons)).toBeGreaterThan(2 * loadOf(was.persons));
    expect(lost).toBe(0);
    expect(differing).toEqual({ late: 0, change: differing.change, assumption: 0 });
    expect(differing.change).toBeGreaterThan(some.length / 2);
    const [first] = differences;
    expect(first!.was.length).toBeGreaterThan(0);
    expect(first!.would.map(({ personId }) => personId)).toContain(personIdOf('Person 3'));
  });

  it('begins in the middle of it: what was open then is not opened again, and is not counted', () => {
    const from = some[some.length / 2]!.openedAt;
    const { was, would, lost, impossible, differing } = backtested(shortLog, null, from);
    const ofRange = some.filter(({ openedAt }) => openedAt >= from).length;
    expect([was.groups, would.recorded.groups, would.median.groups]).toEqual([ofRange, ofRange, ofRange]);
    expect([lost, impossible, differing]).toEqual([0, 0, { late: 0, change: 0, assumption: 0 }]);
  });
});

describe('a backtest of incidents that were a storm', () => {
  const storm = createIncidentLog(80).map((incident, n) => ({
    ...incident,
    service: 'Search',
    openedAt: addMillis('2025-02-01T10:00:00.000Z', n * 1_000),
    acknowledgedAt: addMillis('2025-02-01T10:20:00.000Z', n * 1_000),
    resolvedAt: addMillis('2025-02-01T11:00:00.000Z', n * 1_000),
  }));

  it('finds the alert in the group of the storm: no act is lost', () => {
    const { would, lost } = backtested(toImportedLog(storm), null, storm[0]!.openedAt);
    expect(lost).toBe(0);
    expect(would.recorded.groups).toBeLessThan(60);
  });
});
