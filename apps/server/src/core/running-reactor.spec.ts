import { domain } from '@tocsin/domain/registry.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { CommandRunner } from '@tocsin/platform/bus/command-runner.js';
import { ManualClock } from '@tocsin/platform/clock/clock.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { LogUnavailable, type AppendResult, type ExpectedRevision, type NewEvent } from '@tocsin/platform/event-log/event-log.js';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import { createDecodeOnce } from '@tocsin/platform/feed/decoding.js';
import { MemoryFeed } from '@tocsin/platform/feed/memory-feed.js';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { v7 } from 'uuid';
import { readFactsOfCommand } from './facts-of-command.js';
import { beginReactor } from './running-reactor.js';
import { effectsOfReach, type Reach } from './simulated-effects.js';

/** A log whose first append is written but gets no response. */
class DeafLog extends MemoryEventLog {
  private isDeaf = true;

  override async append(stream: string, expectedRevision: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    const result = await super.append(stream, expectedRevision, events);
    if (!this.isDeaf) return result;
    this.isDeaf = false;
    throw new LogUnavailable('unknown', 'the answer was lost');
  }
}

const partsOf = async (log: MemoryEventLog) => {
  const clock = new ManualClock('2026-11-21T03:12:00.000Z');
  const vault = { keyFor: () => null, keyUnlessDestroyed: () => null };
  const codec = new EventCodec({ vault, contractOf: eventContract, upcasters: domain.upcasters });
  const decode = createDecodeOnce((storedEvent) => codec.decode(storedEvent));
  const memory = new MemoryRows(domain.memory);
  const feed = new MemoryFeed(log, decode, memory, () => {});
  const { deciders, logic, reads } = domain;
  const runner = new CommandRunner({ deciders, logic, node: 'n1', log, codec, decode, clock, memory, feed, reads });
  await feed.start();
  const errors = { note: () => {} };
  const parts = {
    domain,
    log,
    logKind: 'live' as const,
    decode,
    feed,
    runner,
    clock,
    troubles: errors,
    commandId: v7(),
    awayFrom: null,
    effects: {},
  };
  return { parts, clock, feed };
};

it('begins by what it appended, also when the answer to that was lost', async () => {
  const { parts, feed } = await partsOf(new DeafLog());
  expect((await beginReactor(parts)).epoch).toBe(1);
  await feed.stop();
});

it('of a server that followed another one was away since the log ended, not since it led itself', async () => {
  const log = new MemoryEventLog();
  const { parts, clock, feed } = await partsOf(log);
  await beginReactor(parts);
  const startedAt = clock.now();
  clock.moveTo('2026-11-21T03:20:00.000Z');
  const next = { ...parts, commandId: v7(), awayFrom: '2026-11-18T00:00:00.000Z' };
  await beginReactor(next);
  const [started] = await readFactsOfCommand({ log, decode: parts.decode }, 'reactor', next.commandId);
  expect(started).toMatchObject({ type: 'ReactorStarted', data: { awayFrom: startedAt } });
  await feed.stop();
});

it('can’t be given a way out of a demo or an import, by type', () => {
  const effects = {};
  const callOut = (): Promise<undefined> => Promise.resolve(undefined);
  // @ts-expect-error a demo takes no effects of a server
  const demo: Reach = { logKind: 'demo', effects };
  // @ts-expect-error nor one that waits for an answer
  const waiting: Reach = { logKind: 'demo', simulated: { AttemptStarted: callOut } };
  // @ts-expect-error an import has no reactor
  const imported: Reach = { logKind: 'import', effects };
  expect([demo, waiting, imported]).toHaveLength(3);
});

it('does of a demo what is simulated, and nothing else', async () => {
  const simulated = { AttemptStarted: () => ({ kind: 'unneeded' }) as const };
  const effects = effectsOfReach({ logKind: 'demo', simulated }, {} as never);
  expect(Object.keys(effects)).toEqual(['AttemptStarted']);
  expect(await effects['AttemptStarted']?.({} as never)).toEqual({ kind: 'unneeded' });
});
