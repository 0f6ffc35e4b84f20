import type { Fact } from '@tocsin/contracts/catalogue.js';
import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import type { AttemptOutcome } from './attempts.js';
import { ana, bo, Harbour, methodOf, pages, reachedBy, type Method } from '../groups.fixture.js';

const gone: AttemptOutcome = { ok: false, reason: 'delivery.subscription_gone', detail: 'Answered 410.', retry: false };
const sent: AttemptOutcome = { ok: true, state: 'sent', providerId: null };

const ringing = (methods: readonly Method[], provider: Harbour['provider']): Harbour => {
  const contacts: Record<string, readonly Fact[]> = { [ana]: reachedBy(ana, methods, [['high', 0, 0]]) };
  const harbour = new Harbour({ steps: [pages([ana]), pages([bo])], contacts });
  harbour.provider = provider;
  harbour.receives(alertmanager([alertOf('Disk')]));
  return harbour;
};
const receipt = (harbour: Harbour, of: 'delivered' | 'read', attemptId = attempt(harbour).attemptId) =>
  harbour.act('RecordReceipt', { pageId: harbour.ladder().pages[0]!.pageId, attemptId, receipt: of });
const attempt = (harbour: Harbour) => harbour.ladder().pages[0]!.attempts[0]!;

describe('a device that is gone', () => {
  it('gives way to the next method at once, is named, and its person is told by that one, quietly', () => {
    const harbour = ringing(['push', 'email'], ({ kind }) => (kind === 'push' ? gone : sent));
    expect(harbour.all('AttemptFailed')).toMatchObject([
      { data: { reason: 'delivery.subscription_gone', gone: { personId: ana, contactMethodId: methodOf(ana, 0) } } },
    ]);
    const theirs = harbour.ladder().pages.filter(({ personId }) => personId === ana);
    expect(theirs.map(({ cause, quiet, attempts }) => [cause.kind, quiet, attempts.map(({ kind, state }) => `${kind} ${state}`)])).toEqual([
      ['escalation', false, ['push failed', 'email sent']],
      ['method_gone', true, ['email sent']],
    ]);
  });

  it('is told of once a group, and not by the device itself', () => {
    const harbour = ringing(['push', 'push', 'email'], ({ kind }) => (kind === 'push' ? gone : sent));
    harbour.passes(40);
    const told = harbour.ladder().pages.filter(({ cause }) => cause.kind === 'method_gone');
    expect(told.map(({ cause }) => cause)).toEqual([0, 1].map((n) => ({ kind: 'method_gone', contactMethodId: methodOf(ana, n) })));
    expect(told.flatMap(({ attempts }) => attempts).filter(({ kind, state }) => kind === 'push' && state === 'sent')).toEqual([]);
  });

  it('leaves nobody to tell when it was the only method: the next person is called at once', () => {
    const harbour = ringing(['push'], ({ kind }) => (kind === 'push' ? gone : sent));
    expect(harbour.ladder().pages.map(({ personId, state }) => [personId, state])).toEqual([
      [ana, 'failed'],
      [bo, 'sent'],
    ]);
  });
});

describe('what a device says itself', () => {
  it('counts once, and reading is further than arriving', () => {
    const harbour = ringing(['push'], () => sent);
    receipt(harbour, 'delivered');
    receipt(harbour, 'delivered');
    receipt(harbour, 'read');
    receipt(harbour, 'delivered');
    expect([harbour.all('AttemptDelivered').length, harbour.all('AttemptRead').length, attempt(harbour).state]).toEqual([1, 1, 'read']);
  });

  it('may come before the provider’s answer, which then changes nothing', () => {
    const harbour = ringing(['push'], () => null);
    const attemptId = attempt(harbour).attemptId!;
    receipt(harbour, 'delivered');
    harbour.act('RecordAttempt', { attemptId, outcome: gone });
    expect([attempt(harbour).state, harbour.all('AttemptFailed')]).toEqual(['delivered', []]);
  });

  it('is not believed about an attempt that failed, or is another page’s', () => {
    const harbour = ringing(['push', 'email'], ({ kind }) => (kind === 'push' ? gone : sent));
    receipt(harbour, 'read');
    receipt(harbour, 'read', methodOf(ana, 1));
    expect(harbour.all('AttemptRead')).toEqual([]);
  });
});

describe('a provider that asks for patience', () => {
  it('is asked again when it said, though not later than a page is worth it', () => {
    const asked: string[] = [];
    const harbour = ringing(['push'], ({ kind }) => {
      if (kind === 'push') asked.push(kind);
      return { ok: false, reason: 'delivery.throttled', detail: 'Answered 429.', retry: true, retryAfter: 60_000 };
    });
    const due = (n: number) =>
      Date.parse(harbour.ladder().pages[0]!.attempts.find((one) => one.n === n)!.dueAt) - Date.parse(harbour.row().openedAt);
    expect(due(2)).toBe(60_000);
    harbour.passes(1);
    expect(due(3)).toBe(120_000);
    expect(asked.length).toBeGreaterThan(1);
  });
});
