import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import type { AttemptOutcome } from './attempts.js';
import { ana, bo, Scenario, contactsOfPerson, pages } from '../groups.fixture.js';

const putOff: AttemptOutcome = { ok: false, reason: 'delivery.provider_rejected', detail: '450 4.2.0 Greylisted', retry: true };
const sent: AttemptOutcome = { ok: true, state: 'sent', providerId: null };

/** Ana’s mail server puts everything off for these minutes. */
const greylisting = (minutes: number, methods: readonly ('email' | 'webhook')[] = ['email']): Scenario => {
  const contacts = { [ana]: contactsOfPerson(ana, methods, [['high', 0, 0]]), [bo]: contactsOfPerson(bo, ['webhook'], [['high', 0, 0]]) };
  const scenario = new Scenario({ steps: [pages([ana], { waitMinutes: 30 }), pages([bo], { waitMinutes: 600 })], contacts });
  const start = Date.parse(scenario.world.now);
  scenario.provider = ({ kind }) => (kind === 'email' && Date.parse(scenario.world.now) < start + minutes * 60_000 ? putOff : sent);
  scenario.receives(alertmanager([alertOf('Disk', { severity: 'critical' })]));
  return scenario;
};
const mails = (scenario: Scenario) =>
  scenario
    .ladder()
    .pages.filter(({ personId }) => personId === ana)
    .flatMap(({ attempts }) => attempts.filter(({ kind, state }) => kind === 'email' && state !== 'queued'));
const secondsOf = (scenario: Scenario, instant: string): number => (Date.parse(instant) - Date.parse(scenario.row().openedAt)) / 1_000;

describe('a mail that its server puts off', () => {
  it('is tried until the server takes it, first quickly, then once a minute', () => {
    const scenario = greylisting(5);
    scenario.passes(10);
    expect(mails(scenario).map(({ dueAt, state }) => `${secondsOf(scenario, dueAt)} ${state}`)).toEqual([
      '0 failed',
      '15 failed',
      '30 failed',
      '45 failed',
      ...[105, 165, 225, 285].map((seconds) => `${seconds} failed`),
      '345 sent',
    ]);
  });

  it('holds up neither the next method, nor the next person', () => {
    const withNext = greylisting(5, ['email', 'webhook']);
    expect(withNext.ladder().pages[0]!.attempts.find(({ kind }) => kind === 'webhook')).toMatchObject({
      state: 'sent',
      because: 'next_method',
    });
    const alone = greylisting(60);
    alone.passes(2);
    const boPaged = alone.ladder().pages.find(({ personId }) => personId === bo);
    expect(secondsOf(alone, boPaged!.startedAt)).toBe(45);
  });

  it('is tried no more once the page is over', () => {
    const scenario = greylisting(600);
    scenario.passes(3);
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    const before = mails(scenario).length;
    scenario.passes(15);
    expect(mails(scenario)).toHaveLength(before);
  });

  it('is given up in the end', () => {
    const scenario = greylisting(100_000);
    scenario.passes(8 * 60);
    const failures = new Map<string, number>();
    for (const { data } of scenario.all('AttemptFailed')) failures.set(data.pageId, (failures.get(data.pageId) ?? 0) + 1);
    expect(Math.max(...failures.values())).toBe(alertGroupLimits.putOff.most + 1);
  });

  it('is not tried for longer when it is refused for good, or quiet', () => {
    const scenario = greylisting(0);
    scenario.provider = ({ quiet }) => (quiet ? putOff : sent);
    scenario.act('ResolveAlertGroup', {}, bo);
    scenario.passes(30);
    expect(scenario.all('AttemptFailed').filter(({ data }) => data.reason === 'delivery.provider_rejected')).toHaveLength(
      alertGroupLimits.retries + 1,
    );
  });
});

describe('a quiet message', () => {
  it('waits while its provider asks for patience, although a page does not', () => {
    const contacts = { [ana]: contactsOfPerson(ana, ['push'], [['high', 0, 0]]) };
    const scenario = new Scenario({ steps: [pages([ana], { waitMinutes: 60 })], contacts });
    const calls: string[] = [];
    let isThrottled = false;
    scenario.provider = ({ quiet }) => {
      calls.push(`${quiet ? 'quiet' : 'page'} ${(Date.parse(scenario.world.now) - start) / 1_000}`);
      return isThrottled ? { ok: false, reason: 'delivery.throttled', detail: 'Answered 429.', retry: true, retryAfter: 120_000 } : sent;
    };
    const start = Date.parse(scenario.world.now);
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'critical' })], { key: 'a' }));
    scenario.passes(2);
    isThrottled = true;
    scenario.receives(alertmanager([alertOf('Queue', { severity: 'critical' })], { key: 'b' }));
    isThrottled = false;
    scenario.act('ResolveAlertGroup', { groupId: scenario.rows()[0]!.id }, bo);
    scenario.passes(10);
    expect(calls).toEqual(['page 0', 'page 120', 'page 240', 'quiet 240']);
  });
});
