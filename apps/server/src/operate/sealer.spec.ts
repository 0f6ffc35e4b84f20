import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { domainReads } from '@tocsin/domain/domain-reads.js';
import { domain } from '@tocsin/domain/registry.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { CommandRunner } from '@tocsin/platform/bus/command-runner.js';
import { ManualClock } from '@tocsin/platform/clock/clock.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { TimeStampAuthority } from '@tocsin/testing/fakes/time-stamp-authority.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { createDecodeOnce } from '@tocsin/platform/feed/decoding.js';
import { MemoryFeed } from '@tocsin/platform/feed/memory-feed.js';
import { leafOf, MerkleTree } from '@tocsin/platform/proof/merkle.js';
import { isSignedBy, readNote } from '@tocsin/platform/proof/signed-note.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { LogTree } from '../core/log-tree.js';
import { mailTarget, timeStampTarget, webhookTarget, type AnchorTarget } from './anchor-targets.js';
import { Anchors } from './anchors.js';
import { Sealer } from './sealer.js';

const logId = '0193a5b0-1111-7222-8333-444455556666';
const [started, later] = ['2026-11-28T12:00:00.000Z', '2026-11-28T12:10:00.000Z'];

/** What the service outside answers. */
const outside = { status: 204 };
beforeEach(() => (outside.status = 204));
let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'seals-'))));
afterEach(() => rmSync(dir, { recursive: true }));

/** A server’s log with what seals it. */
const serverOn = async (
  vault: MemoryVault,
  keepUp?: LogTree['keepUp'],
  reserve?: { isShort: boolean },
  anchorUrl: string | null = null,
  targets?: readonly AnchorTarget[],
) => {
  const log = new SqliteEventLog(dir);
  const codec = new EventCodec({ vault, contractOf: eventContract, upcasters: domain.upcasters });
  const decode = createDecodeOnce((stored) => codec.decode(stored));
  const memory = new MemoryRows(domain.memory);
  const troubles: unknown[] = [];
  const feed = new MemoryFeed(log, decode, memory, (error) => troubles.push(error));
  await feed.start();
  const clock = new ManualClock(started);
  const { deciders, logic } = domain;
  const runner = new CommandRunner({ deciders, logic, node: 'n1', log, codec, decode, clock, memory, feed, reads: domainReads });
  const { ordinal: head } = await log.head();
  const tree = new LogTree({ dir, isLogHere: true, log, head, hasOneThread: true });
  const reacting = { reactor: {}, epoch: 1 } as never;
  const note = (_where: string, error: unknown): void => void troubles.push(error);
  const attempts = { count: 0 };
  const countedTree = {
    keepUp: () => {
      attempts.count += 1;
      // a sealer that never rests would leave no turn to the test
      return attempts.count > 20 ? new Promise<null>(() => {}) : (keepUp?.() ?? tree.keepUp());
    },
  } as LogTree;
  const parts = { clock, feed, log, logKind: 'live', reacting, reserve, runner, tree: countedTree, troubles: { note } as never, vault };
  const posts: string[] = [];
  const post = async (_url: string, { body }: { readonly body?: unknown }) => {
    posts.push(String(body));
    return { status: outside.status, headers: {}, body: '' };
  };
  const reads = { organisation: { get: () => undefined } };
  const anchors = new Anchors({ ...parts, reads } as never, targets ?? (anchorUrl === null ? [] : [webhookTarget({ post }, anchorUrl)]));
  const sealer = new Sealer(parts as never, anchors);
  let acts = 0;
  return {
    log,
    clock,
    sealer,
    anchors,
    posts,
    troubles,
    attempts,
    act: async () => {
      const commandId = `act ${(acts += 1)} at ${head}`;
      await runner.run({
        command: { type: 'RecordProgress', data: {} },
        commandId,
        actor: systemActor,
        correlationId: commandId,
        causationId: null,
      });
      await feed.waitForToken((await log.head()).token);
    },
    moveTo: async (instant: string) => {
      clock.moveTo(instant);
      await sealer.whenSettled;
      await anchors.whenSettled;
      await feed.waitForToken((await log.head()).token);
    },
    types: async () => (await log.readAll({ after: 0, limit: 100 })).map(({ type }) => type),
    seals: async () =>
      (await log.readStream('seals')).map(({ data }) => JSON.parse(data) as { note?: string; publicKey?: string; keyId?: string }),
    end: async () => {
      await sealer.stop();
      await feed.stop();
      await tree.close();
      await log.close();
    },
  };
};
const newVault = (): MemoryVault => {
  const vault = new MemoryVault();
  vault.belongTo(logId, true);
  return vault;
};

describe('a log', () => {
  it('is sealed ten minutes after something new, and stays quiet after that', async () => {
    const server = await serverOn(newVault());
    await server.sealer.start();
    await server.moveTo(later);
    expect(await server.types()).toEqual([]);
    await server.act();
    await server.moveTo('2026-11-28T12:19:59.000Z');
    expect(await server.types()).toEqual(['ReactorProgressed']);
    await server.moveTo('2026-11-28T12:20:00.000Z');
    await server.moveTo('2026-11-29T12:20:00.000Z');
    expect(await server.types()).toEqual(['ReactorProgressed', 'SealingKeyIntroduced', 'LogSealed']);
    const [{ publicKey }, { note }] = (await server.seals()) as [{ publicKey: string }, { note: string }];
    const seal = readNote(note)!;
    const tree = new MerkleTree();
    for (const event of await server.log.readAll({ after: 0, limit: 2 })) tree.push(leafOf(event));
    expect([seal.logId, seal.size, seal.root, isSignedBy(seal, publicKey)]).toEqual([logId, 2, tree.root(), true]);
    expect(server.sealer.last).toEqual({ size: 2, root: seal.root.toString('hex'), at: '2026-11-28T12:20:00.000Z', publicKey });
    expect(server.troubles).toEqual([]);
    await server.end();
  });

  it('is sealed when its server stops, by the same key after a restart', async () => {
    const vault = newVault();
    for (const _ of [1, 2]) {
      const server = await serverOn(vault);
      await server.sealer.start();
      await server.act();
      await server.end();
    }
    const server = await serverOn(vault);
    const sealed = await server.seals();
    expect(sealed.map(({ note, keyId }) => keyId ?? readNote(note!)!.size)).toEqual([expect.any(String), 2, 4]);
    expect(new Set(sealed.slice(1).map(({ note }) => readNote(note!)!.keyId))).toEqual(new Set([sealed[0]!.keyId]));
    await server.end();
  });

  it('gets a new key where the vault has lost the old one', async () => {
    for (const _ of [1, 2]) {
      const server = await serverOn(newVault());
      await server.sealer.start();
      await server.act();
      await server.end();
    }
    const server = await serverOn(newVault());
    const [first, , second] = await server.seals();
    expect(second).toMatchObject({ replaces: first!.keyId });
    await server.end();
  });

  it('that was changed while nothing ran is sealed no more, and that is said once', async () => {
    const vault = newVault();
    const before = await serverOn(vault);
    await before.sealer.start();
    await before.act();
    await before.end();
    const file = new Database(join(dir, 'log.db'));
    file.exec("UPDATE events SET meta = replace(meta, '2026', '2025') WHERE ordinal = 1");
    file.close();
    const server = await serverOn(vault);
    await server.sealer.start();
    await server.act();
    await server.sealer.seal();
    await server.sealer.seal();
    expect(server.troubles).toEqual([
      expect.objectContaining({ name: 'LogChanged', message: expect.stringMatching(/^Event 1 was changed/) }),
    ]);
    expect((await server.types()).filter((type) => type === 'LogSealed')).toHaveLength(1);
    await server.end();
  });
});

describe('10,000 events that can’t be sealed', () => {
  /** On the log before its server starts. */
  const writeStorm = async (): Promise<void> => {
    const server = await serverOn(newVault());
    await server.sealer.start();
    await server.act();
    await server.end();
    const log = new SqliteEventLog(dir);
    const [event] = await log.readAll({ after: 0, limit: 1 });
    const { type, v, data, meta } = event!;
    for (let from = 0; from < 10_000; from += 500) {
      const events = Array.from({ length: 500 }, (_, n) => ({ id: `storm ${from + n}`, type, v, data, meta }));
      await log.append(event!.stream, 'any', events);
    }
    await log.close();
  };
  const hasDied: LogTree['keepUp'] = async () => {
    throw new Error('the thread that hashes the log has ended');
  };

  const failures: readonly (readonly [string, LogTree['keepUp']])[] = [
    ['the thread that hashes has ended', hasDied],
    ['the log was changed', () => Promise.resolve(null)],
    ['the hashes fall behind', () => Promise.resolve({ size: 1, root: Buffer.alloc(32) })],
  ];
  it.each(failures)('are tried once in ten minutes where %s', async (_why, keepUp) => {
    await writeStorm();
    const server = await serverOn(newVault(), keepUp);
    await server.sealer.start();
    await server.sealer.whenSettled;
    await server.act();
    await server.act();
    expect(server.attempts.count).toBe(1);
    await server.moveTo(later);
    await server.act();
    expect(server.attempts.count).toBe(2);
    await server.end();
    expect(server.attempts.count).toBe(3);
  });

  it('are tried once more at a stop that finds the hashes closed, and never after it', async () => {
    await writeStorm();
    const server = await serverOn(newVault(), hasDied);
    await server.sealer.start();
    await server.sealer.whenSettled;
    await server.sealer.stop();
    await server.sealer.seal();
    await server.moveTo('2026-11-28T18:00:00.000Z');
    expect(server.attempts.count).toBe(2);
    await server.end();
  });

  it('wait while the disk is full, and are sealed once it has room', async () => {
    await writeStorm();
    const reserve = { isShort: true };
    const server = await serverOn(newVault(), undefined, reserve);
    await server.sealer.start();
    await server.sealer.whenSettled;
    expect([server.attempts.count, server.sealer.last]).toMatchObject([0, { size: 2 }]);
    reserve.isShort = false;
    await server.moveTo(later);
    expect(server.sealer.last!.size).toBeGreaterThan(10_000);
    await server.end();
  });
});

describe('a seal', () => {
  const keeper = 'https://keeper.example/seals';
  const startAnchored = async (vault: MemoryVault) => {
    const server = await serverOn(vault, undefined, undefined, keeper);
    await server.sealer.start();
    await server.anchors.whenSettled;
    return server;
  };

  it('is posted to an address outside, which is recorded once it was taken', async () => {
    const server = await startAnchored(newVault());
    await server.act();
    await server.moveTo(later);
    const { note } = (await server.seals()).find((seal) => seal.note)!;
    expect(server.posts).toEqual([note]);
    expect((await server.types()).at(-1)).toBe('LogAnchored');
    expect(server.anchors.last).toEqual({ size: 2, host: 'keeper.example', at: later });
    // a quiet log stays quiet
    await server.moveTo('2026-11-29T12:00:00.000Z');
    expect(server.posts).toHaveLength(1);
    await server.end();
  });

  it('that was not taken is tried again, and again after a restart, and nothing waits for it', async () => {
    const vault = newVault();
    outside.status = 503;
    const server = await startAnchored(vault);
    await server.act();
    await server.moveTo(later);
    expect([server.anchors.last, server.troubles.map(String)]).toEqual([null, [expect.stringContaining('keeper.example answered 503')]]);
    await server.moveTo('2026-11-28T12:20:00.000Z');
    expect(server.posts).toHaveLength(2);
    await server.end();
    outside.status = 204;
    const restarted = await startAnchored(vault);
    expect(restarted.anchors.last).toMatchObject({ size: 2 });
    await restarted.end();
    const again = await startAnchored(vault);
    expect([again.posts, again.anchors.last?.size]).toEqual([[], 2]);
    await again.end();
  });

  it('is mailed once a day, the newest one, also after a restart and where the clock was set back', async () => {
    const vault = newVault();
    const mails: { to: string; subject: string; text: string }[] = [];
    const send = async (mail: (typeof mails)[number]) => ({ providerId: String(mails.push(mail)) });
    const startMailing = async () => {
      const server = await serverOn(vault, undefined, undefined, null, [mailTarget({ send }, 'auditor@keeper.example')]);
      await server.sealer.start();
      return server;
    };
    const server = await startMailing();
    await server.act();
    await server.moveTo(later);
    expect(server.anchors.last).toEqual({ size: 2, host: 'keeper.example', at: later });
    await server.act();
    await server.moveTo('2026-11-28T12:20:00.000Z');
    await server.act();
    await server.moveTo('2026-11-28T12:30:00.000Z');
    const newest = (await server.seals()).at(-1)!;
    expect(mails.map(({ to }) => to)).toEqual(['auditor@keeper.example']);
    await server.moveTo('2026-11-29T12:10:00.000Z');
    expect(mails).toMatchObject([{ subject: 'Seal over 2 events' }, { text: expect.stringContaining(newest.note ?? '–') }]);
    const [{ data } = { data: '' }] = await server.log.readBack({ before: 1_000, limit: 1, types: ['LogAnchored'] });
    expect(data).toMatch(/"keeper.example"/);
    expect(data).not.toContain('auditor');
    await server.end();
    // its clock is a day behind
    const restarted = await startMailing();
    await restarted.act();
    await restarted.moveTo(later);
    expect(mails).toHaveLength(3);
    await restarted.end();
  });

  it('is stamped by an authority whose certificate is configured, and the token is kept, which openssl verifies', async () => {
    const authority = await TimeStampAuthority.start();
    const outgoing = new OutgoingHttp({ allowLoopback: true });
    const target = timeStampTarget(outgoing, authority.url, authority.certificateFile);
    const server = await serverOn(newVault(), undefined, undefined, null, [target]);
    authority.change = (answer) => answer.subarray(0, answer.length - 1);
    await server.sealer.start();
    await server.act();
    await server.moveTo(later);
    expect([server.anchors.last, server.troubles.map(String)]).toEqual([null, [expect.stringContaining('is not accepted')]]);
    authority.change = (answer) => answer;
    await server.moveTo('2026-11-28T12:20:00.000Z');
    const { note } = (await server.seals()).find((seal) => seal.note)!;
    const { kind, size, token } = (await server.seals()).at(-1) as unknown as { kind: string; size: number; token: string };
    expect([kind, size, server.anchors.last]).toEqual([
      'time_stamp',
      2,
      { size: 2, host: new URL(authority.url).host, at: '2026-11-28T12:20:00.000Z' },
    ]);
    expect(authority.verify(note!, Buffer.from(token, 'base64'))).toContain('Verification: OK');
    await server.end();
    outgoing.close();
    await authority.close();
  });

  it('is posted nowhere without an address, and the log is not searched for one that was', async () => {
    const vault = newVault();
    const anchored = await startAnchored(vault);
    await anchored.act();
    await anchored.moveTo(later);
    await anchored.end();
    const server = await serverOn(vault);
    const readBack = jest.spyOn(server.log, 'readBack');
    await server.anchors.start(null);
    expect([readBack.mock.calls, server.anchors.last]).toEqual([[], null]);
    await server.end();
  });
});
