import type { Fact } from '@tocsin/contracts/catalogue.js';
import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import type { AttemptOutcome } from './attempts.js';
import { ana, bo, Scenario, methodOf, pages, contactsOfPerson, type Method } from '../groups.fixture.js';

const goneOutcome: AttemptOutcome = { ok: false, reason: 'delivery.subscription_gone', detail: 'Answered 410.', retry: false };
const sentOutcome: AttemptOutcome = { ok: true, state: 'sent', providerId: null };

const ringingScenario = (methods: readonly Method[], provider: Scenario['provider']): Scenario => {
  const contacts: Record<string, readonly Fact[]> = { [ana]: contactsOfPerson(ana, methods, [['high', 0, 0]]) };
  const scenario = new Scenario({ steps: [pages([ana]), pages([bo])], contacts });
  scenario.provider = provider;
  scenario.receives(alertmanager([alertOf('Disk')]));
  return scenario;
};
const receipt = (scenario: Scenario, of: 'delivered' | 'read', attemptId = attempt(scenario).attemptId) =>
  scenario.act('RecordReceipt', { pageId: scenario.ladder().pages[0]!.pageId, attemptId, receipt: of });
const attempt = (scenario: Scenario) => scenario.ladder().pages[0]!.attempts[0]!;

describe('a device that is gone', () => {
  it('gives way to the next method at once, is named, and its person is told by that one, quietly', () => {
    const scenario = ringingScenario(['push', 'email'], ({ kind }) => (kind === 'push' ? goneOutcome : sentOutcome));
    expect(scenario.all('AttemptFailed')).toMatchObject([
      { data: { reason: 'delivery.subscription_gone', gone: { personId: ana, contactMethodId: methodOf(ana, 0) } } },
    ]);
    const anasPages = scenario.ladder().pages.filter(({ personId }) => personId === ana);
    expect(
      anasPages.map(({ cause, quiet, attempts }) => [cause.kind, quiet, attempts.map(({ kind, state }) => `${kind} ${state}`)]),
    ).toEqual([
      ['escalation', false, ['push failed', 'email sent']],
      ['method_gone', true, ['email sent']],
    ]);
  });

  it('is told of once a group, and not by the device itself', () => {
    const scenario = ringingScenario(['push', 'push', 'email'], ({ kind }) => (kind === 'push' ? goneOutcome : sentOutcome));
    scenario.passes(40);
    const goneNotices = scenario.ladder().pages.filter(({ cause }) => cause.kind === 'method_gone');
    expect(goneNotices.map(({ cause }) => cause)).toEqual([0, 1].map((n) => ({ kind: 'method_gone', contactMethodId: methodOf(ana, n) })));
    expect(goneNotices.flatMap(({ attempts }) => attempts).filter(({ kind, state }) => kind === 'push' && state === 'sent')).toEqual([]);
  });

  it('leaves nobody to tell when it was the only method: the next person is called at once', () => {
    const scenario = ringingScenario(['push'], ({ kind }) => (kind === 'push' ? goneOutcome : sentOutcome));
    expect(scenario.ladder().pages.map(({ personId, state }) => [personId, state])).toEqual([
      [ana, 'failed'],
      [bo, 'sent'],
    ]);
  });
});

describe('what a device says itself', () => {
  it('counts once, and reading is further than arriving', () => {
    const scenario = ringingScenario(['push'], () => sentOutcome);
    receipt(scenario, 'delivered');
    receipt(scenario, 'delivered');
    receipt(scenario, 'read');
    receipt(scenario, 'delivered');
    expect([scenario.all('AttemptDelivered').length, scenario.all('AttemptRead').length, attempt(scenario).state]).toEqual([1, 1, 'read']);
  });

  it('may come before the provider’s answer, which then changes nothing', () => {
    const scenario = ringingScenario(['push'], () => null);
    const attemptId = attempt(scenario).attemptId!;
    receipt(scenario, 'delivered');
    scenario.act('RecordAttempt', { attemptId, outcome: goneOutcome });
    expect([attempt(scenario).state, scenario.all('AttemptFailed')]).toEqual(['delivered', []]);
  });

  it('is not believed about an attempt that failed, or is another page’s', () => {
    const scenario = ringingScenario(['push', 'email'], ({ kind }) => (kind === 'push' ? goneOutcome : sentOutcome));
    receipt(scenario, 'read');
    receipt(scenario, 'read', methodOf(ana, 1));
    expect(scenario.all('AttemptRead')).toEqual([]);
  });
});

describe('a provider that asks for patience', () => {
  it('is asked again when it said, though not later than a page is worth it', () => {
    const askedMethods: string[] = [];
    const scenario = ringingScenario(['push'], ({ kind }) => {
      if (kind === 'push') askedMethods.push(kind);
      return { ok: false, reason: 'delivery.throttled', detail: 'Answered 429.', retry: true, retryAfter: 60_000 };
    });
    const claimDue = (n: number) =>
      Date.parse(scenario.ladder().pages[0]!.attempts.find((one) => one.n === n)!.dueAt) - Date.parse(scenario.row().openedAt);
    expect(claimDue(2)).toBe(60_000);
    scenario.passes(1);
    expect(claimDue(3)).toBe(120_000);
    expect(askedMethods.length).toBeGreaterThan(1);
  });
});
