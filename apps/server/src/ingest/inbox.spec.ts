import { eventContract } from '@tocsin/contracts/catalogue.js';
import { domain } from '@tocsin/domain/registry.js';
import { alertmanager, alertOf } from '@tocsin/domain/routing/signals.fixture.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { appendTries } from '@tocsin/platform/event-log/append-tries.js';
import { AppendConflict, LogUnavailable, type Appended, type Expected, type NewEvent } from '@tocsin/platform/event-log/event-log.js';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { Awaited } from '@tocsin/testing/awaited.js';
import { Inbox } from './inbox.js';

interface Asked {
  readonly expected: Expected;
  readonly count: number;
  readonly arrives: () => void;
  readonly failsOnTheWay: () => void;
  readonly arrivesUnheard: () => Promise<void>;
}

/** The test decides when appends arrive, as on a slow network. */
class SlowLog extends MemoryEventLog {
  readonly asked = new Awaited<Asked>('append');

  override append(stream: string, expected: Expected, events: readonly NewEvent[]): Promise<Appended> {
    const arrive = (): Promise<Appended> => super.append(stream, expected, events);
    return new Promise((resolve, reject) =>
      this.asked.add({
        expected,
        count: events.length,
        arrives: () => void arrive().then(resolve, reject),
        failsOnTheWay: () => reject(new LogUnavailable('not_applied', 'no connection')),
        arrivesUnheard: async () => {
          await arrive();
          reject(new LogUnavailable('unknown', 'no answer'));
        },
      }),
    );
  }
}

/** Another writer is always a step ahead. */
class ContestedLog extends MemoryEventLog {
  tries = 0;

  override append(stream: string, expected: Expected): Promise<Appended> {
    this.tries += 1;
    return Promise.reject(new AppendConflict(stream, expected, this.tries));
  }
}

const at = '2026-11-21T03:12:00.000Z';

describe('the inbox', () => {
  const vault = new MemoryVault();
  const codec = new EventCodec({ vault, contractOf: eventContract, upcasters: domain.upcasters });
  let log: SlowLog;
  let inbox: Inbox;
  let received: string[];

  const anInbox = (more: { readonly answerWithin?: number } = {}): Inbox =>
    new Inbox({ log, codec, node: 'node', logic: domain.logic, now: () => at, ...more });
  const receive = (count: number): readonly Promise<string>[] =>
    Array.from({ length: count }, () => {
      const id = `event-${received.length}`;
      received.push(id);
      return inbox.receive(id, { ...alertmanager([alertOf(id)]), receivedAt: at });
    });
  /** Resolves with the append of this number, counted from 0. */
  const asked = async (n: number): Promise<Asked> => {
    await log.asked.waitFor((ask) => log.asked.items.indexOf(ask) === n);
    return log.asked.items[n]!;
  };
  const standing = async (): Promise<readonly string[]> => (await log.readStream('inbox-node')).map(({ id }) => id);
  const how = async (answers: readonly Promise<string>[]): Promise<readonly string[]> => [
    ...new Set((await Promise.allSettled(answers)).map(({ status }) => status)),
  ];

  beforeEach(async () => {
    log = new SlowLog();
    received = [];
    inbox = anInbox();
    const [known] = receive(1);
    (await asked(0)).arrives();
    await known;
  });
  afterAll(() => vault.close());

  it('sends what came while an append was under way as one append, behind it', async () => {
    const first = receive(1);
    const one = await asked(1);
    const second = receive(16);
    one.arrives();
    expect(await how(first)).toEqual(['fulfilled']);
    const other = await asked(2);
    expect([one, other]).toMatchObject([
      { expected: 0, count: 1 },
      { expected: 1, count: 16 },
    ]);
    other.arrives();
    expect(await how(second)).toEqual(['fulfilled']);
    expect(await standing()).toEqual(received);
  });

  it('says no to those whose append has failed on the way, and goes on where the stream ends', async () => {
    const first = receive(3);
    (await asked(1)).failsOnTheWay();
    expect(await how(first)).toEqual(['rejected']);
    const second = receive(2);
    (await asked(2)).arrives();
    (await asked(3)).arrives();
    expect(await how(second)).toEqual(['fulfilled']);
    expect(await standing()).toEqual(['event-0', 'event-4', 'event-5']);
  });

  it('goes on behind an append whose answer was lost', async () => {
    const first = receive(3);
    await (await asked(1)).arrivesUnheard();
    expect(await how(first)).toEqual(['rejected']);
    const second = receive(2);
    (await asked(2)).arrives();
    (await asked(3)).arrives();
    expect(await how(second)).toEqual(['fulfilled']);
    expect(await standing()).toEqual(received);
  });

  it('tells senders in time that they shall come again, and sends nothing for them any more that was not on its way', async () => {
    inbox = anInbox({ answerWithin: 20 });
    const first = receive(1);
    await asked(1);
    const behind = receive(3);
    const refusals = (await Promise.allSettled([...first, ...behind])) as readonly PromiseRejectedResult[];
    expect(refusals.map(({ reason }) => (reason as LogUnavailable).outcome)).toEqual(['unknown', ...behind.map(() => 'not_applied')]);
    // the first answer for a stream that was not read is a conflict with its end
    (await asked(1)).arrives();
    (await asked(2)).arrives();
    inbox = anInbox();
    const again = receive(1);
    (await asked(3)).arrives();
    (await asked(4)).arrives();
    expect(await how(again)).toEqual(['fulfilled']);
    expect(await standing()).toEqual(['event-0', 'event-1', 'event-5']);
    expect(log.asked.items).toHaveLength(5);
  });

  it('tries a contested append as often as the bus tries a command, and then says no', async () => {
    const contested = new ContestedLog();
    const other = new Inbox({ log: contested, codec, node: 'node', logic: domain.logic, now: () => at });
    await expect(other.receive('event-0', { ...alertmanager([alertOf('event-0')]), receivedAt: at })).rejects.toThrow(AppendConflict);
    expect(contested.tries).toBe(appendTries);
  });
});
