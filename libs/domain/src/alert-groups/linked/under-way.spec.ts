import type { ListedCallRow } from '@tocsin/contracts/webhook-calls.js';
import { duration } from '@tocsin/contracts/duration.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { plus } from '@tocsin/kernel/time.js';
import { bySystem, idOf } from '../../configuration.fixture.js';
import { domain } from '../../registry.js';
import { alertmanager, alertOf, pagerduty } from '../../routing/signals.fixture.js';
import { Audit } from '../../auditor/audit.js';
import { throttledBy } from '../bundles/throttled.js';
import { ana, bo, Harbour, methodOf, ola, pages, reachedBy, serviceOf, type Setting } from '../groups.fixture.js';
import type { AttemptOutcome } from '../paging/attempts.js';
import { groupReads } from '../shared/reads.js';
import type { WebhookCallOutcome } from '../paging/webhook-calls.js';

const subscriptionId = idOf('5ab');
const failed: AttemptOutcome = { ok: false, reason: 'delivery.provider_unreachable', detail: '', retry: false };
const sent: AttemptOutcome = { ok: true, state: 'sent', providerId: null };
const refused = { ok: false, reason: 'delivery.provider_rejected', detail: 'Answered 503.', retry: true } as const;

const thread = (harbour: Harbour, key: string, severity: 'critical' | 'warning' = 'critical'): void =>
  harbour.receives(
    alertmanager(
      Array.from({ length: 1_001 }, (_, n) => alertOf(`${key}${n}`, { severity })),
      { key },
    ),
  );
interface Beginning {
  readonly severity?: 'critical' | 'warning';
  /** About a minute before it begins. */
  readonly at?: string;
}
/** A storm of two groups, #51 and #52, which begins once `before` has been done. */
const storm = (setting: Setting, before: (harbour: Harbour) => void, { severity, at }: Beginning = {}): Harbour => {
  const harbour = new Harbour(setting);
  if (at) harbour.passes((Date.parse(at) - Date.parse(harbour.world.now)) / 60_000);
  const address = { host: 'https://t.example.org', addressRef: 'a', secretRef: 's' };
  harbour.act('CreateEventSubscription', { subscriptionId, teamId: null, name: 'Restarter', kinds: [], ...address }, ola);
  for (let n = 0; n < 50; n += 1) harbour.receives(pagerduty(`k${n}`));
  for (let n = 0; n < 50; n += 1) harbour.act('ResolveAlertGroup', { groupId: harbour.rows()[n]!.id });
  harbour.passes(1.1);
  before(harbour);
  thread(harbour, 't0-', severity);
  thread(harbour, 't1-', severity);
  harbour.news();
  return harbour;
};
const of = (harbour: Harbour, number: number) => harbour.rows().find((row) => row.number === number)!;
const leaderEnds = (harbour: Harbour): void => {
  harbour.receives(alertmanager([], { key: 't0-', action: 'resolve' }));
  expect(harbour.rows().slice(-2).map(({ status }) => status)).toEqual(['resolved', 'firing']); // prettier-ignore
};
/** The provider answers for the message that the ended group was sending. */
const answers = (harbour: Harbour, outcome: AttemptOutcome): void => {
  const leader = harbour.rows().at(-2)!.id;
  const { groupId, attemptId } = harbour.all('AttemptStarted').find(({ data }) => data.groupId === leader)!.data;
  harbour.world.run({ type: 'RecordAttempt', data: { groupId, attemptId, outcome } }, { actor: bySystem });
  harbour.world.advance(0);
};
const messages = (harbour: Harbour): readonly string[] =>
  harbour
    .all('AttemptStarted')
    .filter(({ data: { groupId } }) => groupId === of(harbour, 52).id)
    .map(
      ({ data: { ring } }) =>
        `${ring!.personId === ana ? 'ana' : 'bo'} by ${ring!.contactMethodId === methodOf(ring!.personId, 0) ? 'push' : 'email'}`,
    );
const isSound = (harbour: Harbour): void => {
  expect(reenact(domain, harbour.world.events).differences.filter(({ stream }) => stream !== 'configuration')).toEqual([]);
  expect(harbour.idleTimers()).toEqual([]);
  const audit = new Audit();
  for (const event of harbour.world.events) audit.take(event);
  const { findings, overdue } = audit.report(harbour.world.now);
  expect([...findings, ...overdue]).toEqual([]);
};

const waits: Setting = { steps: [pages([ana], { waitMinutes: 30 }), pages([bo])] };
/** Ana is called only, and three messages within a quarter of an hour fill the throttle of that. */
const calledOnly: Setting = {
  ...waits,
  contacts: {
    [ana]: reachedBy(ana, ['webhook']).map((fact) =>
      fact.type === 'ContactMethodAdded' ? { ...fact, data: { ...fact.data, relaysAs: 'voice' as const } } : fact,
    ),
  },
  services: 4,
};
const fillsThrottle = (harbour: Harbour): void => {
  for (const n of [1, 2, 3]) {
    const signal = alertmanager([alertOf('Disk', { severity: 'warning' })], { key: `g${n}` });
    harbour.receives({ ...signal, serviceId: serviceOf(n) });
    harbour.passes(1.1);
  }
};

describe('a message that is being sent when the group that leads a storm ends', () => {
  const setting: Setting = { ...waits, contacts: { [ana]: reachedBy(ana, ['push', 'email'], [['high', 0, 0]]) } };
  const sending = (): Harbour =>
    storm(setting, (harbour) => {
      harbour.provider = () => null;
    });
  const goesOn = (harbour: Harbour): void => {
    harbour.provider = () => sent;
  };

  it('and then fails is made again by the next group, not only at its next step', () => {
    const harbour = sending();
    leaderEnds(harbour);
    goesOn(harbour);
    answers(harbour, failed);
    harbour.passes(0.5);
    expect(messages(harbour)).toEqual(['ana by push']);
    isSound(harbour);
  });

  it('goes on to the next method in the next group where it fails there too', () => {
    const harbour = sending();
    leaderEnds(harbour);
    harbour.provider = ({ kind }) => (kind === 'push' ? failed : sent);
    answers(harbour, failed);
    harbour.passes(0.5);
    expect(messages(harbour)).toEqual(['ana by push', 'ana by email']);
    isSound(harbour);
  });

  it('and then arrives is not made again', () => {
    const harbour = sending();
    leaderEnds(harbour);
    goesOn(harbour);
    answers(harbour, sent);
    harbour.passes(5);
    expect(messages(harbour)).toEqual([]);
    expect(harbour.all('AttemptCancelled').map(({ data }) => data.reason)).toEqual(['delivery.sent_earlier']);
    isSound(harbour);
  });

  it('and of which nothing is heard is made again', () => {
    const harbour = sending();
    leaderEnds(harbour);
    goesOn(harbour);
    harbour.passes(5);
    expect(messages(harbour)).toEqual(['ana by push']);
    isSound(harbour);
  });

  it('is made again after a crash', () => {
    const harbour = sending();
    leaderEnds(harbour);
    goesOn(harbour);
    harbour.world.awayUntil(harbour.world.now);
    harbour.passes(0.5);
    expect(messages(harbour)).toEqual(['ana by push']);
    isSound(harbour);
  });

  describe('at the beginning of its person’s night', () => {
    /** It went out at 21:59:46; the next group asks for its outcome when Ana sleeps, and puts it off. */
    const putOff = (): Harbour => {
      const low: Setting = { ...setting, contacts: { [ana]: reachedBy(ana, ['push', 'email'], [['low', 0, 0]]) } };
      const harbour = storm(
        low,
        (one) => {
          one.provider = () => null;
          const working = { from: '09:00', to: '17:00', weekdays: [1] };
          one.knows({
            type: 'LowUrgencyHoursChosen',
            data: { personId: ana, pages: 'awake', sleep: { from: '22:00', to: '06:30' }, working },
          });
        },
        { severity: 'warning', at: '2026-11-21T21:58:40.000Z' },
      );
      leaderEnds(harbour);
      goesOn(harbour);
      harbour.passes(1);
      const { pageId } = harbour.all('PageStarted').at(-1)!.data;
      expect(harbour.all('AttemptPlanned').filter(({ data }) => data.pageId === pageId)).toMatchObject([
        { data: { because: 'rule' } },
        { data: { because: 'rule', dueAt: '2026-11-22T06:30:00.000Z' } },
      ]);
      return harbour;
    };

    it('and then arrives is not made again in the morning', () => {
      const harbour = putOff();
      answers(harbour, sent);
      harbour.passes(600);
      expect(messages(harbour)).toEqual([]);
      isSound(harbour);
    });

    it('and then fails is made again in the morning', () => {
      const harbour = putOff();
      answers(harbour, failed);
      harbour.passes(600);
      expect(messages(harbour)).toEqual(['ana by push']);
      isSound(harbour);
    });
  });

  it('and then fails goes out over a full throttle in the next group: its person has not heard of the storm', () => {
    const harbour = storm(calledOnly, (one) => {
      fillsThrottle(one);
      one.provider = () => null;
    });
    leaderEnds(harbour);
    goesOn(harbour);
    answers(harbour, failed);
    harbour.passes(1);
    const { id } = harbour.row();
    const rings = harbour.all('AttemptStarted').filter(({ data: { groupId } }) => groupId === id);
    expect(rings).toMatchObject([{ data: { ring: { personId: ana, overThrottle: true } } }]);
  });

  it('is not made again once somebody has the next group', () => {
    const harbour = sending();
    leaderEnds(harbour);
    goesOn(harbour);
    harbour.act('AcknowledgeAlertGroup', { groupId: of(harbour, 52).id }, bo);
    answers(harbour, failed);
    harbour.passes(5);
    expect(messages(harbour)).toEqual([]);
    isSound(harbour);
  });
});

describe('a message that waits for a throttle when the group that leads a storm ends', () => {
  it('has waited since it was due in that group: its longest wait does not begin again', () => {
    const harbour = storm(calledOnly, fillsThrottle, { severity: 'warning' });
    expect(harbour.all('AttemptWaits').at(-1)!.data).toMatchObject({ throttled: true });
    const { dueAt } = harbour.all('AttemptPlanned').at(-1)!.data;
    harbour.passes(2);
    leaderEnds(harbour);
    expect(harbour.all('AttemptPlanned').at(-1)!.data).toMatchObject({ dueAt: harbour.world.now, waitsSince: dueAt });
    const { now, memory } = harbour.world;
    const group = harbour.group();
    const page = group.pages.at(-1)!;
    const [attempt] = Object.values(page.attempts);
    const after = (hours: number) => {
      const waitsSince = plus(now, -hours * duration.hour);
      return throttledBy({ reads: groupReads(memory), now }, { group, page, attempt: { ...attempt!, waitsSince } });
    };
    expect(after(2.9)).toHaveProperty('until');
    expect(after(3)).toBe('over');
    isSound(harbour);
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
  const calls = (harbour: Harbour): readonly string[] =>
    [...harbour.world.rows<ListedCallRow>('webhookCalls').all()]
      .filter(({ number }) => number > 50)
      .map(({ number, state, reason, attempts }) => `#${number} ${state} ${attempts}${reason ? ` ${reason}` : ''}`);
  const accepts = (harbour: Harbour): void => {
    harbour.webhook = () => ({ ok: true });
  };

  it('again is called by the next group, as the same call, and the ended one says so', () => {
    const harbour = storm(setting, (one) => {
      one.webhook = () => refused;
    });
    expect(calls(harbour)).toEqual(['#51 waiting 1 delivery.provider_rejected']);
    leaderEnds(harbour);
    accepts(harbour);
    harbour.passes(1);
    expect(calls(harbour)).toEqual(['#51 cancelled 1 delivery.handed_on', '#52 succeeded 1']);
    const [first, second] = harbour.all('WebhookCallPlanned').slice(-2);
    expect(second!.data.knownAs).toBe(first!.data.callId);
    isSound(harbour);
  });

  it('and is being called is called by the next group where that fails, and not where it succeeds', () => {
    for (const [outcome, expected] of [
      [refused, ['#51 failed 1 delivery.provider_rejected', '#52 succeeded 1']],
      [{ ok: true }, ['#51 succeeded 1', '#52 cancelled 0 delivery.sent_earlier']],
    ] as const) {
      const harbour = storm(setting, (one) => {
        one.webhook = () => null;
      });
      expect(calls(harbour)).toEqual(['#51 calling 1']);
      leaderEnds(harbour);
      accepts(harbour);
      const { groupId, callId, attempt } = harbour.all('WebhookCallStarted').at(-1)!.data;
      harbour.world.run({ type: 'RecordWebhookCall', data: { groupId, callId, attempt, outcome } }, { actor: bySystem });
      harbour.passes(1);
      expect(calls(harbour)).toEqual(expected);
      isSound(harbour);
    }
  });

  it('and fails after its group fired anew is called by the next group', () => {
    const harbour = storm(setting, (one) => {
      one.webhook = () => null;
    });
    leaderEnds(harbour);
    accepts(harbour);
    const { groupId, callId, attempt } = harbour.all('WebhookCallStarted').at(-1)!.data;
    thread(harbour, 't0-');
    expect(of(harbour, 51)).toMatchObject({ status: 'firing', follows: { number: 52 } });
    const outcome: WebhookCallOutcome = { ...refused, retry: false };
    harbour.world.run({ type: 'RecordWebhookCall', data: { groupId, callId, attempt, outcome } }, { actor: bySystem });
    harbour.passes(1);
    expect(calls(harbour)).toEqual(['#51 failed 1 delivery.provider_rejected', '#52 succeeded 1']);
    isSound(harbour);
  });

  it('and was being called when the server stopped is called by the next group', () => {
    const harbour = storm(setting, (one) => {
      one.webhook = () => null;
    });
    leaderEnds(harbour);
    accepts(harbour);
    harbour.world.awayUntil(harbour.world.now);
    harbour.passes(1);
    expect(calls(harbour)).toEqual(['#51 failed 1 delivery.outcome_unknown', '#52 succeeded 1']);
    isSound(harbour);
  });

  it('is called by nobody once somebody has the next group', () => {
    const harbour = storm(setting, (one) => {
      one.webhook = () => refused;
    });
    leaderEnds(harbour);
    accepts(harbour);
    harbour.act('AcknowledgeAlertGroup', { groupId: of(harbour, 52).id }, bo);
    harbour.passes(1);
    expect(calls(harbour)).toEqual(['#51 cancelled 1 delivery.handed_on', '#52 cancelled 0 delivery.cancelled_by_acknowledge']);
    isSound(harbour);
  });
});
