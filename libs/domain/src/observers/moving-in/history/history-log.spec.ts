import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { asJson } from '@tocsin/kernel/replay/stored-form.js';
import { World } from '@tocsin/kernel/replay/world.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { domain } from '../../../registry.js';
import type { HistoryAlert, SaidAlerts } from './history-alerts.js';
import { historyLog } from './history-log.js';
import { SetupToRestate } from './restated-setup.js';

const id = (n: number): string => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const setUp = {
  organisationId: id(2),
  name: 'Lindenport',
  timeZone: 'UTC',
  url: 'http://localhost:3000',
  owner: { personId: id(1), name: 'Ana', email: 'ana@example.org', passwordRef: 'password' },
  team: { teamId: id(3), name: 'Payments' },
  service: { serviceId: id(4), name: 'Payments' },
  policy: { policyId: id(5), name: 'Payments' },
  integration: { integrationId: id(6), name: 'Alertmanager', kind: 'alertmanager', keyHash: 'hash', keyRef: 'key' },
  contactMethodId: id(7),
  ruleIds: { high: id(8), low: id(9) },
};
const options = { domain, written: asJson, logId: id(10), format: 1 };

function setupOf(): SetupToRestate {
  const world = new World({ ...domain, timers: [] }, { start: '2026-11-20T00:00:00.000Z', node: 'test' });
  const run = (type: string, data: object): void => {
    const outcome = world.run({ type, data }, { actor: systemActor });
    if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome.refused));
  };
  run('SetUp', setUp);
  run('SetExternalKey', { kind: 'Service', id: id(4), externalKey: 'oncall:a:service:I1' });
  run('SetExternalKey', { kind: 'Integration', id: id(6), externalKey: 'oncall:a:I1' });
  const setup = new SetupToRestate();
  for (const event of world.events) setup.take(event);
  return setup;
}

const said: SignalAlert = {
  fingerprint: 'theirs',
  state: 'firing',
  startsAt: null,
  name: 'DiskFull',
  summary: 'Disk of db-1 is full',
  severity: 'warning',
  severityWord: 'warning',
  labels: { instance: 'db-1' },
  links: [],
  details: null,
};
const alert = (more: Partial<HistoryAlert> = {}): HistoryAlert =>
  partOf<HistoryAlert>({
    id: 'one',
    system: 'oncall',
    title: 'As OnCall wrote it',
    openedAt: '2026-01-05T03:00:00.000Z',
    acknowledgedAt: null,
    acknowledgedBy: null,
    resolvedAt: '2026-01-05T03:20:00.000Z',
    serviceKey: 'oncall:a:service:I1',
    serviceName: '',
    integrationKey: 'oncall:a:I1',
    urgency: 'high',
    priority: '',
    said: null,
    note: '',
    noteBy: null,
    pages: [],
    ...more,
  });

const signalsOf = (events: Iterable<Recorded>) =>
  [...events].filter(({ type }) => type === 'SignalReceived').map(({ data }) => data as { readonly kind: string; readonly signal: object });

describe('the log of the old year', () => {
  it('knows the kind of the integration that stands for one there', () => {
    expect([setupOf().kindOf('oncall:a:I1'), setupOf().kindOf('oncall:a:I2')]).toEqual(['alertmanager', undefined]);
  });

  it('has an alert as its sender said it, where that was kept: its labels, which routes read, each under a fingerprint of its own', () => {
    const both: SaidAlerts = { kind: 'alertmanager', alerts: [said, said] };
    const signals = signalsOf(historyLog(setupOf(), [alert({ said: both })], options).events);
    expect(signals.map(({ kind }) => kind)).toEqual(['alertmanager', 'alertmanager']);
    expect(signals).toMatchObject([
      {
        signal: {
          action: 'trigger',
          alerts: [
            { fingerprint: 'row-1:0', state: 'firing', labels: { instance: 'db-1' }, severity: 'warning' },
            { fingerprint: 'row-1:1', state: 'firing' },
          ],
        },
      },
      { signal: { action: 'resolve', alerts: [{ fingerprint: 'row-1:0', state: 'resolved' }, { fingerprint: 'row-1:1' }] } },
    ]);
  });

  it('has the pages that the other system tells, of people who are here: reports count whom it interrupted', () => {
    const pages = [
      { at: '2026-01-05T03:01:00.000Z', personId: id(1), by: 'voice' as const },
      { at: '2026-01-05T03:02:00.000Z', personId: id(77), by: 'voice' as const },
    ];
    const events = [...historyLog(setupOf(), [alert({ pages })], options).events].filter(
      ({ ordinal, type }) => ordinal > 0 && /^(?:Page|Attempt)/.test(type),
    );
    expect(events.map(({ type, meta: { at } }) => [type, at])).toEqual(
      ['PageStarted', 'AttemptPlanned', 'AttemptStarted', 'AttemptSent'].map((type) => [type, pages[0]!.at]),
    );
    expect(events[0]!.data).toMatchObject({ personId: id(1), urgency: 'high', quiet: false });
  });

  it('has the others by title and urgency', () => {
    const [signal] = signalsOf(historyLog(setupOf(), [alert()], options).events);
    expect(signal).toMatchObject({ kind: 'generic', signal: { alerts: [{ summary: 'As OnCall wrote it', severity: 'critical' }] } });
  });
});
