import type { Recorded } from '@tocsin/contracts/envelope.js';
import { isEvent, type RecordedOf } from '@tocsin/contracts/catalogue.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import type { AppendResult, ExpectedRevision, NewEvent } from '@tocsin/platform/event-log/event-log.js';
import { stormLimits } from '@tocsin/contracts/routing/limits.js';
import { calmService, Scenario } from '@tocsin/domain/operation/alert-groups/groups.fixture.js';
import { domain } from '@tocsin/domain/registry.js';
import { alertmanager, alertmanagerId, alertOf } from '@tocsin/domain/operation/routing/signals.fixture.js';
import { byTier } from '@tocsin/testing/tier.js';
import { ToyServer, toyStart } from '@tocsin/testing/toys/toy-server.js';

const sender = { kind: 'sender' as const, id: alertmanagerId, roles: [] };
/** More than two runs of signals that are routed together. */
const many = byTier({ short: 700, full: 1_000, deep: 1_000 });
const backlog = byTier({ short: 250, full: 1_000, deep: 1_000 });

/** Reports each appended event’s type, so that a test can count them. */
class CountingLog extends MemoryEventLog {
  constructor(private readonly onAppend: (type: string) => void) {
    super();
  }

  override async append(stream: string, expectedRevision: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    const result = await super.append(stream, expectedRevision, events);
    for (const { type } of events) this.onAppend(type);
    return result;
  }
}

/** Spread over enough services that they are not a storm. */
const receivedSignal = (key: string, severity: 'critical' | 'info', n: number) => ({
  type: 'SignalReceived',
  data: { ...alertmanager([alertOf(key, { severity })], { key }), ...calmService(n), receivedAt: toyStart },
});
const minor = Array.from({ length: many }, (_, n) => receivedSignal(`minor-${n}`, 'info', n));
const urgent = receivedSignal('database', 'critical', many);

const startServer = async (log = new MemoryEventLog()): Promise<ToyServer> => {
  const server = await ToyServer.start({ domain, log });
  const facts = new Scenario({ services: many / stormLimits.opened + 1 }).world.events.filter(({ stream }) => stream === 'configuration');
  await server.record(
    'configuration',
    facts.map(({ type, data }) => ({ type, data })),
    sender,
    'c0',
  );
  return server;
};

type OpenedGroup = RecordedOf<'AlertGroupOpened'>;
const openings = (events: readonly Recorded[]): readonly OpenedGroup[] => events.filter(isEvent('AlertGroupOpened'));
const isUrgent = ({ data }: OpenedGroup): boolean => data.urgency === 'high';

/** Differences that re-enactment finds, except for the configuration, which was written without commands here. */
const faultsIn = (events: readonly Recorded[]): readonly unknown[] => {
  const { differences, missing } = reenact(domain, events);
  return [...differences, ...missing].filter(({ stream }) => stream !== 'configuration');
};

describe('a critical signal', () => {
  it('behind hundreds of others of one backlog is opened before all of them', async () => {
    const server = await startServer();
    await server.record('inbox-n1', [...minor.slice(0, backlog), urgent], sender, 'c1');
    await server.whenSettled();
    const events = await server.events();
    expect(openings(events)).toHaveLength(backlog + 1);
    expect(openings(events).findIndex(isUrgent)).toBe(0);
    expect(faultsIn(events)).toEqual([]);
    await server.stop();
  });

  it('that comes while hundreds of others are being opened waits for those of one run at most, and is opened once', async () => {
    let openedCount = 0;
    let resolveBegun: () => void = () => {};
    const halfway = new Promise<void>((resolve) => (resolveBegun = resolve));
    const server = await startServer(
      new CountingLog((type) => {
        if (type === 'AlertGroupOpened' && (openedCount += 1) === 100) resolveBegun();
      }),
    );
    await server.record('inbox-n1', minor, sender, 'c1');
    await halfway;
    await server.record('inbox-n1', [urgent], sender, 'c2');
    await server.whenSettled();
    const events = await server.events();
    const came = events.find(({ meta }) => meta.commandId === 'c2')!.ordinal;
    const after = openings(events).filter(({ ordinal }) => ordinal > came);
    expect(openings(events).filter(isUrgent)).toHaveLength(1);
    expect(after.length).toBeGreaterThan(500);
    // those of the current run, and of the previous one, in which urgent ones are searched
    expect(after.findIndex(isUrgent)).toBeLessThanOrEqual(400);
    expect(faultsIn(events)).toEqual([]);
    await server.stop();
  });
});
