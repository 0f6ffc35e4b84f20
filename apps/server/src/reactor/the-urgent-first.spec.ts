import type { Recorded } from '@tocsin/contracts/envelope.js';
import { isEvent, type RecordedOf } from '@tocsin/contracts/catalogue.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import type { Appended, Expected, NewEvent } from '@tocsin/platform/event-log/event-log.js';
import { stormLimits } from '@tocsin/contracts/limits.js';
import { calmService, Scenario } from '@tocsin/domain/alert-groups/groups.fixture.js';
import { domain } from '@tocsin/domain/registry.js';
import { alertmanager, alertmanagerId, alertOf } from '@tocsin/domain/routing/signals.fixture.js';
import { ToyServer, toyStart } from '@tocsin/testing/toys/toy-server.js';

const sender = { kind: 'sender' as const, id: alertmanagerId, roles: [] };
const many = 1_000;

/** Reports each appended event’s type, so that a test can count them. */
class CountingLog extends MemoryEventLog {
  constructor(private readonly seen: (type: string) => void) {
    super();
  }

  override async append(stream: string, expected: Expected, events: readonly NewEvent[]): Promise<Appended> {
    const appended = await super.append(stream, expected, events);
    for (const { type } of events) this.seen(type);
    return appended;
  }
}

/** Spread over enough services that they are not a storm. */
const received = (key: string, severity: 'critical' | 'info', n: number) => ({
  type: 'SignalReceived',
  data: { ...alertmanager([alertOf(key, { severity })], { key }), ...calmService(n), receivedAt: toyStart },
});
const minor = Array.from({ length: many }, (_, n) => received(`minor-${n}`, 'info', n));
const urgent = received('database', 'critical', many);

const started = async (log = new MemoryEventLog()): Promise<ToyServer> => {
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

type Opened = RecordedOf<'AlertGroupOpened'>;
const openings = (events: readonly Recorded[]): readonly Opened[] => events.filter(isEvent('AlertGroupOpened'));
const isUrgent = ({ data }: Opened): boolean => data.urgency === 'high';

/** Differences that re-enactment finds, except for the configuration, which was written without commands here. */
const faultsIn = (events: readonly Recorded[]): readonly unknown[] => {
  const { differences, missing } = reenact(domain, events);
  return [...differences, ...missing].filter(({ stream }) => stream !== 'configuration');
};

describe('a critical signal', () => {
  it('behind a thousand others of one backlog is opened before all of them', async () => {
    const server = await started();
    await server.record('inbox-n1', [...minor, urgent], sender, 'c1');
    await server.settled();
    const events = await server.events();
    expect(openings(events)).toHaveLength(many + 1);
    expect(openings(events).findIndex(isUrgent)).toBe(0);
    expect(faultsIn(events)).toEqual([]);
    await server.stop();
  });

  it('that comes while a thousand others are being opened waits for those of one run at most, and is opened once', async () => {
    let opened = 0;
    let begun: () => void = () => {};
    const halfway = new Promise<void>((resolve) => (begun = resolve));
    const server = await started(
      new CountingLog((type) => {
        if (type === 'AlertGroupOpened' && (opened += 1) === 100) begun();
      }),
    );
    await server.record('inbox-n1', minor, sender, 'c1');
    await halfway;
    await server.record('inbox-n1', [urgent], sender, 'c2');
    await server.settled();
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
