import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duration } from '@tocsin/contracts/duration.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { ManualClock } from '@tocsin/platform/clock/clock.js';
import { SqliteSideStore } from '@tocsin/platform/side/sqlite-side-store.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { NewSecrets } from '../secrets/new-secrets.js';
import { readShownSecret, storeShownSecret } from '../secrets/shown-secrets.js';
import type { ServerParts } from '../core/server-parts.js';
import { TwoFactor } from '../sign-in/two-factor.js';
import { Housekeeping } from './housekeeping.js';

const begin = '2026-11-21T03:12:00.000Z';
const ana = { id: 'ana', email: 'ana@example.org' } as PersonRow;
let folder: string;
let side: SqliteSideStore;
let clock: ManualClock;
let vault: MemoryVault;
let keeping: Housekeeping;
let notedErrors: unknown[];
/** Lets time pass hour by hour, as on a running server. */
const pass = (millis: number): void => {
  const target = addMillis(clock.now(), millis);
  for (let next = clock.nextAlarm(target); next !== undefined; next = clock.nextAlarm(target)) clock.moveTo(next);
  clock.moveTo(target);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'housekeeping-'));
  side = new SqliteSideStore(join(folder, 'side.db'));
  clock = new ManualClock(begin);
  vault = new MemoryVault();
  notedErrors = [];
  const reads = { people: { all: () => [ana] } };
  const errors = { note: (_where: string, error: unknown) => void notedErrors.push(error) };
  keeping = new Housekeeping(partOf<ServerParts>({ clock, side, vault, reads, troubles: errors }));
});
afterEach(() => {
  keeping.stop();
  side.close();
  rmSync(folder, { recursive: true });
});

describe('what is over', () => {
  it('is forgotten: a kept answer after 72 hours, a session 30 days after it was used', () => {
    const answer = { bodyHash: '', status: 202, answer: {}, at: begin };
    side.answers.put('ana', 'key', answer);
    side.sessions.create({ tokenHash: 'hash', personId: 'ana', userAgent: 'Firefox' }, begin);
    keeping.start();
    pass(limits.answersKept);
    expect(side.answers.get('ana', 'key')).toMatchObject({ at: begin });
    pass(limits.housekeepingEvery);
    expect(side.answers.get('ana', 'key')).toBeUndefined();
    pass(26 * duration.day);
    // an expired session is not found even before it is deleted, so it is looked up as of the beginning
    expect(side.sessions.find('hash', begin)).toMatchObject({ personId: 'ana' });
    pass(2 * duration.day);
    expect(side.sessions.find('hash', begin)).toBeUndefined();
  });

  it('is let go of in the vault: a secret of two-factor that nobody confirmed', () => {
    const twoFactor = new TwoFactor({ vault, side, clock, reads: {} as ServerParts['reads'] });
    twoFactor.offer(ana);
    keeping.start();
    expect(vault.secret('two-factor-offer:ana')).toContain('secret');
    pass(limits.housekeepingEvery);
    expect(vault.secret('two-factor-offer:ana')).toBeNull();
  });

  it('is let go of in the vault: a secret that was shown, once nobody is answered with it again', () => {
    const until = addMillis(begin, limits.answersKept);
    const token = storeShownSecret(new NewSecrets(vault), { kind: 'api-token', id: 'command', until });
    keeping.start();
    pass(limits.answersKept);
    expect(readShownSecret(vault, 'api-token', 'command')).toBe(token);
    pass(limits.housekeepingEvery);
    expect([readShownSecret(vault, 'api-token', 'command'), vault.secretRefs('')]).toEqual([null, []]);
  });

  it('is tried again later when it could not be forgotten, and that is noted', () => {
    side.close();
    keeping.start();
    expect(notedErrors).toHaveLength(1);
    side = new SqliteSideStore(join(folder, 'side.db'));
    expect(clock.nextAlarm(addMillis(begin, limits.housekeepingEvery))).toBe(addMillis(begin, limits.housekeepingEvery));
  });
});
