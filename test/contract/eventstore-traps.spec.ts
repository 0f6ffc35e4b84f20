// contract: full
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished as ended } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { AppendConflict, AppendTooLarge, LogUnavailable, type NewEvent } from '@tocsin/platform/event-log/event-log.js';
import { leaseClient } from '@tocsin/platform/event-log/eventstore/clients.js';
import { EventStoreLog, openEventStoreLog } from '@tocsin/platform/event-log/eventstore/eventstore-log.js';
import type { UncountedEvent } from '@tocsin/platform/event-log/eventstore/ordinal-index.js';
import type { Position } from '@tocsin/platform/event-log/eventstore/position.js';
import { SqliteOrdinalIndex } from '@tocsin/platform/event-log/eventstore/sqlite-ordinal-index.js';
import { ItemCollector } from '@tocsin/testing/await-items.js';
import { anEvent, aStream, readEverything, idsOf, someEvents, DeliveredEvents } from '@tocsin/testing/ports/event-log-samples.js';
import { EventStoreNode, type EventStoreNodeOptions } from '@tocsin/testing/eventstore-node/eventstore-node.js';
import { NodeLog, type ProposedEvent } from '@tocsin/testing/eventstore-node/node-log.js';

// One list on purpose: client behaviour that an adapter must know, numbered as in the decision on this log. Everything started here ends with its
// test. An unhandled rejection fails the test in which it happens.
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanups.splice(0).toReversed()) await end();
});

const startNode = async (options: EventStoreNodeOptions = {}): Promise<EventStoreNode> => {
  const node = await EventStoreNode.start(options);
  cleanups.push(() => node.kill());
  return node;
};

const createFolder = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'tocsin-traps-'));
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
};

interface LogOverrides {
  readonly connectionString?: string;
  readonly prefix?: string;
  readonly sideDir?: string;
  readonly deadlineMs?: number;
  readonly onDrop?: (error: unknown) => void;
}

const openLog = (node: EventStoreNode, overrides: LogOverrides = {}): EventStoreLog => {
  const log = openEventStoreLog({ connectionString: node.connectionString, prefix: 'toy', sideDir: createFolder(), ...overrides });
  cleanups.push(() => log.close());
  return log;
};

const createClient = (node: EventStoreNode): EventStoreDBClient => {
  const client = EventStoreDBClient.connectionString(node.connectionString);
  cleanups.push(() => client.dispose());
  return client;
};

const append = async (log: EventStoreLog, event: NewEvent = anEvent()): Promise<NewEvent> => {
  await log.append(aStream(), 'none', [event]);
  return event;
};

const foreignEvent = (type = 'OtherSaid'): ProposedEvent => {
  const { id, data } = anEvent();
  return { id, type, contentType: 'application/json', data: Buffer.from(data), metadata: new Uint8Array() };
};

describe('1: the client never subscribes again', () => {
  it('takes up a subscription that failed, ended or died with its server, and counts it', async () => {
    const node = await startNode();
    const drops = new ItemCollector<unknown>('drop');
    const log = openLog(node, { onDrop: (error) => drops.add(error) });
    const takenEvents = new DeliveredEvents();
    log.follow(0, takenEvents.handler);
    const all = [await append(log)];
    await takenEvents.until(all[0]!);
    const breaks = [async () => node.dropSubscriptions('error'), async () => node.dropSubscriptions('end'), () => node.restart()];
    for (const [index, breakIt] of breaks.entries()) {
      await breakIt();
      await drops.waitFor(() => drops.items.length > index);
      all.push(await append(log));
      await takenEvents.until(all.at(-1)!);
    }
    expect(takenEvents.ids).toEqual(idsOf(all));
    expect(log.stats()).toEqual({ subscriptionDrops: 3, counted: 4, lagBytes: 0 });
  });
  it('gives up a subscription that stays open and says nothing', async () => {
    const node = await startNode();
    const drops = new ItemCollector<unknown>('drop');
    const log = openLog(node, { deadlineMs: 300, onDrop: (error) => drops.add(error) });
    const takenEvents = new DeliveredEvents();
    log.follow(0, takenEvents.handler);
    const all = [await append(log)];
    await takenEvents.until(all[0]!);
    node.muteSubscriptions();
    all.push(await append(log));
    expect(log.stats().lagBytes).toBeGreaterThan(0);
    await expect(log.head()).rejects.toBeInstanceOf(LogUnavailable);
    await takenEvents.until(all[1]!);
    expect(takenEvents.ids).toEqual(idsOf(all));
    expect(drops.items).toMatchObject([{ message: expect.stringContaining('has sent nothing') as string }]);
    expect(await log.head()).toMatchObject({ ordinal: 2 });
  });
  it('tries for as long as the server refuses', async () => {
    const node = await startNode();
    node.fail('subscribe', 4, status.INTERNAL);
    const log = openLog(node);
    const takenEvents = new DeliveredEvents();
    log.follow(0, takenEvents.handler);
    const event = await append(log);
    await takenEvents.until(event);
    expect(log.stats().subscriptionDrops).toBe(4);
  });
});

describe('2: checkpoints come before the events in front of them are handled', () => {
  class WatchedIndex extends SqliteOrdinalIndex {
    readonly aheadStreams: string[] = [];
    checkpoints = 0;
    constructor(private readonly node: EventStoreNode) {
      super(':memory:', 'toy');
    }
    override count(events: readonly UncountedEvent[], checkpoint: Position): number {
      const first = super.count(events, checkpoint);
      const passedRecords = this.node.log.records.filter(
        ({ stream, position }) => stream.startsWith('toy.') && position <= checkpoint.commit,
      );
      if (passedRecords.length !== this.last?.ordinal)
        this.aheadStreams.push(`${passedRecords.length} passed, ${this.last?.ordinal} counted`);
      if (events.at(-1)?.position.commit !== checkpoint.commit) this.checkpoints++;
      return first;
    }
  }
  it('moves its checkpoint only behind what it has counted, and also where nothing is ours', async () => {
    const node = await startNode();
    const ordinals = new WatchedIndex(node);
    const log = new EventStoreLog({ connectionString: node.connectionString, prefix: 'toy', ordinals });
    cleanups.push(() => log.close());
    for (let round = 0; round < 30; round++) {
      await append(log);
      node.log.append(
        'other-1',
        'any',
        Array.from({ length: 100 }, () => foreignEvent()),
      );
    }
    expect(await log.head()).toMatchObject({ ordinal: 30 });
    expect(ordinals.aheadStreams).toEqual([]);
    expect(ordinals.checkpoints).toBeGreaterThan(0);
  });
  it('believes no checkpoint that names the place of an event to come', async () => {
    const node = await startNode();
    node.log.hasCheckpointsAhead = true;
    const drops = new ItemCollector<unknown>('drop');
    const log = openLog(node, { onDrop: (error) => drops.add(error) });
    const takenEvents = new DeliveredEvents();
    log.follow(0, takenEvents.handler);
    const all: NewEvent[] = [];
    for (let round = 0; round < 4; round++) {
      await node.faults.caughtUp.waitFor(() => node.faults.caughtUp.items.length > round);
      if (round > 1) node.dropSubscriptions();
      all.push(await append(log));
      await takenEvents.until(all.at(-1)!);
      if (round < 2) node.dropSubscriptions();
      await drops.waitFor(() => drops.items.length > round);
    }
    expect(takenEvents.ids).toEqual(idsOf(all));
  });
  it('resumes right after the checkpoint', async () => {
    const node = await startNode();
    const sideDir = createFolder();
    const first = openLog(node, { sideDir });
    for (let n = 0; n < 5; n++) await append(first);
    await first.head();
    await first.close();
    const writer = openLog(node);
    for (let n = 0; n < 5; n++) await append(writer);
    const reopenedLog = openLog(node, { sideDir });
    expect((await readEverything(reopenedLog)).map(({ ordinal }) => ordinal)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await readEverything(reopenedLog)).toEqual(await readEverything(writer));
  });
});

describe('3: reads and batches have no deadline', () => {
  it('ends every call on a frozen server, and says what is known', async () => {
    const node = await startNode();
    const log = openLog(node, { deadlineMs: 200 });
    const patientLog = openLog(node);
    await append(patientLog);
    await patientLog.head();
    node.freeze();
    const stream = aStream();
    const event = anEvent();
    await Promise.all([
      expect(log.append(stream, 'none', [event])).rejects.toMatchObject({ outcome: 'unknown' }),
      expect(log.readStream(stream)).rejects.toBeInstanceOf(LogUnavailable),
      expect(log.readAll({ after: 0, limit: 5 })).rejects.toBeInstanceOf(LogUnavailable),
      expect(log.readBack({ before: 9, limit: 5 })).rejects.toBeInstanceOf(LogUnavailable),
      expect(log.readOrdinals([1])).rejects.toBeInstanceOf(LogUnavailable),
      expect(log.head()).rejects.toMatchObject({ message: expect.stringContaining('does not answer') as string }),
    ]);
    node.thaw();
    expect(await patientLog.append(stream, 'none', [event])).toMatchObject({ revision: 0 });
    expect(idsOf(await patientLog.readStream(stream))).toEqual([event.id]);
  });
});

describe('4: a rejected append may have been committed', () => {
  it('appends again by itself, and nothing stands twice', async () => {
    const node = await startNode();
    const log = openLog(node);
    const stream = aStream();
    const events = someEvents(3);
    node.fail('append', 1, status.UNAVAILABLE, { applied: true });
    const { revision, token } = await log.append(stream, 'none', events);
    const currentEvents = await log.readStream(stream);
    expect(idsOf(currentEvents)).toEqual(idsOf(events));
    expect({ revision, token }).toEqual({ revision: 2, token: currentEvents.at(-1)!.token });
  });
  it('says unknown in the end, and a repeat by the caller is answered as the first time', async () => {
    const node = await startNode();
    const log = openLog(node);
    const stream = aStream();
    const events = someEvents(2);
    node.fail('append', 3, status.INTERNAL, { applied: true });
    await expect(log.append(stream, 'none', events)).rejects.toMatchObject({ outcome: 'unknown' });
    await log.append(stream, 1, [anEvent()]);
    expect(await log.append(stream, 'none', events)).toMatchObject({ revision: 1 });
    expect(await log.readStream(stream)).toHaveLength(3);
  });
  it('does not repeat at any revision what may have arrived', async () => {
    const node = await startNode();
    const log = openLog(node);
    node.fail('append', 1, status.UNAVAILABLE, { applied: true });
    await expect(log.append(aStream(), 'any', [anEvent()])).rejects.toMatchObject({ outcome: 'unknown' });
    expect(node.faults.countOf('append')).toBe(1);
  });
  it('finds the place of a repeat that the server does not name', async () => {
    const node = await startNode();
    const log = openLog(node);
    const stream = aStream();
    const events = someEvents(2);
    const first = await log.append(stream, 'none', events);
    node.log.shouldRepeatWithoutPosition = true;
    expect(await log.append(stream, 'none', events)).toEqual(first);
  });
});

describe('5: a value that can’t be serialised ends the process', () => {
  it('refuses what is no JSON before the client has it', async () => {
    const log = openLog(await startNode());
    await expect(log.append(aStream(), 'none', [anEvent({ data: '{"n":1n}' })])).rejects.toBeInstanceOf(SyntaxError);
    await append(log);
  });
  it('keeps the bytes as JSON on the server, and those that JSON would change too', async () => {
    const node = await startNode();
    const log = openLog(node);
    const stream = aStream();
    const usualEvent = anEvent({ data: '{"a":[1,{"b":"å\\ud83d"}]}', meta: '{"at":"now","correlationId":"c-1"}' });
    const oddEvent = anEvent({ data: '{"b": 1.0, "10":1,"2":2, "b":2}', meta: '{ "at" : "now" }' });
    await log.append(stream, 'none', [usualEvent, oddEvent]);
    expect(await log.readStream(stream)).toMatchObject([usualEvent, oddEvent]);
    const [first] = node.log.stream(`toy.${stream}`)!;
    expect(first).toMatchObject({ contentType: 'application/json', data: new Uint8Array(Buffer.from(usualEvent.data)) });
    expect(Buffer.from(first!.metadata).toString()).toBe(`{"$correlationId":"c-1","v":1,"meta":${usualEvent.meta}}`);
  });
});

describe('6: a read that is left early stays open on the server, and a goodbye may hang', () => {
  it('leaves no read open', async () => {
    const node = await startNode();
    const log = openLog(node);
    const stream = aStream();
    for (let n = 0; n < 10; n++) await log.append(stream, n === 0 ? 'none' : n * 100 - 1, someEvents(100));
    node.log.append('other-1', 'any', [foreignEvent()]);
    await log.head();
    await log.readAll({ after: 10, limit: 200 });
    await log.readOrdinals([1, 500, 900]);
    await log.readStream(stream, 0, 3);
    const reads = node.faults.countOf('read');
    await node.faults.finished.waitFor(() => node.faults.finished.items.length >= reads);
    expect(node.subscribers).toBe(1);
  });
  it('keeps nothing in the client of a read that was left early', async () => {
    const node = await startNode();
    const log = openLog(node);
    await log.append(aStream(), 'none', someEvents(20));
    node.log.append('other-1', 'any', [foreignEvent(), foreignEvent(), foreignEvent()]);
    const lease = leaseClient(node.connectionString);
    for (let times = 0; times < 10; times++) await log.head();
    const { disposableStreams } = lease.client as unknown as { readonly disposableStreams: ReadonlySet<Readable> };
    await Promise.all(
      [...disposableStreams].filter((stream) => stream.readableEnded || !stream.readableFlowing).map((stream) => ended(stream)),
    );
    // the subscription stays
    expect(disposableStreams.size).toBe(1);
    await lease.release();
  });
  it('leaves no read open that the server could not end by itself', async () => {
    const node = await startNode();
    const log = openLog(node);
    const appended = [await append(log), await append(log)];
    const large = { ...foreignEvent(), data: Buffer.from(JSON.stringify('x'.repeat(500_000))) };
    for (let n = 0; n < 30; n++) node.log.append(`other-${n}`, 'any', [large]);
    expect(await log.head()).toMatchObject({ ordinal: 2 });
    expect(idsOf(await log.readAll({ after: 0, limit: 9 }))).toEqual(idsOf(appended));
    const reads = node.faults.countOf('read');
    await node.faults.finished.waitFor(() => node.faults.finished.items.length >= reads);
  });
  it('says goodbye although the client waits for ever for a read that does not end', async () => {
    const node = await startNode();
    const log = openLog(node);
    await append(log);
    const lease = leaseClient(node.connectionString);
    const { disposableStreams } = lease.client as unknown as { readonly disposableStreams: Set<Readable> };
    let endAtLast: (() => void) | undefined;
    disposableStreams.add(new Readable({ read: () => {}, destroy: (_error, appendResult) => void (endAtLast = () => appendResult()) }));
    cleanups.push(() => endAtLast?.());
    await lease.release();
    await log.close();
    // the client was told to end that read, which has not ended
    expect(endAtLast).toBeDefined();
  });
  it('closes in the middle of everything, also when the server is frozen or gone', async () => {
    for (const spoil of ['nothing', 'freeze', 'kill'] as const) {
      const node = await startNode();
      const log = openLog(node, { deadlineMs: 300 });
      const takenEvents = new DeliveredEvents();
      log.follow(0, takenEvents.handler);
      await takenEvents.until(await append(openLog(node)));
      if (spoil !== 'nothing') node[spoil]();
      const pendingCalls = Promise.allSettled([log.head(), log.readStream(aStream()), append(log)]);
      await log.close();
      await pendingCalls;
    }
  });
});

describe('7: classes of errors can’t be relied upon', () => {
  it('knows that nothing was applied when there is no server', async () => {
    const node = await startNode();
    const log = openLog(node);
    await append(log);
    node.kill();
    await log.readStream(aStream()).catch(() => {});
    await expect(append(log)).rejects.toMatchObject({ outcome: 'not_applied' });
    await expect(log.head()).rejects.toBeInstanceOf(LogUnavailable);
  });
  it('says in words what can’t be helped, at the first attempt', async () => {
    const node = await startNode();
    const log = openLog(node);
    node.log.deletedStreams.add('toy.gone-1');
    const deletedProblem = { outcome: 'not_applied', message: expect.stringContaining('deleted') as string };
    await expect(log.append('gone-1', 'none', [anEvent()])).rejects.toMatchObject(deletedProblem);
    await expect(log.readStream('gone-1')).rejects.toMatchObject(deletedProblem);
    node.fail('append', 1, status.PERMISSION_DENIED, { exception: 'access-denied' });
    await expect(append(log)).rejects.toMatchObject({
      outcome: 'not_applied',
      message: expect.stringContaining('TOCSIN_EVENTSTORE') as string,
    });
    expect(node.faults.countOf('append')).toBe(2);
  });
  it('finds too large what the server finds too large', async () => {
    const node = await startNode();
    node.log.maxAppendSize = 1000;
    const log = openLog(node);
    await expect(log.append(aStream(), 'none', someEvents(30))).rejects.toBeInstanceOf(AppendTooLarge);
    await append(log);
  });
});

describe('8: a conflict told as a result has a wrong revision', () => {
  it('lets no connection string choose that', async () => {
    const node = await startNode();
    const log = openLog(node, { connectionString: `${node.connectionString}&throwOnAppendFailure=false` });
    const stream = aStream();
    await log.append(stream, 'none', someEvents(3));
    const staleAppend = log.append(stream, 0, [anEvent()]);
    await expect(staleAppend).rejects.toBeInstanceOf(AppendConflict);
    await expect(staleAppend).rejects.toMatchObject({ actual: 2 });
  });
});

describe('9: a broken batch stream rejects the appends of every client', () => {
  it('appends without it: nobody else’s trouble is its own', async () => {
    const node = await startNode();
    const log = openLog(node);
    const other = createClient(node);
    const otherAppends = Array.from({ length: 5 }, (_, n) => other.appendToStream(`other-${n}`, jsonEvent({ type: 'a', data: {} })));
    node.fail('batchAppend', 1, status.INTERNAL, { applied: true });
    const [theirResults, ourResults] = await Promise.all([
      Promise.allSettled(otherAppends),
      Promise.all(Array.from({ length: 20 }, () => append(log))),
    ]);
    expect(theirResults.filter((one) => one.status === 'rejected').length).toBeGreaterThan(0);
    expect(ourResults).toHaveLength(20);
    expect(node.faults.countOf('append')).toBe(20);
  });
  it('is not ended by an answer that comes after another client’s stream has broken', async () => {
    const [node, otherNode] = [await startNode(), await startNode()];
    const [log, other] = [openLog(node), createClient(otherNode)];
    await append(log);
    node.freeze();
    const pendingAppend = append(log);
    await node.faults.calls.waitFor(() => node.faults.countOf('append') === 2);
    otherNode.fail('batchAppend');
    await expect(other.appendToStream('other-1', jsonEvent({ type: 'a', data: {} }))).rejects.toThrow();
    node.thaw();
    await pendingAppend;
    expect(node.faults.countOf('append')).toBe(2);
  });
  it('has one client for each connection string, ended by the last who used it', async () => {
    const node = await startNode();
    const [one, two] = [leaseClient(node.connectionString), leaseClient(node.connectionString)];
    expect(one.client).toBe(two.client);
    await one.release();
    await one.release();
    const three = leaseClient(node.connectionString);
    expect(three.client).toBe(two.client);
    await Promise.all([two.release(), three.release()]);
    const four = leaseClient(node.connectionString);
    expect(four.client).not.toBe(one.client);
    await four.release();
  });
});

describe('10: handlers of data events run at once and out of order', () => {
  it('counts and hands over in order, however slow some handlers are', async () => {
    const node = await startNode();
    const log = openLog(node);
    const takenEvents = new DeliveredEvents();
    log.follow(0, async (batch) => {
      if (takenEvents.batches.length % 2 === 0) await log.readStream(batch[0]!.stream);
      takenEvents.handler(batch);
    });
    const all = await Promise.all(Array.from({ length: 100 }, () => append(log)));
    await takenEvents.events.waitFor(({ ordinal }) => ordinal === all.length);
    expect(takenEvents.events.items.map(({ ordinal }) => ordinal)).toEqual(all.map((_, index) => index + 1));
    expect(takenEvents.ids).toEqual(node.log.records.filter(({ stream }) => stream.startsWith('toy.')).map(({ id }) => id));
  });
});

describe('11: certificates can’t be waved through, and without TLS nobody is shown a password', () => {
  it('trusts the certificate that the connection string names, and shows its password', async () => {
    const node = await startNode({ hasTls: true });
    const log = openLog(node);
    const event = await append(log);
    expect(idsOf(await readEverything(log))).toEqual([event.id]);
    expect([...node.faults.authorizations]).toEqual([`Basic ${Buffer.from('admin:changeit').toString('base64')}`]);
  });
  it('trusts no other, whatever the connection string says', async () => {
    const warnings = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const node = await startNode({ hasTls: true });
    const log = openLog(node, { connectionString: `esdb://localhost:${node.port}?tls=true&tlsVerifyCert=false`, deadlineMs: 500 });
    await expect(append(log)).rejects.toBeInstanceOf(LogUnavailable);
    warnings.mockRestore();
  });
  it('works without TLS and password', async () => {
    const node = await startNode();
    await append(openLog(node));
    expect(node.faults.authorizations.size).toBe(0);
  });
});

describe('12: a read of everything has no filter', () => {
  it('hands over nothing of other programs, other installations and the server', async () => {
    const node = await startNode();
    const log = openLog(node, { prefix: 'toy' });
    const neighbour = openLog(node, { prefix: 'toyland' });
    const ownEvents: NewEvent[] = [];
    for (let n = 0; n < 40; n++) {
      node.log.append('other-1', 'any', [foreignEvent(), foreignEvent('$>')]);
      await append(neighbour);
      ownEvents.push(await append(log));
      node.log.append('toyish-1', 'any', [foreignEvent()]);
    }
    node.log.append('toy.linked-1', 'any', [foreignEvent('$>')]);
    expect(await log.head()).toMatchObject({ ordinal: 40 });
    const all = await readEverything(log, undefined, 7);
    expect(idsOf(all)).toEqual(idsOf(ownEvents));
    expect(idsOf(await log.readBack({ before: 41, limit: 99 }))).toEqual(idsOf(ownEvents).toReversed());
    expect(all.every(({ stream }) => /^toy-[0-9a-f-]{36}$/.test(stream))).toBe(true);
    expect(await neighbour.head()).toMatchObject({ ordinal: 40 });
  });
  it('finds its head behind many events of others', async () => {
    const node = await startNode();
    const event = await append(openLog(node));
    for (let n = 0; n < 50; n++)
      node.log.append(
        'other-1',
        'any',
        Array.from({ length: 50 }, () => foreignEvent()),
      );
    const log = openLog(node);
    expect(await log.head()).toMatchObject({ ordinal: 1 });
    expect(idsOf(await readEverything(log))).toEqual([event.id]);
  });
  it('answers no head that it has not counted', async () => {
    const node = await startNode();
    await append(openLog(node));
    for (let n = 0; n < 40; n++)
      node.log.append(
        'other-1',
        'any',
        Array.from({ length: 50 }, () => foreignEvent()),
      );
    node.fail('subscribe', 1000);
    const log = openLog(node, { deadlineMs: 300 });
    await expect(log.head()).rejects.toMatchObject({ message: expect.stringContaining('more events than the 0 counted') as string });
  });
  it.each(['with-dash', '$system', '', 'a.b', '9lives'])('refuses “%s” in front of stream names', async (prefix) => {
    const node = await startNode();
    expect(() => openLog(node, { prefix })).toThrow(RangeError);
  });
});

describe('13: what others have met', () => {
  it('survives the death of its server under load: each append stands once or not at all, and is told so', async () => {
    const node = await startNode();
    const log = openLog(node, { deadlineMs: 5000 });
    const appends = Array.from({ length: 300 }, () => ({
      stream: aStream(),
      event: anEvent({ data: JSON.stringify('x'.repeat(20_000)) }),
    }));
    const results = Promise.allSettled(appends.map(({ stream, event }) => log.append(stream, 'none', [event])));
    await node.faults.calls.waitFor(() => node.faults.countOf('append') > 100);
    await node.restart();
    const outcomes = await results;
    for (const [index, { stream, event }] of appends.entries()) {
      const outcome = outcomes[index]!;
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(LogUnavailable);
      await log.append(stream, 'none', [event]);
    }
    expect(await log.head()).toMatchObject({ ordinal: 300 });
  });
  it('goes to the leader when its node is none', async () => {
    const sharedLog = new NodeLog();
    const [follower, leader] = [await startNode({ log: sharedLog }), await startNode({ log: sharedLog })];
    follower.refuseAsFollower(leader.port);
    const log = openLog(follower);
    const event = await append(log);
    expect(idsOf(await readEverything(log))).toEqual([event.id]);
    expect([follower.faults.countOf('append'), leader.faults.countOf('append')]).toEqual([1, 1]);
  });
  it('reads from the leader, not from a node that has not heard yet', async () => {
    const [laggingNode, leader] = [await startNode(), await startNode()];
    const stream = aStream();
    const event = anEvent();
    await openLog(leader).append(stream, 'none', [event]);
    laggingNode.refuseAsFollower(leader.port);
    expect(idsOf(await openLog(laggingNode).readStream(stream))).toEqual([event.id]);
    expect(await openLog(laggingNode).head()).toMatchObject({ ordinal: 1 });
  });
  it('looks for another node when the one it had is gone, and waits when all are', async () => {
    const sharedLog = new NodeLog();
    const [one, two] = [await startNode({ log: sharedLog }), await startNode({ log: sharedLog })];
    const connectionString = `esdb://127.0.0.1:${one.port},127.0.0.1:${two.port}?tls=false&discoveryInterval=20`;
    const log = openLog(one, { connectionString, deadlineMs: 400 });
    const takenEvents = new DeliveredEvents();
    log.follow(0, takenEvents.handler);
    await waitUntilTaken(log, takenEvents);
    one.kill();
    await waitUntilTaken(log, takenEvents);
    two.kill();
    await expect(append(log)).rejects.toBeInstanceOf(LogUnavailable);
    await expect(log.head()).rejects.toBeInstanceOf(LogUnavailable);
    await one.restart();
    await waitUntilTaken(log, takenEvents);
  });
  it('hears within seconds that the leader has stopped, though its connection stays: another leads by then, and nothing is lost', async () => {
    const sharedLog = new NodeLog();
    const nodes = [
      await startNode({ log: sharedLog, canStop: true }),
      await startNode({ log: sharedLog }),
      await startNode({ log: sharedLog }),
    ] as const;
    const [leader, next, third] = nodes;
    for (const one of [next, third]) one.refuseAsFollower(leader.port);
    const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const connectionString = `esdb://${addresses}?tls=false&discoveryInterval=20`;
    // a client with default settings notices it much later
    const byItself = { heard: false };
    const subscription = createClient(leader).subscribeToAll();
    subscription.on('error', () => (byItself.heard = true));
    subscription.on('data', () => {});
    const log = openLog(leader, { connectionString, deadlineMs: 400 });
    const takenEvents = new DeliveredEvents();
    log.follow(0, takenEvents.handler);
    await waitUntilTaken(log, takenEvents);
    await leader.faults.caughtUp.waitFor(() => leader.subscribers === 2);
    leader.stop();
    next.refuseAsFollower();
    third.refuseAsFollower(next.port);
    await waitUntilTaken(log, takenEvents);
    expect(byItself.heard).toBe(false);
    leader.refuseAsFollower(next.port);
    leader.goOn();
    await waitUntilTaken(log, takenEvents);
    const storedEvents = await readEverything(log);
    expect(new Set(storedEvents.map(({ id }) => id)).size).toBe(storedEvents.length);
    expect(takenEvents.ids).toEqual(idsOf(storedEvents));
  });
  it('is not ended by a stream that fails while no node can be found', async () => {
    const node = await startNode();
    const address = `127.0.0.1:${node.port}`;
    const connectionString = `esdb://${address},${address}?tls=false&discoveryInterval=20`;
    const log = openLog(node, { connectionString, deadlineMs: 600 });
    const patientLog = openLog(node, { connectionString });
    await append(patientLog);
    await log.head();
    node.fail('read');
    const searches = node.faults.countOf('gossip');
    node.faults.calls
      .waitFor(() => node.faults.countOf('read') > 1)
      .then(
        () => node.freeze(),
        () => {},
      );
    const pendingRead = log.readStream(aStream());
    await node.faults.calls.waitFor(() => node.faults.countOf('gossip') > searches);
    node.kill();
    await expect(pendingRead).rejects.toBeInstanceOf(LogUnavailable);
    await node.restart();
    await append(patientLog);
  });
  it('reads from a node of before ServerFeatures, and so does the client alone', async () => {
    const node = await startNode({ isOld: true });
    await append(openLog(node));
    await createClient(node).appendToStream('other-1', jsonEvent({ type: 'a', data: {} }));
    expect(node.faults.countOf('append')).toBe(2);
  });
});

/** Appends until it is taken: while a cluster finds itself again, a call or two may fail. */
const waitUntilTaken = async (log: EventStoreLog, takenEvents: DeliveredEvents): Promise<void> => {
  const event = anEvent();
  const stream = aStream();
  for (;;) {
    const appendResult = await log.append(stream, 'none', [event]).catch(() => undefined);
    if (appendResult) return takenEvents.until(event);
  }
};

describe('what could not be counted', () => {
  /** A disk that is full once, while enough events have come that they are counted in several batches. */
  class OnceFullIndex extends SqliteOrdinalIndex {
    refusalCount = 0;
    constructor() {
      super(':memory:', 'toy');
    }
    override count(events: readonly UncountedEvent[], checkpoint: Position): number {
      if (this.refusalCount > 0) return super.count(events, checkpoint);
      this.refusalCount = events.length;
      throw new Error('the disk is full');
    }
  }
  /** The next subscription delivers nothing until this many events have come, as after a blocked event loop. */
  const delaySubscription = (client: EventStoreDBClient, count: number): void => {
    const subscribe = client.subscribeToAll.bind(client);
    jest.spyOn(client, 'subscribeToAll').mockImplementationOnce((options) => {
      const subscription = subscribe(options, { highWaterMark: count });
      const createIterator = subscription[Symbol.asyncIterator].bind(subscription);
      subscription[Symbol.asyncIterator] = async function* () {
        subscription.read(0);
        while (subscription.readableLength < count) await setImmediate();
        yield* { [Symbol.asyncIterator]: createIterator };
      };
      return subscription;
    });
  };
  it('is counted before what came behind it', async () => {
    const node = await startNode();
    const events = [someEvents(500), someEvents(500)];
    const writer = openLog(node);
    for (const some of events) await writer.append(aStream(), 'none', some);
    const lease = leaseClient(node.connectionString);
    delaySubscription(lease.client, 900);
    const drops = new ItemCollector<unknown>('drop');
    const ordinals = new OnceFullIndex();
    const log = new EventStoreLog({
      connectionString: node.connectionString,
      prefix: 'toy',
      ordinals,
      onDrop: (error) => drops.add(error),
    });
    cleanups.push(() => log.close());
    await drops.waitFor();
    await lease.release();
    expect(drops.items).toMatchObject([{ message: 'the disk is full' }]);
    expect(ordinals.refusalCount).toBeLessThan(900);
    expect(idsOf(await readEverything(log))).toEqual(idsOf(events.flat()));
  });
});

describe('an index of ordinals belongs to one log', () => {
  it('refuses a server that has lost what was counted, in words', async () => {
    const node = await startNode();
    const sideDir = createFolder();
    const log = openLog(node, { sideDir });
    await append(log);
    await log.head();
    await log.close();
    const restoredNode = await startNode();
    const restoredLog = openLog(restoredNode, { sideDir, deadlineMs: 300 });
    const other = openLog(restoredNode);
    await append(other);
    await append(other);
    await expect(restoredLog.head()).rejects.toMatchObject({ message: expect.stringContaining('Remove side/ordinals.db') as string });
  });
  it('skips nothing when a batch could not be kept', async () => {
    class FullIndex extends SqliteOrdinalIndex {
      private calls = 0;
      override count(events: readonly UncountedEvent[], checkpoint: Position): number {
        if (++this.calls % 2 === 1 && this.calls < 8) throw new Error('the disk is full');
        return super.count(events, checkpoint);
      }
    }
    const node = await startNode();
    const ordinals = new FullIndex(':memory:', 'toy');
    const log = new EventStoreLog({ connectionString: node.connectionString, prefix: 'toy', ordinals });
    cleanups.push(() => log.close());
    await Promise.all(Array.from({ length: 200 }, () => append(log)));
    const ownRecords = node.log.records.filter(({ stream }) => stream.startsWith('toy.'));
    expect(idsOf(await readEverything(log))).toEqual(ownRecords.map(({ id }) => id));
    expect(log.stats().subscriptionDrops).toBe(4);
  });
  it('refuses another prefix', async () => {
    const node = await startNode();
    const sideDir = createFolder();
    await openLog(node, { sideDir }).close();
    expect(() => openLog(node, { sideDir, prefix: 'other' })).toThrow('was counted for streams of “toy”');
  });
});
