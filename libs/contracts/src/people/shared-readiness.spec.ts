import type { ContactMethod } from '../contacts/rows.js';
import type { UnreadyPerson } from '../schedules/ahead.js';
import { sharedReadinessCodes, type SharedReadinessCode, type SharedReason } from './shared-readiness-reasons.js';
import { policyReadiness, serviceReadiness, teamReadiness, type ReadinessInput } from './shared-readiness.js';

const method = (kind: ContactMethod['kind']): ContactMethod => ({
  contactMethodId: kind,
  kind,
  address: 'somebody@example.org',
  verified: true,
  verification: null,
  secretRef: null,
});
/** Ana’s phone is paged after two minutes, Bo gets a mail; Cleo has at best an open tab, Dora is disabled. */
const input: ReadinessInput = {
  standing: { onCall: new Map(), teams: new Map() },
  people: new Map([
    ['ana', { state: 'active' as const }],
    ['bo', { state: 'active' as const }],
    ['cleo', { state: 'active' as const }],
    ['dora', { state: 'disabled' as const }],
  ]),
  contacts: new Map([
    [
      'ana',
      {
        id: 'ana',
        methods: [method('push')],
        rules: [{ ruleId: 'r', urgency: 'high' as const, contactMethodId: 'push', delayMinutes: 2 }],
      },
    ],
    ['bo', { id: 'bo', methods: [method('email')], rules: [] }],
    ['cleo', { id: 'cleo', methods: [method('browser')], rules: [] }],
    ['dora', { id: 'dora', methods: [method('push')], rules: [] }],
  ]),
  receipts: new Map(),
  now: Date.parse('2026-11-21T03:12:00.000Z'),
};
const step = (...personIds: string[]) => ({
  stepId: 's',
  targets: personIds.map((personId) => ({ kind: 'person' as const, personId })),
  waitMinutes: 5,
  notifyOthersStill: false,
});
const policy = (...steps: ReturnType<typeof step>[]) => ({ id: 'p', name: 'Payments', removed: false, steps });
const connections = [{ id: 'i', serviceId: 's' }];
const team = (role: 'manager' | 'responder', ...personIds: string[]) => ({
  id: 't',
  members: personIds.map((personId) => ({ personId, role })),
});
const codes = (reasons: readonly SharedReason[]) => reasons.map(({ code }) => code);

/** Ana is on call; the next person is only needed for the future. */
const onDuty: ReadinessInput = {
  ...input,
  standing: { teams: new Map(), onCall: new Map([['d', { people: [{ personId: 'ana' } as never], next: ['cleo'], removed: false }]]) },
};
const byDuty = { ...policy(), steps: [{ ...step(), targets: [{ kind: 'schedule' as const, scheduleId: 'd' }] }] };
const gap = { from: '2026-11-28T09:00:00.000Z', to: '2026-11-28T17:00:00.000Z' };
const lacking = (lacks: UnreadyPerson['lacks']) => ({
  personId: 'cleo',
  scheduleId: 'd',
  from: '2026-11-23T08:00:00.000Z',
  lacks,
});

const webhook = { kind: 'webhook' as const, subscriptionId: 'w' };
const onlyCalling = { ...policy(), steps: [{ ...step(), targets: [webhook] }] };

/** For each code a situation with exactly this reason. */
const situations: Readonly<Record<SharedReadinessCode, () => readonly SharedReason[]>> = {
  'readiness.policy_reaches_nobody': () => policyReadiness(policy(step('cleo'), step('dora')), input).reasons,
  'readiness.policy_pages_nobody': () => policyReadiness(onlyCalling, input).reasons,
  'readiness.step_pages_nobody': () =>
    policyReadiness({ ...policy(), steps: [step('ana'), step('bo'), ...onlyCalling.steps] }, input).reasons,
  'readiness.step_reaches_nobody': () => policyReadiness(policy(step('ana'), step('cleo', 'dora')), input).reasons,
  'readiness.policy_alone': () => policyReadiness(policy(step('ana'), step('ana')), input).reasons,
  'readiness.service_rehearses': () =>
    serviceReadiness(
      { id: 's', rehearsingSince: '2026-11-21T03:12:00.000Z' },
      policy(step('ana'), step('bo')),
      [{ id: 'i', serviceId: 's' }],
      input,
    ).reasons,
  'readiness.nothing_connected': () =>
    serviceReadiness({ id: 's' }, policy(step('ana'), step('bo')), [{ id: 'i', serviceId: 'another' }], input).reasons,
  'readiness.heartbeat_never_pinged': () => {
    const since = new Date(input.now - 25 * 3_600_000).toISOString();
    const waiting = { id: 'h', integrationId: 'i', state: 'inactive' as const, since };
    const others = [
      { ...waiting, state: 'healthy' as const },
      { ...waiting, since: new Date(input.now).toISOString() },
    ];
    const by = policy(step('ana'), step('bo'));
    expect(serviceReadiness({ id: 's' }, by, connections, input, others).reasons).toEqual([]);
    return serviceReadiness({ id: 's' }, by, connections, input, [...others, waiting]).reasons;
  },
  'readiness.gap_ahead': () =>
    policyReadiness(byDuty, { ...onDuty, ahead: { gaps: [{ scheduleId: 'd', count: 3, first: [gap] }], lacking: [] } }).reasons,
  'readiness.unreachable_ahead': () =>
    policyReadiness(byDuty, { ...onDuty, ahead: { gaps: [], lacking: [lacking('readiness.no_method')] } }).reasons,
  'readiness.bounces_not_seen_ahead': () =>
    policyReadiness(byDuty, { ...onDuty, ahead: { gaps: [], lacking: [lacking('readiness.bounces_not_seen')] } }).reasons,
  'readiness.no_rule_ahead': () =>
    policyReadiness(byDuty, { ...onDuty, ahead: { gaps: [], lacking: [lacking('readiness.no_rule')] } }).reasons,
  'readiness.no_manager_reached': () => teamReadiness(team('manager', 'cleo', 'dora'), [], input).reasons,
};

/** Ten thousand unreachable people, a thousand of them in one team, with a counter of look-ups of one person. */
const crowd = () => {
  const ids = Array.from({ length: 10_000 }, (_, n) => `p${n}`);
  const lookups = { people: 0, steps: 0 };
  const contacts = new Map(ids.map((id) => [id, { id, methods: [method('browser')], rules: [] }]));
  const get = contacts.get.bind(contacts);
  contacts.get = (id) => {
    lookups.people += 1;
    return get(id);
  };
  const members = ids.slice(0, 1_000).map((personId) => ({ personId, role: 'manager' as const }));
  const large: ReadinessInput = {
    ...input,
    standing: { onCall: new Map(), teams: new Map([['t', { members } as never]]) },
    people: new Map(ids.map((id) => [id, { state: 'active' as const }])),
    contacts,
  };
  const steps = Array.from({ length: 5 }, () => ({ ...step(), targets: [{ kind: 'team' as const, teamId: 't' }] }));
  const policies = Array.from({ length: 50 }, (_, n) => ({
    id: `policy-${n}`,
    name: `Policy ${n}`,
    removed: false,
    get steps() {
      lookups.steps += 1;
      return steps;
    },
  }));
  return { looked: lookups, large, policies, members };
};

describe('readiness among ten thousand people', () => {
  it('looks at each of those who would be paged once, and at each policy once', () => {
    const { looked, large, policies, members } = crowd();
    const { reasons } = teamReadiness({ id: 't', members }, policies, large);
    expect(codes(reasons)).toEqual(['readiness.no_manager_reached']);
    expect(looked).toEqual({ people: members.length, steps: policies.length });
  });

  it('looks at nobody else', () => {
    const { looked, large } = crowd();
    policyReadiness(policy(step('p5000', 'p9999')), large);
    expect(looked.people).toBe(2);
  });
});

describe('readiness of a policy, a service and a team', () => {
  it.each(sharedReadinessCodes)('%s is found in its situation, and nothing else', (code) => {
    expect(codes(situations[code]())).toEqual([code]);
  });

  it('has nothing to say where a page would reach somebody in each step', () => {
    expect(policyReadiness(policy(step('ana'), step('bo')), input).reasons).toEqual([]);
    expect(serviceReadiness({ id: 's' }, policy(step('ana'), step('bo')), connections, input).reasons).toEqual([]);
    expect(teamReadiness(team('manager', 'cleo', 'bo'), [], input).reasons).toEqual([]);
  });

  it('says who hears of it first, by what, and after how long', () => {
    const first = (...steps: ReturnType<typeof step>[]) => {
      const result = policyReadiness(policy(...steps), input).first;
      return result && [result.personId, result.method.kind, result.afterMinutes];
    };
    expect(first(step('ana', 'bo'))).toEqual(['bo', 'email', 0]);
    expect(first(step('ana'), step('bo'))).toEqual(['ana', 'push', 2]);
    expect(first(step('cleo'), step('dora'), step('ana'))).toEqual(['ana', 'push', 12]);
    expect(first(step('cleo', 'dora'))).toBeNull();
  });

  it('promises nobody whose phone is in doubt, although a mail would come', () => {
    const failureFact = { at: '2026-11-21T03:00:00.000Z', reason: 'delivery.timeout' as const, inARow: 1 };
    const doubted: ReadinessInput = {
      ...input,
      contacts: new Map([['ana', { id: 'ana', methods: [method('push'), method('email')], rules: [] }]]),
      receipts: new Map([
        [
          'ana',
          {
            id: 'ana',
            methods: [{ contactMethodId: 'push', since: failureFact.at, sentAt: null, deliveredAt: null, failed: failureFact }],
          },
        ],
      ]),
    };
    const { first, reasons } = policyReadiness(policy(step('ana'), step('bo')), { ...doubted, people: input.people });
    expect([first, codes(reasons)]).toEqual([null, ['readiness.policy_reaches_nobody']]);
  });

  it('names the step, and who is in it', () => {
    expect(policyReadiness(policy(step('ana'), step('cleo')), input).reasons).toEqual([
      { code: 'readiness.step_reaches_nobody', id: 'p', step: 2, personIds: ['cleo'] },
    ]);
  });

  it('counts a webhook as nobody: it warns where nobody is paged, and notes which step is for programs beside those for people', () => {
    expect(policyReadiness(onlyCalling, input)).toEqual({ first: null, reasons: [{ code: 'readiness.policy_pages_nobody', id: 'p' }] });
    const policyWithWebhook = { ...policy(), steps: [{ ...step(), targets: [webhook] }, step('ana'), step('bo')] };
    expect(policyReadiness(policyWithWebhook, input)).toMatchObject({
      first: { personId: 'ana', afterMinutes: 7 },
      reasons: [{ code: 'readiness.step_pages_nobody', id: 'p', step: 1 }],
    });
    const mixed = { ...policy(), steps: [step('ana'), { ...step('cleo'), targets: [...step('cleo').targets, webhook] }] };
    expect(codes(policyReadiness(mixed, input).reasons)).toEqual(['readiness.step_reaches_nobody']);
  });

  it('asks a team’s responders for nothing: managers are paged when a policy has come to its end', () => {
    expect(codes(teamReadiness(team('responder', 'ana'), [], input).reasons)).toEqual(['readiness.no_manager_reached']);
    const { policies } = teamReadiness(team('manager', 'ana'), [policy(step('cleo'))], input);
    expect(policies.map(({ policyId, readiness }) => [policyId, codes(readiness.reasons)])).toEqual([
      ['p', ['readiness.policy_reaches_nobody', 'readiness.policy_alone']],
    ]);
  });

  it('says of a schedule ahead when, and how many gaps follow; another schedule is no matter of this policy', () => {
    const gaps = [
      { scheduleId: 'd', count: 3, first: [gap] },
      { scheduleId: 'another', count: 1, first: [gap] },
    ];
    const of = (lacking: never[]) => policyReadiness(byDuty, { ...onDuty, ahead: { gaps, lacking } }).reasons;
    expect(of([])).toEqual([{ code: 'readiness.gap_ahead', id: 'd', ahead: { scheduleId: 'd', ...gap, more: 2 } }]);
  });
});
