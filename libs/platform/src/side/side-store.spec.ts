import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSessionToken, hashSessionToken } from './session-token.js';
import { SqliteSideStore } from './sqlite-side-store.js';

const now = '2026-11-21T03:12:00.000Z';
const day = (n: number): string => `2026-12-${String(n).padStart(2, '0')}T03:12:00.000Z`;
const browser = (tokenHash: string, personId = 'ana') => ({ tokenHash, personId, userAgent: 'Firefox' });

describe('the side store', () => {
  let folder: string;
  let store: SqliteSideStore;
  const reopened = (): SqliteSideStore => {
    store.close();
    store = new SqliteSideStore(join(folder, 'side.db'));
    return store;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'side-'));
    store = new SqliteSideStore(join(folder, 'side.db'));
  });
  afterEach(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });

  describe('sessions', () => {
    it('are found by the hash of their token, after a restart too', () => {
      const token = createSessionToken();
      const session = store.sessions.create(browser(hashSessionToken(token)), now);
      expect(session).toMatchObject({ createdAt: now, lastSeenAt: now, expiresAt: '2026-12-21T03:12:00.000Z' });
      expect(reopened().sessions.find(hashSessionToken(token), now)).toEqual(session);
      expect(store.sessions.find(hashSessionToken(createSessionToken()), now)).toBeUndefined();
    });

    it('remember when their person last showed that it is they: at the beginning, and again', () => {
      const session = store.sessions.create(browser('a'), now);
      store.sessions.create(browser('b'), now);
      store.sessions.renew(session, 'a2', day(1));
      expect(['a2', 'b'].map((hash) => store.sessions.find(hash, day(1))?.provedAt)).toEqual([day(1), now]);
    });

    describe('whose token is renewed', () => {
      const first = () => store.sessions.create(browser('a'), now);
      const use = (hash: string, at: string) => store.sessions.touch(store.sessions.find(hash, at)!, at);
      const soonInstant = '2026-12-01T03:12:59.999Z';
      const laterInstant = '2026-12-01T03:13:00.000Z';

      it('go on under either until the new one is used, the former without the proof', () => {
        store.sessions.renew(first(), 'a2', day(1));
        expect(use('a', day(2))).toMatchObject({ provedAt: '', expiresAt: '2027-01-01T03:12:00.000Z' });
        expect(reopened().sessions.find('a2', day(2))).toMatchObject({ id: 'a', provedAt: day(1), createdAt: now });
        expect(store.sessions.findLive('a', day(2))?.tokenHash).toBe('a');
      });

      it('end the former a minute after the new one was used, however often that is seen', () => {
        store.sessions.renew(first(), 'a2', day(1));
        use('a2', day(1));
        use('a', soonInstant);
        expect(store.sessions.find('a', soonInstant)).toBeDefined();
        expect(store.sessions.find('a', laterInstant)).toBeUndefined();
        expect(use('a2', day(20)).expiresAt).toBe('2027-01-19T03:12:00.000Z');
        expect(store.sessions.findLive('a', day(20))?.tokenHash).toBe('a2');
      });

      it('are renewed again where the answer was lost, and the one that was used counts', () => {
        const session = first();
        store.sessions.renew(session, 'lost', day(1));
        store.sessions.renew(session, 'a2', day(1));
        use('a2', day(1));
        expect(['a', 'lost', 'a2'].map((hash) => store.sessions.find(hash, laterInstant) !== undefined)).toEqual([false, true, true]);
      });

      it('are one in the list, and end as one', () => {
        const session = first();
        store.sessions.renew(session, 'a2', day(1));
        expect(store.sessions.listOf('ana', day(1)).map(({ tokenHash }) => tokenHash)).toEqual(['a']);
        use('a2', day(1));
        expect(store.sessions.listOf('ana', day(1)).map(({ id, tokenHash }) => [id, tokenHash])).toEqual([['a', 'a2']]);
        expect(store.sessions.revokeAllOf('ana', 'a')).toEqual([]);
        expect(store.sessions.revokeAllOf('ana')).toEqual(['a']);
        expect(['a', 'a2'].map((hash) => store.sessions.find(hash, day(1)))).toEqual([undefined, undefined]);
      });

      it('are revoked under any of them', () => {
        store.sessions.renew(first(), 'a2', day(1));
        store.sessions.revoke('a');
        expect(['a', 'a2'].map((hash) => store.sessions.find(hash, day(1)))).toEqual([undefined, undefined]);
      });
    });

    it('leave no token on disk', () => {
      const token = createSessionToken();
      store.sessions.create(browser(hashSessionToken(token)), now);
      store.close();
      expect(readFileSync(join(folder, 'side.db')).includes(token)).toBe(false);
    });

    it('end 30 days after they were last seen', () => {
      const session = store.sessions.create(browser('a'), now);
      expect(store.sessions.touch(session, day(15)).expiresAt).toBe('2027-01-14T03:12:00.000Z');
      expect(store.sessions.find('a', '2027-01-14T03:11:59.999Z')).toMatchObject({ lastSeenAt: day(15) });
      expect(store.sessions.find('a', '2027-01-14T03:12:00.000Z')).toBeUndefined();
    });

    it('are written at most once a minute', () => {
      const session = store.sessions.create(browser('a'), now);
      expect(store.sessions.touch(session, '2026-11-21T03:12:59.999Z')).toBe(session);
      expect(store.sessions.touch(session, '2026-11-21T03:13:00.000Z').lastSeenAt).toBe('2026-11-21T03:13:00.000Z');
    });

    it('are gone once revoked, and do not come back by being seen', () => {
      const session = store.sessions.create(browser('a'), now);
      store.sessions.revoke('a');
      store.sessions.touch(session, day(1));
      expect(store.sessions.find('a', day(1))).toBeUndefined();
    });

    it('are revoked all at once but for one, and named', () => {
      for (const hash of ['a', 'b', 'c']) store.sessions.create(browser(hash), now);
      store.sessions.create(browser('d', 'bo'), now);
      expect(store.sessions.people().toSorted()).toEqual(['ana', 'bo']);
      expect(store.sessions.revokeAllOf('ana', 'b').toSorted()).toEqual(['a', 'c']);
      expect(store.sessions.listOf('ana', now).map((session) => session.tokenHash)).toEqual(['b']);
      expect(store.sessions.revokeAllOf('ana')).toEqual(['b']);
      expect(store.sessions.people()).toEqual(['bo']);
      expect(store.sessions.find('d', now)).toBeDefined();
    });

    it('are listed while they live, newest first', () => {
      store.sessions.create(browser('old'), now);
      store.sessions.create(browser('new'), day(2));
      expect(store.sessions.listOf('ana', day(3)).map((session) => session.tokenHash)).toEqual(['new', 'old']);
      expect(store.sessions.listOf('ana', day(25)).map((session) => session.tokenHash)).toEqual(['new']);
      expect(store.sessions.prune(day(25))).toBe(1);
    });
  });

  describe('what programs read', () => {
    const noteOn = (on: string): void => {
      store.toolUses.note({ token: 't', tool: 'who_is_on_call', day: on });
      store.toolUses.flush();
    };
    const daysKept = (): readonly string[] => store.toolUses.since('t', '').map((use) => use.day);
    const dates = Array.from({ length: 40 }, (_, n) => new Date(Date.UTC(2026, 9, 1 + n)).toISOString().slice(0, 10));

    it('is kept for the last 32 days on which they read, also by a clock that jumps ahead and back', () => {
      for (const date of dates) noteOn(date);
      expect(daysKept()).toEqual(dates.slice(-32));
      noteOn('2031-01-01');
      noteOn('2031-01-01');
      noteOn('2026-11-10');
      expect(daysKept()).toEqual([...dates.slice(-30), '2026-11-10', '2031-01-01']);
    });
  });

  describe('kept answers', () => {
    const answer = { bodyHash: 'h', status: 202, answer: { commandId: 'c', says: { name: 'Zoë' } }, at: now };

    it('hand a repeat the first answer, after a restart too', () => {
      store.answers.put('ana', 'k', answer);
      store.answers.put('ana', 'k', { ...answer, status: 409 });
      expect(reopened().answers.get('ana', 'k')).toEqual(answer);
    });

    it('belong to one actor', () => {
      store.answers.put('ana', 'k', answer);
      expect(store.answers.get('bo', 'k')).toBeUndefined();
    });

    it('are kept for 72 hours', () => {
      store.answers.put('ana', 'k', answer);
      expect(store.answers.prune('2026-11-24T03:12:00.000Z')).toBe(0);
      expect(store.answers.prune('2026-11-24T03:12:00.001Z')).toBe(1);
      expect(store.answers.get('ana', 'k')).toBeUndefined();
    });
  });

  it('keeps a checkpoint for each name', () => {
    expect(store.checkpoints.get('reactor')).toBe(0);
    store.checkpoints.save('reactor', 41);
    store.checkpoints.save('reactor', 42);
    store.checkpoints.save('auditor', 7);
    expect(reopened().checkpoints.get('reactor')).toBe(42);
    expect(store.checkpoints.get('auditor')).toBe(7);
  });

  it('notes the last use of a key at once, and writes it when it is flushed', () => {
    store.lastUses.note('key', day(2));
    store.lastUses.note('key', day(1));
    expect(store.lastUses.of('key')).toBe(day(2));
    const other = new SqliteSideStore(join(folder, 'side.db'));
    expect(other.lastUses.of('key')).toBeUndefined();
    store.lastUses.flush();
    expect(other.lastUses.of('key')).toBe(day(2));
    other.close();
    store.lastUses.note('key', day(1));
    store.lastUses.flush();
    expect(store.lastUses.of('key')).toBe(day(2));
  });

  it('writes the last uses when it is closed', () => {
    store.lastUses.note('key', now);
    expect(reopened().lastUses.of('key')).toBe(now);
  });

  it('counts what came on an ended key, and adds to what was written', () => {
    store.refusedUses.note('ended', day(1));
    store.refusedUses.note('ended', day(2));
    expect(store.refusedUses.of('ended')).toEqual({ times: 2, at: day(2) });
    store.refusedUses.flush();
    store.refusedUses.note('ended', day(3));
    expect(store.refusedUses.of('ended')).toEqual({ times: 3, at: day(3) });
    expect(store.refusedUses.of('other')).toBeUndefined();
    expect(reopened().refusedUses.of('ended')).toEqual({ times: 3, at: day(3) });
  });

  it('counts refused sign-ins by account or address, over a restart', () => {
    for (const n of [1, 2, 3]) store.refusedSignIns.note('account', day(n));
    store.refusedSignIns.note('address', day(3));
    expect(reopened().refusedSignIns.countSince('account', day(1))).toBe(2);
    store.refusedSignIns.forget('account');
    expect(store.refusedSignIns.countSince('account', now)).toBe(0);
    expect(store.refusedSignIns.countSince('address', now)).toBe(1);
    expect(store.refusedSignIns.prune(day(3))).toBe(1);
  });

  it('takes back one of several that were noted at the same time', () => {
    for (let n = 0; n < 3; n += 1) store.refusedSignIns.note('account', day(2));
    store.refusedSignIns.takeBack('account', day(2));
    expect(store.refusedSignIns.countSince('account', day(1))).toBe(2);
  });

  it('lets a one-time code be used once, and no older one after it', () => {
    expect(store.usedCodes.use('ana', 41)).toBe(true);
    expect(store.usedCodes.use('ana', 41)).toBe(false);
    expect(reopened().usedCodes.use('ana', 40)).toBe(false);
    expect(store.usedCodes.use('bo', 40)).toBe(true);
    expect(store.usedCodes.use('ana', 42)).toBe(true);
  });
});
