// unit: full, loads at the limits of what is taken; storm.spec.ts and router.spec.ts have small ones
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';
import { largestAppend } from '@tocsin/testing/append-sizes.js';
import { ana, Scenario } from '../alert-groups/groups.fixture.js';
import { domain } from '../../registry.js';
import { alertmanager, alertmanagerId, alertOf } from './signals.fixture.js';

type Data = Omit<FactOf<'SignalReceived'>, 'receivedAt'>;

const createMany = <Item>(n: number, make: (index: number) => Item): Item[] => Array.from({ length: n }, (_, index) => make(index));
const smallAlert = (name: string, more: Partial<SignalAlert> = {}): SignalAlert => alertOf(name, { summary: 's', labels: {}, ...more });

/** Everything in one append of the inbox, as in a storm. */
const storm = (scenario: Scenario, messages: readonly Data[]): void => {
  const { world } = scenario;
  const facts = messages.map((data, n) => ({ type: 'SignalReceived', data: { ...data, receivedAt: addMillis(world.now, n) } }));
  world.record('inbox-n1', facts, { kind: 'sender', id: alertmanagerId, roles: [] });
  world.advance(0);
};

/** Nothing was too large, and the next alert still pages. */
const continueStorm = (scenario: Scenario): void => {
  const { type, bytes } = largestAppend(scenario.world.events.filter(({ stream }) => !stream.startsWith('inbox-')));
  expect(`${type} ${bytes <= limits.appendBytes ? 'fits' : bytes}`).toBe(`${type} fits`);
  // the storm is over, and the next alert is in a group of its own
  scenario.passes(11);
  scenario.news();
  const before = scenario.rows().length;
  storm(scenario, [alertmanager([alertOf('Next')], { key: 'next' })]);
  expect(scenario.rows()).toHaveLength(before + 1);
  expect(scenario.paged()).toContain(ana);
  // re-enacting thousands of groups takes too long
  if (before > 20) return;
  const { differences, missing, otherLogic } = reenact(domain, scenario.world.events, { written: byContract });
  // the configuration of the fixture was not decided
  const decidedDifferences = differences.filter(({ stream }) => stream !== 'configuration').map(({ ordinal, why }) => `${ordinal}: ${why}`);
  expect({ decided: decidedDifferences, missing: missing.length, otherLogic }).toEqual({ decided: [], missing: 0, otherLogic: 0 });
};

describe('a load that no fact may grow with', () => {
  it('is six messages of 1,800 alerts each, all of them cut, and a resolve', () => {
    const scenario = new Scenario();
    for (const m of createMany(6, (n) => n)) {
      storm(scenario, [
        alertmanager(
          createMany(1_800, (n) => smallAlert(`a${m}-${n}`)),
          { complete: false },
        ),
      ]);
    }
    expect(scenario.row()).toMatchObject({ status: 'firing', firing: 2_000, alerts: 2_000, counted: 1_800 });
    storm(scenario, [alertmanager([smallAlert('a0-0', { state: 'resolved' })], { action: 'resolve', complete: false })]);
    expect(scenario.rows().map(({ status, firing, counted }) => [status, firing, counted])).toEqual([['resolved', 0, 0]]);
    continueStorm(scenario);
  });

  it('is 1,700 alert names at once of a sender that groups by nothing', () => {
    const scenario = new Scenario();
    storm(scenario, [
      alertmanager(
        createMany(1_700, (n) => smallAlert(`${n}-${'n'.repeat(60)}`)),
        { key: 'k'.repeat(512), splitByName: true },
      ),
    ]);
    expect(scenario.rows().map(({ firing }) => firing)).toEqual([...createMany(50, () => 1), 1_650]);
    continueStorm(scenario);
  });

  it('is 900 alerts whose keys are 512 emoji', () => {
    const scenario = new Scenario();
    const keys = createMany(900, (n) => `${'🔥'.repeat(500)}${String(n).padStart(12, '0')}`);
    const generic = (key: string): Data => ({
      ...alertmanager([smallAlert('Fire', { fingerprint: key })], { key, shape: 'each', complete: false }),
      kind: 'generic',
    });
    storm(scenario, keys.map(generic));
    expect(scenario.rows().map(({ firing }) => firing)).toEqual([...createMany(50, () => 1), 850]);
    continueStorm(scenario);
  });

  it('is 1,000 alerts with fingerprints of 512 characters that join a group that somebody acknowledged', () => {
    const scenario = new Scenario();
    storm(scenario, [alertmanager([smallAlert('Disk')], { complete: false })]);
    scenario.act('AcknowledgeAlertGroup');
    const long = (n: number) => `${'f'.repeat(506)}${String(n).padStart(6, '0')}`;
    storm(scenario, [
      alertmanager(
        createMany(1_000, (n) => smallAlert('Disk', { fingerprint: long(n) })),
        { complete: false },
      ),
    ]);
    expect(scenario.row()).toMatchObject({ status: 'acknowledged', firing: 1_001 });
    scenario.passes(6);
    expect(scenario.types()).toContain('UpdateSent');
    continueStorm(scenario);
  });

  it('is 500 alerts that fire under ten keys of their sender and are resolved under one', () => {
    const scenario = new Scenario();
    const alerts = createMany(500, (n) => smallAlert(`a${n}`));
    for (const key of createMany(10, (n) => `g${n}`)) storm(scenario, [alertmanager(alerts, { key })]);
    storm(scenario, [
      alertmanager(
        alerts.map((alert) => ({ ...alert, state: 'resolved' })),
        { key: 'g0', action: 'resolve' },
      ),
    ]);
    expect(new Set(scenario.rows().map(({ status }) => status))).toEqual(new Set(['resolved']));
    continueStorm(scenario);
  });
});
