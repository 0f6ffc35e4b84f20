import * as accessLimits from '@tocsin/contracts/access/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { ManualClock } from '@tocsin/platform/clock/clock.js';
import { SqliteSideStore } from '@tocsin/platform/side/sqlite-side-store.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { Attempts, type SignInAttempt } from './attempts.js';

const { perAccount, perAddress, perAccountInAll, window } = accessLimits.signInAttempts;

const start = () => {
  const clock = new ManualClock('2026-11-21T03:12:00.000Z');
  const attempts = new Attempts({ side: new SqliteSideStore(':memory:'), vault: new MemoryVault(), clock });
  const tries = (times: number, attemptOf: (n: number) => Partial<SignInAttempt>): void => {
    for (let n = 0; n < times; n += 1)
      attempts.begin({ what: 'password', account: 'ana@example.org', address: '192.0.2.1', ...attemptOf(n) });
  };
  return { attempts, clock, tries };
};
const from = (address: string, more: Partial<SignInAttempt> = {}): SignInAttempt => ({
  what: 'password',
  account: 'ana@example.org',
  address,
  ...more,
});

describe('attempts', () => {
  it('are bounded for an account from one address, until the window has passed', () => {
    const { attempts, clock, tries } = start();
    tries(perAccount, () => ({}));
    expect(() => attempts.begin(from('192.0.2.1'))).toThrow('Too many');
    clock.moveTo(addMillis(clock.now(), window + 1));
    expect(() => attempts.begin(from('192.0.2.1'))).not.toThrow();
  });

  it('are those of one account, however its address is written', () => {
    const { attempts, tries } = start();
    const ways = ['ana@example.org', 'ANA@example.org', ' ana@example.org ', 'Ana@Example.Org'];
    tries(perAccount, (n) => ({ account: ways[n % ways.length]! }));
    for (const account of ways) expect(() => attempts.begin(from('192.0.2.1', { account }))).toThrow('Too many');
  });

  it('of others do not lock an account from another address', () => {
    const { attempts, tries } = start();
    tries(perAccount, () => ({}));
    expect(() => attempts.begin(from('198.51.100.1'))).not.toThrow();
  });

  it('are bounded for an address, whatever the accounts, and for an IPv6 network whole', () => {
    const { attempts, tries } = start();
    tries(perAddress, (n) => ({ account: `${n}@example.org`, address: `2001:db8::${n + 1}` }));
    expect(() => attempts.begin(from('2001:db8::ffff', { account: 'bo@example.org' }))).toThrow('Too many');
    expect(() => attempts.begin(from('2001:db8:0:1::1', { account: 'bo@example.org' }))).not.toThrow();
  });

  it('from everywhere are bounded for an account, but for a browser that has signed in to it before', () => {
    const { attempts, tries } = start();
    tries(perAccountInAll, (n) => ({ address: `198.51.${Math.floor(n / 200)}.${n % 200}` }));
    expect(() => attempts.begin(from('203.0.113.9'))).toThrow('Too many');
    expect(() => attempts.begin(from('203.0.113.9', { isKnown: true }))).not.toThrow();
  });

  it('of a browser that is known are bounded too', () => {
    const { attempts, tries } = start();
    tries(perAccount, (n) => ({ isKnown: true, address: `198.51.100.${n}` }));
    expect(() => attempts.begin(from('203.0.113.9', { isKnown: true }))).toThrow('Too many');
  });

  it('count as wrong until they were right, and what was right forgives what was wrong before it', () => {
    const { attempts, tries } = start();
    tries(perAccount - 1, () => ({}));
    attempts.begin(from('192.0.2.1')).succeed();
    tries(perAccount, () => ({}));
    expect(() => attempts.begin(from('192.0.2.1'))).toThrow('Too many');
  });
});
