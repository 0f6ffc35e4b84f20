import type { ListedCallRow } from '@tocsin/contracts/alert-groups/webhook-calls.js';
import { duration } from '@tocsin/contracts/duration.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { bySystem, idOf } from '../../../configuration.fixture.js';
import { domain } from '../../../registry.js';
import { alertmanager, alertOf, pagerduty } from '../../routing/signals.fixture.js';
import { Audit } from '../../../observers/auditor/audit.js';
import { throttleVerdictOf } from '../bundles/throttle-verdict.js';
import { ana, bo, Scenario, methodOf, ola, pages, contactsOfPerson, serviceOf, type Setting } from '../groups.fixture.js';
import type { AttemptOutcome } from '../paging/attempts.js';
import { groupReads } from '../shared/reads.js';
import type { WebhookCallOutcome } from '../paging/webhook-calls.js';
import { alertsOfLargeThread, firstOfStorm, opened, secondOfStorm, setStormsOfThisRun } from '@tocsin/testing/storm-size.js';

setStormsOfThisRun();

const subscriptionId = idOf('5ab');
const failedOutcome: AttemptOutcome = { ok: false, reason: 'delivery.provider_unreachable', detail: '', retry: false };
const sentOutcome: AttemptOutcome = { ok: true, state: 'sent', providerId: null };
const refusedOutcome = { ok: false, reason: 'delivery.provider_rejected', detail: 'Answered 503.', retry: true } as const;

const thread = (
  scenario: Scenario,
  key: string,
  severity: 'critical' | 'warning' = 'critical',
  start?: { readonly startsAt: string },
): void =>
  scenario.receives(
    alertmanager(
      Array.from({ length: alertsOfLargeThread }, (_, n) => alertOf(`${key}${n}`, { severity, ...start })),
      { key },
    ),
  );
interface Beginning {
  readonly severity?: 'critical' | 'warning';
  /** About a minute before it begins. */
  readonly at?: string;
}
/** A storm of two groups, #51 and #52, which begins once `before` has been done. */
const storm = (setting: Setting, before: (scenario: Scenario) => void, { severity, at }: Beginning = {}): Scenario => {
  const scenario = new Scenario(setting);
  if (at) scenario.passes((Date.parse(at) - Date.parse(scenario.world.now)) / 60_000);
  const address = { host: 'https://t.example.org', addressRef: 'a', secretRef: 's' };
  scenario.act('CreateEventSubscription', { subscriptionId, teamId: null, name: 'Restarter', kinds: [], ...address }, ola);
  for (let n = 0; n < opened; n += 1) scenario.receives(pagerduty(`k${n}`));
  for (let n = 0; n < opened; n += 1) scenario.act('ResolveAlertGroup', { groupId: scenario.rows()[n]!.id });
  scenario.passes(1.1);
  before(scenario);
  thread(scenario, 't0-', severity);
  thread(scenario, 't1-', severity);
  scenario.news();
  return scenario;
};
const rowByNumber = (scenario: Scenario, number: number) => scenario.rows().find((row) => row.number === number)!;
const endLeader = (scenario: Scenario): void => {
  scenario.receives(alertmanager([], { key: 't0-', action: 'resolve' }));
  expect(scenario.rows().slice(-2).map(({ status }) => status)).toEqual(['resolved', 'firing']); // prettier-ignore
};
/** The provider answers for the message that the ended group was sending. */
const answerCalls = (scenario: Scenario, outcome: AttemptOutcome): void => {
  const leader = scenario.rows().at(-2)!.id;
  const { groupId, attemptId } = scenario.all('AttemptStarted').find(({ data }) => data.groupId === leader)!.data;
  scenario.world.run({ type: 'RecordAttempt', data: { groupId, attemptId, outcome } }, { actor: bySystem });
  scenario.world.advance(0);
};
const messages = (scenario: Scenario): readonly string[] =>
  scenario
    .all('AttemptStarted')
    .filter(({ data: { groupId } }) => groupId === rowByNumber(scenario, secondOfStorm).id)
    .map(
      ({ data: { ring } }) =>
        `${ring!.personId === ana ? 'ana' : 'bo'} by ${ring!.contactMethodId === methodOf(ring!.personId, 0) ? 'push' : 'email'}`,
    );
const isSound = (scenario: Scenario): void => {
  expect(reenact(domain, scenario.world.events).differences.filter(({ stream }) => stream !== 'configuration')).toEqual([]);
  expect(scenario.idleTimers()).toEqual([]);
  const audit = new Audit();
  for (const event of scenario.world.events) audit.take(event);
  const { findings, overdue } = audit.report(scenario.world.now);
  expect([...findings, ...overdue]).toEqual([]);
};

const waitingSetting: Setting = { steps: [pages([ana], { waitMinutes: 30 }), pages([bo])] };
/** Ana is called only, and three messages within a quarter of an hour fill the throttle of that. */
const calledOnly: Setting = {
  ...waitingSetting,
  contacts: {
    [ana]: contactsOfPerson(ana, ['webhook']).map((fact) =>
      fact.type === 'ContactMethodAdded' ? { ...fact, data: { ...fact.data, relaysAs: 'voice' as const } } : fact,
    ),
  },
  services: 4,
};
const fillThrottle = (scenario: Scenario): void => {
  for (const n of [1, 2, 3]) {
    const signal = alertmanager([alertOf('Disk', { severity: 'warning' })], { key: `g${n}` });
    scenario.receives({ ...signal, serviceId: serviceOf(n) });
    scenario.passes(1.1);
  }
};

describe('a message that is being sent when the group that leads a storm ends', () => {
  const setting: Setting = { ...waitingSetting, contacts: { [ana]: contactsOfPerson(ana, ['push', 'email'], [['high', 0, 0]]) } };
  const sendingScenario = (): Scenario =>
    storm(setting, (scenario) => {
      scenario.provider = () => null;
    });
  const continueStorm = (scenario: Scenario): void => {
    scenario.provider = () => sentOutcome;
  };

  it('and then fails is made again by the next group, not only at its next step', () => {
    const scenario = sendingScenario();
    endLeader(scenario);
    continueStorm(scenario);
    answerCalls(scenario, failedOutcome);
    scenario.passes(0.5);
    expect(messages(scenario)).toEqual(['ana by push']);
    isSound(scenario);
  });

  it('goes on to the next method in the next group where it fails there too', () => {
    const scenario = sendingScenario();
    endLeader(scenario);
    scenario.provider = ({ kind }) => (kind === 'push' ? failedOutcome : sentOutcome);
    answerCalls(scenario, failedOutcome);
    scenario.passes(0.5);
    expect(messages(scenario)).toEqual(['ana by push', 'ana by email']);
    isSound(scenario);
  });

  it('and then arrives is not made again', () => {
    const scenario = sendingScenario();
    endLeader(scenario);
    continueStorm(scenario);
    answerCalls(scenario, sentOutcome);
    scenario.passes(5);
    expect(messages(scenario)).toEqual([]);
    expect(scenario.all('AttemptCancelled').map(({ data }) => data.reason)).toEqual(['delivery.sent_earlier']);
    isSound(scenario);
  });

  it('and of which nothing is heard is made again', () => {
    const scenario = sendingScenario();
    endLeader(scenario);
    continueStorm(scenario);
    scenario.passes(5);
    expect(messages(scenario)).toEqual(['ana by push']);
    isSound(scenario);
  });

  it('is made again after a crash', () => {
    const scenario = sendingScenario();
    endLeader(scenario);
    continueStorm(scenario);
    scenario.world.awayUntil(scenario.world.now);
    scenario.passes(0.5);
    expect(messages(scenario)).toEqual(['ana by push']);
    isSound(scenario);
  });

  describe('at the beginning of its person’s night', () => {
    /** It was sent at 21:59:46; the next group reads its outcome when Ana is in her rest, and postpones it. */
    const putOff = (): Scenario => {
      const lowSetting: Setting = { ...setting, contacts: { [ana]: contactsOfPerson(ana, ['push', 'email'], [['low', 0, 0]]) } };
      const scenario = storm(
        lowSetting,
        (one) => {
          one.provider = () => null;
          const workingHours = { from: '09:00', to: '17:00', weekdays: [1] };
          one.knows({
            type: 'LowUrgencyHoursChosen',
            data: { personId: ana, pages: 'awake', sleep: { from: '22:00', to: '06:30' }, working: workingHours },
          });
        },
        { severity: 'warning', at: '2026-11-21T21:58:40.000Z' },
      );
      endLeader(scenario);
      continueStorm(scenario);
      scenario.passes(1);
      const { pageId } = scenario.all('PageStarted').at(-1)!.data;
      expect(scenario.all('AttemptPlanned').filter(({ data }) => data.pageId === pageId)).toMatchObject([
        { data: { because: 'rule' } },
        { data: { because: 'rule', dueAt: '2026-11-22T06:30:00.000Z' } },
      ]);
      return scenario;
    };

    it('and then arrives is not made again in the morning', () => {
      const scenario = putOff();
      answerCalls(scenario, sentOutcome);
      scenario.passes(600);
      expect(messages(scenario)).toEqual([]);
      isSound(scenario);
    });

    it('and then fails is made again in the morning', () => {
      const scenario = putOff();
      answerCalls(scenario, failedOutcome);
      scenario.passes(600);
      expect(messages(scenario)).toEqual(['ana by push']);
      isSound(scenario);
    });
  });

  it('and then fails goes out over a full throttle in the next group: its person has not heard of the storm', () => {
    const scenario = storm(calledOnly, (one) => {
      fillThrottle(one);
      one.provider = () => null;
    });
    endLeader(scenario);
    continueStorm(scenario);
    answerCalls(scenario, failedOutcome);
    scenario.passes(1);
    const { id } = scenario.row();
    const rings = scenario.all('AttemptStarted').filter(({ data: { groupId } }) => groupId === id);
    expect(rings).toMatchObject([{ data: { ring: { personId: ana, overThrottle: true } } }]);
  });

  it('is not made again once somebody has the next group', () => {
    const scenario = sendingScenario();
    endLeader(scenario);
    continueStorm(scenario);
    scenario.act('AcknowledgeAlertGroup', { groupId: rowByNumber(scenario, secondOfStorm).id }, bo);
    answerCalls(scenario, failedOutcome);
    scenario.passes(5);
    expect(messages(scenario)).toEqual([]);
    isSound(scenario);
  });
});

describe('a message that waits for a throttle when the group that leads a storm ends', () => {
  it('has waited since it was due in that group: its longest wait does not begin again', () => {
    const scenario = storm(calledOnly, fillThrottle, { severity: 'warning' });
    expect(scenario.all('AttemptWaits').at(-1)!.data).toMatchObject({ throttled: true });
    const { dueAt } = scenario.all('AttemptPlanned').at(-1)!.data;
    scenario.passes(2);
    endLeader(scenario);
    expect(scenario.all('AttemptPlanned').at(-1)!.data).toMatchObject({ dueAt: scenario.world.now, waitsSince: dueAt });
    const { now, memory } = scenario.world;
    const group = scenario.group();
    const page = group.pages.at(-1)!;
    const [attempt] = Object.values(page.attempts);
    const runHours = (hours: number) => {
      const waitsSince = addMillis(now, -hours * duration.hour);
      return throttleVerdictOf({ reads: groupReads(memory), now }, { group, page, attempt: { ...attempt!, waitsSince } });
    };
    expect(runHours(2.9)).toHaveProperty('until');
    expect(runHours(3)).toBe('over');
    isSound(scenario);
  });
});

describe('a webhook that is to be called when the group that leads a storm ends', () => {
  const setting: Setting = {
    steps: [
      {
        ...pages([ana], { waitMinutes: 30 }),
        targets: [
          { kind: 'person', personId: ana },
          { kind: 'webhook', subscriptionId },
        ],
      },
    ],
  };
  const calls = (scenario: Scenario): readonly string[] =>
    [...scenario.world.rows<ListedCallRow>('webhookCalls').all()]
      .filter(({ number }) => number > opened)
      .map(({ number, state, reason, attempts }) => `#${number} ${state} ${attempts}${reason ? ` ${reason}` : ''}`);
  const acceptCalls = (scenario: Scenario): void => {
    scenario.webhook = () => ({ ok: true });
  };

  it('again is called by the next group, as the same call, and the ended one says so', () => {
    const scenario = storm(setting, (one) => {
      one.webhook = () => refusedOutcome;
    });
    expect(calls(scenario)).toEqual([`#${firstOfStorm} waiting 1 delivery.provider_rejected`]);
    endLeader(scenario);
    acceptCalls(scenario);
    scenario.passes(1);
    expect(calls(scenario)).toEqual([`#${firstOfStorm} cancelled 1 delivery.handed_on`, `#${secondOfStorm} succeeded 1`]);
    const [first, second] = scenario.all('WebhookCallPlanned').slice(-2);
    expect(second!.data.knownAs).toBe(first!.data.callId);
    isSound(scenario);
  });

  it('and is being called is called by the next group where that fails, and not where it succeeds', () => {
    for (const [outcome, expected] of [
      [refusedOutcome, [`#${firstOfStorm} failed 1 delivery.provider_rejected`, `#${secondOfStorm} succeeded 1`]],
      [{ ok: true }, [`#${firstOfStorm} succeeded 1`, `#${secondOfStorm} cancelled 0 delivery.sent_earlier`]],
    ] as const) {
      const scenario = storm(setting, (one) => {
        one.webhook = () => null;
      });
      expect(calls(scenario)).toEqual([`#${firstOfStorm} calling 1`]);
      endLeader(scenario);
      acceptCalls(scenario);
      const { groupId, callId, attempt } = scenario.all('WebhookCallStarted').at(-1)!.data;
      scenario.world.run({ type: 'RecordWebhookCall', data: { groupId, callId, attempt, outcome } }, { actor: bySystem });
      scenario.passes(1);
      expect(calls(scenario)).toEqual(expected);
      isSound(scenario);
    }
  });

  it('and fails after its group fired anew is called by the next group', () => {
    const scenario = storm(setting, (one) => {
      one.webhook = () => null;
    });
    endLeader(scenario);
    acceptCalls(scenario);
    const { groupId, callId, attempt } = scenario.all('WebhookCallStarted').at(-1)!.data;
    thread(scenario, 't0-', 'critical', { startsAt: scenario.world.now });
    expect(rowByNumber(scenario, firstOfStorm)).toMatchObject({ status: 'firing', follows: { number: secondOfStorm } });
    const outcome: WebhookCallOutcome = { ...refusedOutcome, retry: false };
    scenario.world.run({ type: 'RecordWebhookCall', data: { groupId, callId, attempt, outcome } }, { actor: bySystem });
    scenario.passes(1);
    expect(calls(scenario)).toEqual([`#${firstOfStorm} failed 1 delivery.provider_rejected`, `#${secondOfStorm} succeeded 1`]);
    isSound(scenario);
  });

  it('and was being called when the server stopped is called by the next group', () => {
    const scenario = storm(setting, (one) => {
      one.webhook = () => null;
    });
    endLeader(scenario);
    acceptCalls(scenario);
    scenario.world.awayUntil(scenario.world.now);
    scenario.passes(1);
    expect(calls(scenario)).toEqual([`#${firstOfStorm} failed 1 delivery.outcome_unknown`, `#${secondOfStorm} succeeded 1`]);
    isSound(scenario);
  });

  it('is called by nobody once somebody has the next group', () => {
    const scenario = storm(setting, (one) => {
      one.webhook = () => refusedOutcome;
    });
    endLeader(scenario);
    acceptCalls(scenario);
    scenario.act('AcknowledgeAlertGroup', { groupId: rowByNumber(scenario, secondOfStorm).id }, bo);
    scenario.passes(1);
    expect(calls(scenario)).toEqual([
      `#${firstOfStorm} cancelled 1 delivery.handed_on`,
      `#${secondOfStorm} cancelled 0 delivery.cancelled_by_acknowledge`,
    ]);
    isSound(scenario);
  });
});
