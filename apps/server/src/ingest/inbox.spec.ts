import { eventContract } from '@tocsin/contracts/catalogue.js';
import { domain } from '@tocsin/domain/registry.js';
import { alertmanager, alertOf } from '@tocsin/domain/operation/routing/signals.fixture.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { appendTries } from '@tocsin/platform/event-log/append-tries.js';
import {
  AppendConflict,
  LogUnavailable,
  type AppendResult,
  type ExpectedRevision,
  type NewEvent,
} from '@tocsin/platform/event-log/event-log.js';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { ItemCollector } from '@tocsin/testing/await-items.js';
import { Inbox } from './inbox.js';

interface AppendCall {
  readonly expectedRevision: ExpectedRevision;
  readonly count: number;
  readonly arrives: () => void;
  readonly failsOnTheWay: () => void;
  readonly arrivesUnheard: () => Promise<void>;
}

/** The test decides when appends arrive, as on a slow network. */
class SlowLog extends MemoryEventLog {
  readonly appendCalls = new ItemCollector<AppendCall>('append');

  override append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    const arrive = (): Promise<AppendResult> => super.append(stream, expected, events);
    return new Promise((resolve, reject) =>
      this.appendCalls.add({
        expectedRevision: expected,
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

  override append(stream: string, expected: ExpectedRevision): Promise<AppendResult> {
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
  let receivedIds: string[];

  const createInbox = (more: { readonly answerWithin?: number } = {}): Inbox =>
    new Inbox({ log, codec, node: 'node', logic: domain.logic, now: () => at, ...more });
  const receive = (count: number): readonly Promise<string>[] =>
    Array.from({ length: count }, () => {
      const id = `event-${receivedIds.length}`;
      receivedIds.push(id);
      return inbox.receive(id, { ...alertmanager([alertOf(id)]), receivedAt: at });
    });
  /** Resolves with the append of this number, counted from 0. */
  const waitForAppend = async (n: number): Promise<AppendCall> => {
    await log.appendCalls.waitFor((ask) => log.appendCalls.items.indexOf(ask) === n);
    return log.appendCalls.items[n]!;
  };
  const storedIds = async (): Promise<readonly string[]> => (await log.readStream('inbox-node')).map(({ id }) => id);
  const outcomesOf = async (answers: readonly Promise<string>[]): Promise<readonly string[]> => [
    ...new Set((await Promise.allSettled(answers)).map(({ status }) => status)),
  ];

  beforeEach(async () => {
    log = new SlowLog();
    receivedIds = [];
    inbox = createInbox();
    const [firstAnswer] = receive(1);
    (await waitForAppend(0)).arrives();
    await firstAnswer;
  });
  afterAll(() => vault.close());

  it('sends what came while an append was under way as one append, behind it', async () => {
    const first = receive(1);
    const one = await waitForAppend(1);
    const second = receive(16);
    one.arrives();
    expect(await outcomesOf(first)).toEqual(['fulfilled']);
    const other = await waitForAppend(2);
    expect([one, other]).toMatchObject([
      { expectedRevision: 0, count: 1 },
      { expectedRevision: 1, count: 16 },
    ]);
    other.arrives();
    expect(await outcomesOf(second)).toEqual(['fulfilled']);
    expect(await storedIds()).toEqual(receivedIds);
  });

  it('says no to those whose append has failed on the way, and goes on where the stream ends', async () => {
    const first = receive(3);
    (await waitForAppend(1)).failsOnTheWay();
    expect(await outcomesOf(first)).toEqual(['rejected']);
    const second = receive(2);
    (await waitForAppend(2)).arrives();
    (await waitForAppend(3)).arrives();
    expect(await outcomesOf(second)).toEqual(['fulfilled']);
    expect(await storedIds()).toEqual(['event-0', 'event-4', 'event-5']);
  });

  it('goes on behind an append whose answer was lost', async () => {
    const first = receive(3);
    await (await waitForAppend(1)).arrivesUnheard();
    expect(await outcomesOf(first)).toEqual(['rejected']);
    const second = receive(2);
    (await waitForAppend(2)).arrives();
    (await waitForAppend(3)).arrives();
    expect(await outcomesOf(second)).toEqual(['fulfilled']);
    expect(await storedIds()).toEqual(receivedIds);
  });

  it('tells senders in time that they shall come again, and sends nothing for them any more that was not on its way', async () => {
    inbox = createInbox({ answerWithin: 20 });
    const first = receive(1);
    await waitForAppend(1);
    const waitingAnswers = receive(3);
    const refusals = (await Promise.allSettled([...first, ...waitingAnswers])) as readonly PromiseRejectedResult[];
    expect(refusals.map(({ reason }) => (reason as LogUnavailable).outcome)).toEqual([
      'unknown',
      ...waitingAnswers.map(() => 'not_applied'),
    ]);
    // the first answer for a stream that was not read is a conflict with its end
    (await waitForAppend(1)).arrives();
    (await waitForAppend(2)).arrives();
    inbox = createInbox();
    const secondAnswers = receive(1);
    (await waitForAppend(3)).arrives();
    (await waitForAppend(4)).arrives();
    expect(await outcomesOf(secondAnswers)).toEqual(['fulfilled']);
    expect(await storedIds()).toEqual(['event-0', 'event-1', 'event-5']);
    expect(log.appendCalls.items).toHaveLength(5);
  });

  it('tries a contested append as often as the bus tries a command, and then says no', async () => {
    const contested = new ContestedLog();
    const other = new Inbox({ log: contested, codec, node: 'node', logic: domain.logic, now: () => at });
    await expect(other.receive('event-0', { ...alertmanager([alertOf('event-0')]), receivedAt: at })).rejects.toThrow(AppendConflict);
    expect(contested.tries).toBe(appendTries);
  });
});
