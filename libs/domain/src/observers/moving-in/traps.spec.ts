import { recordedAnswers, recordedAt, type RecordedSystem } from '@tocsin/testing/foreign/recorded.js';
import { readsAfter } from '../../configuration.fixture.js';
import { afterPlan, planOf } from '../config-plans/applied.fixture.js';
import { doesPageSomebody } from '../config-plans/reach.js';
import type { ForeignAnswer } from './answers.js';
import { configurationFiles } from './configuration-files.js';
import { fitOrganisation, type FittedOrganisation } from './fit.js';
import { millisOf } from './foreign-zones.js';
import { compareDuties } from './here.js';
import { readers } from './readers.js';
import { combine } from './stretches.js';

const at = millisOf(recordedAt);
const week = 7 * 86_400_000;
const empty = readsAfter();
const answer = (path: string, body: unknown): ForeignAnswer => ({ asked: `GET ${path}`, status: 200, body });

interface Read {
  readonly fitted: FittedOrganisation;
  readonly said: readonly string[];
  readonly unexplained: number;
}

/** Reads, writes files, applies them to an empty organisation, and plans again: whatever is damaged, this must go through. */
function moved(system: keyof typeof readers, answers: readonly ForeignAnswer[]): Read {
  const organisation = readers[system](answers, at);
  const fitted = fitOrganisation(organisation, 'Moved in');
  const documents = Object.values(configurationFiles(fitted, { keyPrefix: 'x:y' })).flat();
  const planned = planOf(documents, empty, { now: recordedAt });
  expect(planned.errors).toEqual([]);
  const reads = afterPlan(planned, empty, recordedAt);
  for (const { name, policyId } of reads.services.all())
    expect({ name, pages: doesPageSomebody(reads, reads.policies.get(policyId)) }).toEqual({ name, pages: true });
  expect(planOf(documents, reads, { now: recordedAt })).toMatchObject({ errors: [], changes: [], steps: [] });
  const known = new Set(organisation.people.filter(({ isObserver }) => !isObserver).map(({ id }) => id));
  const expand = (id: string) =>
    (organisation.teams.find((team) => team.id === id)?.members.map(({ personId }) => personId) ?? [id]).filter((one) => known.has(one));
  const span = { from: at, to: at + 4 * week };
  const differences = organisation.schedules.flatMap((schedule) =>
    compareDuties(schedule, combine(schedule.there(span), span), expand, span),
  );
  const said = [
    ...fitted.remarks.map(({ rule, about }) => `${rule} (${about})`),
    ...organisation.schedules.flatMap(({ notes }) => notes.map(({ rule, about }) => `${rule} (${about})`)),
  ];
  return { fitted, said, unexplained: differences.filter(({ rule }) => rule === null).length };
}

/** A small organisation of Opsgenie: two people and a team, and what a test adds. */
const user = (id: string, more: object = {}) => ({
  id,
  username: `${id}@example.org`,
  fullName: id,
  role: { name: 'User' },
  timeZone: 'UTC',
  ...more,
});
const member = (id: string, role = 'user') => ({ user: { id, username: `${id}@example.org` }, role });
interface Parts {
  readonly users?: readonly object[];
  readonly teams?: readonly { readonly id: string; readonly name: string; readonly members: readonly object[] }[];
  readonly schedules?: readonly object[];
  readonly escalations?: readonly object[];
  readonly integrations?: readonly object[];
  readonly rules?: readonly object[];
  readonly heartbeats?: readonly object[];
  readonly forwards?: readonly object[];
}
const team = { id: 't1', name: 'Payments', members: [member('ana', 'admin'), member('bo')] };
const opsgenie = ({
  users = [user('ana'), user('bo')],
  teams = [team],
  schedules = [],
  escalations = [],
  ...parts
}: Parts): ForeignAnswer[] => [
  answer('/v2/users?limit=100', { data: users }),
  ...teams.map((one) => answer(`/v2/teams/${one.id}?identifierType=id`, { data: one })),
  ...teams.map(({ id }) =>
    answer(`/v2/teams/${id}/routing-rules?x`, {
      data: parts.rules ?? [
        { id: 'r', name: 'Default', isDefault: true, order: 0, criteria: { type: 'match-all' }, notify: { type: 'escalation', id: 'e1' } },
      ],
    }),
  ),
  answer('/v2/schedules?expand=rotation', { data: schedules }),
  answer('/v2/escalations', { data: escalations }),
  answer('/v2/integrations', { data: parts.integrations ?? [] }),
  answer('/v2/heartbeats', { data: { heartbeats: parts.heartbeats ?? [] } }),
  answer('/v2/forwarding-rules', { data: parts.forwards ?? [] }),
];
const rotation = (more: object = {}) => ({
  id: 'rot',
  name: 'Week',
  startDate: '2026-11-02T09:00:00Z',
  type: 'weekly',
  length: 1,
  participants: [
    { type: 'user', id: 'ana' },
    { type: 'user', id: 'bo' },
  ],
  ...more,
});
const schedule = (more: object = {}) => ({
  id: 's1',
  name: 'Primary',
  timezone: 'Europe/Berlin',
  ownerTeam: { id: 't1' },
  rotations: [rotation()],
  ...more,
});
const rule = (delay: number, recipient: object, more: object = {}) => ({
  condition: 'if-not-acked',
  notifyType: 'default',
  delay: { timeAmount: delay, timeUnit: 'minutes' },
  recipient,
  ...more,
});
const toSchedule = { type: 'schedule', id: 's1' };
const escalation = (rules: readonly object[], more: object = {}) => ({
  id: 'e1',
  name: 'Payments',
  ownerTeam: { id: 't1' },
  rules,
  ...more,
});
const policyIn = ({ fitted }: Read) => fitted.policies.find(({ id }) => id === 'e1')!;

describe('damage that an organisation can have', () => {
  it.each([
    [
      'two users with one address, case aside',
      {
        users: [user('ana'), user('bo'), user('ANA2', { username: 'Ana@Example.org' })],
        teams: [{ ...team, members: [...team.members, member('ANA2')] }],
      },
      'two users of one address are one person (ANA2, ana)',
    ],
    [
      'an address that is none',
      { users: [user('ana'), user('bo', { username: 'bo at example' })] },
      'person without an address, in no file (bo (bo at example))',
    ],
    ['a team of the same name twice', { teams: [team, { ...team, id: 't2', name: 'PAYMENTS' }] }, 'name (Team “PAYMENTS” is “PAYMENTS 2”)'],
    [
      'a policy of the same name twice',
      {
        escalations: [
          escalation([rule(0, { type: 'user', id: 'ana' })]),
          { ...escalation([rule(0, { type: 'user', id: 'bo' })]), id: 'e2' },
        ],
      },
      'name (Policy “Payments” is “Payments 2”)',
    ],
    ['an empty name', { schedules: [schedule({ name: '' })] }, 'name (Schedule “” is “Schedule”)'],
    [
      'a name of 200 characters with emoji',
      { schedules: [schedule({ name: '🔥'.repeat(100) })] },
      `name (Schedule “${'🔥'.repeat(100)}” is “${'🔥'.repeat(40)}”)`,
    ],
    [
      'a name that turns text around',
      { schedules: [schedule({ name: 'Pri\u202Emary' })] },
      'name (Schedule “Pri\u202Emary” is “Pri mary”)',
    ],
    [
      'a schedule without rotations',
      { schedules: [schedule({ rotations: [] })], escalations: [escalation([rule(0, toSchedule)])] },
      'target that reaches nobody (Payments: Primary)',
    ],
    [
      'a rotation without people',
      { schedules: [schedule({ rotations: [rotation({ participants: [] })] })], escalations: [escalation([rule(0, toSchedule)])] },
      'policy whose steps reach nobody: it pages the team (Payments)',
    ],
    [
      'a user in a slot who is nowhere else',
      {
        schedules: [
          schedule({
            rotations: [
              rotation({
                participants: [
                  { type: 'user', id: 'gone', username: 'gone@example.org' },
                  { type: 'user', id: 'ana' },
                ],
              }),
            ],
          }),
        ],
      },
      'deleted person (gone@example.org)',
    ],
    [
      'a policy of a schedule that the token may not see',
      { escalations: [escalation([rule(0, { type: 'schedule', id: 'hidden' })])] },
      'target that reaches nobody (Payments: hidden)',
    ],
    [
      'a team without members',
      { users: [user('ana')], teams: [{ ...team, members: [] }] },
      'service without a policy: it pages the team (Payments)',
    ],
    ['a blocked user', { users: [user('ana', { blocked: true }), user('bo')] }, 'blocked there: got nothing (ana)'],
    [
      'a stakeholder who stands in a step',
      {
        users: [user('ana'), user('bo', { role: { name: 'Stakeholder' } })],
        escalations: [escalation([rule(0, { type: 'user', id: 'bo' })])],
      },
      '',
    ],
    [
      'an integration of an unknown team',
      { integrations: [{ id: 'i1', name: 'Old', enabled: true, type: 'API', teamId: 'gone' }] },
      'integration of no team (service Company needs an owner)',
    ],
  ])('%s does not stop the others, and is said', (_, parts: Parts, sentence) => {
    const { said, unexplained } = moved('opsgenie', opsgenie(parts));
    expect(unexplained).toBe(0);
    if (sentence !== '') expect(said).toContain(sentence);
  });

  it('a team in a slot, one of whose members was deleted, is on call with the others, and the member is named', () => {
    const teams = [{ ...team, members: [...team.members, member('zoe')] }];
    const participants = [{ type: 'team', id: 't1', name: 'Payments' }];
    const { said, unexplained } = moved(
      'opsgenie',
      opsgenie({ teams, schedules: [schedule({ rotations: [rotation({ participants })] })] }),
    );
    expect(said).toContain('deleted person in a team (Payments: zoe)');
    expect(unexplained).toBe(0);
  });

  it('a page that is read twice, and one that repeats itself, are read once', () => {
    const answers = opsgenie({ schedules: [schedule()], escalations: [escalation([rule(0, toSchedule)])] });
    expect(moved('opsgenie', [...answers, ...answers]).fitted.policies).toHaveLength(1);
  });

  it('5,000 users, each with rules of their own', () => {
    const ids = Array.from({ length: 5_000 }, (__, n) => `u${n}`);
    const rules = ids.flatMap((id) => [
      answer(`/v2/users/${id}/notification-rules`, { data: [{ id: 'r', name: 'New Alert', actionType: 'create-alert', enabled: true }] }),
      answer(`/v2/users/${id}/notification-rules/r`, {
        data: { criteria: { type: 'match-all' }, steps: [{ contact: { method: 'sms' }, enabled: true }] },
      }),
    ]);
    const users = [user('ana'), user('bo'), ...ids.map((id) => user(id))];
    const organisation = readers.opsgenie([...opsgenie({ users, schedules: [schedule()] }), ...rules], at);
    const fitted = fitOrganisation(organisation, 'Moved in');
    expect(Object.values(configurationFiles(fitted, { keyPrefix: 'x:y' }))[0]).toHaveLength(5_002);
    expect(fitted.remarks.filter(({ rule: name }) => name === 'notification rule')).toHaveLength(5_000);
  });

  it('more integrations than a service can have are spread over several', () => {
    const integrations = Array.from({ length: 65 }, (__, n) => ({
      id: `i${n}`,
      name: 'Prometheus',
      enabled: true,
      type: 'API',
      teamId: 't1',
    }));
    const { fitted } = moved('opsgenie', opsgenie({ integrations }));
    expect(fitted.services.map(({ id }) => id)).toEqual(['t1', 't1:2', 't1:3']);
    expect(new Set(fitted.names.integrations.values()).size).toBe(65);
  });
});

describe('Opsgenie’s own traps', () => {
  it.each([
    ['a window whose ends are equal is always', { type: 'time-of-day', restriction: { startHour: 9, startMin: 0, endHour: 9, endMin: 0 } }],
    ['a window wraps midnight', { type: 'time-of-day', restriction: { startHour: 22, startMin: 30, endHour: 6, endMin: 0 } }],
    [
      'a window wraps the week',
      {
        type: 'weekday-and-time-of-day',
        restrictions: [{ startDay: 'friday', startHour: 18, startMin: 0, endDay: 'monday', endHour: 8, endMin: 30 }],
      },
    ],
    [
      'windows overlap',
      {
        type: 'weekday-and-time-of-day',
        restrictions: [
          { startDay: 'monday', startHour: 8, startMin: 0, endDay: 'wednesday', endHour: 12, endMin: 0 },
          { startDay: 'tuesday', startHour: 0, startMin: 0, endDay: 'tuesday', endHour: 23, endMin: 30 },
        ],
      },
    ],
    [
      'a window of a day and a minute to spare',
      {
        type: 'weekday-and-time-of-day',
        restrictions: [{ startDay: 'sunday', startHour: 23, startMin: 30, endDay: 'monday', endHour: 23, endMin: 0 }],
      },
    ],
  ])('%s', (_, timeRestriction) => {
    const parts = {
      schedules: [schedule({ rotations: [rotation({ timeRestriction })] })],
      escalations: [escalation([rule(0, toSchedule)])],
    };
    expect(moved('opsgenie', opsgenie(parts)).unexplained).toBe(0);
  });

  it.each(['PST', 'IST', 'US/Pacific', 'Europe/Kyiv', 'Europe/Kiev'])('reads the zone %s', (timezone) => {
    expect(moved('opsgenie', opsgenie({ schedules: [schedule({ timezone })] })).unexplained).toBe(0);
  });

  it.each([
    ['with an offset', '2026-11-02T10:00:00+01:00'],
    ['with milliseconds', '2026-11-02T09:00:00.000Z'],
    ['with an offset without a colon', '2026-11-02T10:00:00+0100'],
  ])('reads times %s', (_, startDate) => {
    const { fitted, unexplained } = moved('opsgenie', opsgenie({ schedules: [schedule({ rotations: [rotation({ startDate })] })] }));
    expect([fitted.schedules[0]!.layers[0]!.anchor, unexplained]).toEqual([millisOf('2026-11-23T09:00:00Z'), 0]);
  });

  it('delays count from the start: equal ones are one step, differences are waits, the interval of repeating is the last', () => {
    const rules = [
      rule(0, toSchedule),
      rule(10, { type: 'user', id: 'bo' }),
      rule(10, { type: 'team', id: 't1' }, { notifyType: 'all' }),
      rule(60, toSchedule, { notifyType: 'next' }),
    ];
    const read = moved(
      'opsgenie',
      opsgenie({ schedules: [schedule()], escalations: [escalation(rules, { repeat: { waitInterval: 20, count: 9 } })] }),
    );
    expect(policyIn(read)).toMatchObject({
      repeats: 5,
      steps: [
        { waitMinutes: 10, targets: [{ schedule: 's1' }] },
        { waitMinutes: 50, targets: [{ person: 'bo' }, { team: 't1' }] },
        { waitMinutes: 20, targets: [{ nextOnCall: 's1' }] },
      ],
    });
    expect(read.said).toContain('5 repeats at most (Payments)');
  });

  it('more than ten steps are refused by name, and the service pages its team', () => {
    const rules = Array.from({ length: 11 }, (__, n) => rule(n * 5, { type: 'user', id: 'ana' }));
    const read = moved('opsgenie', opsgenie({ escalations: [escalation(rules)] }));
    expect(read.said).toEqual(
      expect.arrayContaining(['more than 10 steps (Payments)', 'service without a policy: it pages the team (Payments)']),
    );
  });

  it('a forwarding rule replaces its person where they stand, for its time', () => {
    const forward = {
      id: 'f',
      fromUser: { id: 'ana' },
      toUser: { id: 'bo' },
      startDate: '2026-12-01T00:00:00Z',
      endDate: '2026-12-10T00:00:00Z',
    };
    const { fitted, unexplained } = moved('opsgenie', opsgenie({ schedules: [schedule()], forwards: [forward] }));
    expect(unexplained).toBe(0);
    expect(fitted.schedules[0]!.overrides).toMatchObject([{ kind: 'replace', replaced: 'ana', person: 'bo' }]);
  });

  const both = [
    rotation({ id: 'r1', name: 'One', participants: [{ type: 'user', id: 'ana' }] }),
    rotation({
      id: 'r2',
      name: 'Two',
      type: 'daily',
      participants: [{ type: 'user', id: 'bo' }, { type: 'user', id: 'ana' }, { type: 'none' }],
    }),
  ];
  const overridden = (who: object, ...rotations: string[]) => {
    const override = {
      alias: 'o',
      user: who,
      startDate: '2026-12-01T00:00:00Z',
      endDate: '2026-12-05T00:00:00Z',
      rotations: rotations.map((id) => ({ id })),
    };
    const parts = opsgenie({ schedules: [schedule({ rotations: both })] });
    return moved('opsgenie', [...parts, answer('/v2/schedules/s1/overrides?x', { data: [override] })]);
  };

  it.each([
    ['takes its person away from that rotation alone', { type: 'none' }, ['r2']],
    ['is for a turn of nobody, too', { type: 'user', id: 'bo' }, ['r2']],
    ['of both rotations', { type: 'user', id: 'bo' }, ['r1', 'r2']],
  ])('an override of a rotation %s', (_, who, rotations) => {
    expect(overridden(who, ...rotations).unexplained).toBe(0);
  });

  it('turns of ten hours are on the clock there: a change of clocks is the reason of their hour', () => {
    const { said } = moved('opsgenie', opsgenie({ schedules: [schedule({ rotations: [rotation({ type: 'hourly', length: 10 })] })] }));
    expect(said).toContain('turns of hours over a change of clocks (Week)');
  });

  it('routing rules become routes: P4 or P5 to nobody, tags and details by their labels, hours not at all', () => {
    const criteria = (type: string, ...conditions: object[]) => ({ type, conditions });
    const condition = (field: string, operation: string, expectedValue: string, more: object = {}) => ({
      field,
      operation,
      expectedValue,
      not: false,
      ...more,
    });
    const none = { type: 'none' };
    const rules = [
      {
        id: '1',
        name: 'Low',
        order: 0,
        criteria: criteria('match-any-condition', condition('priority', 'less-than', 'P3'), condition('tags', 'contains', 'a.b')),
        notify: none,
      },
      {
        id: '2',
        name: 'Both',
        order: 1,
        criteria: criteria(
          'match-all-conditions',
          condition('extra-properties', 'equals', 'eu', { key: 'region' }),
          condition('message', 'starts-with', 'Disk', { not: true }),
        ),
        notify: toSchedule,
      },
      { id: '3', name: 'Odd', order: 2, criteria: criteria('match-all-conditions', condition('alias', 'is-empty', '')), notify: none },
      {
        id: '4',
        name: 'Broken',
        order: 3,
        criteria: criteria('match-all-conditions', condition('message', 'matches', '(?=x)')),
        notify: none,
      },
      { id: '5', name: 'Default', isDefault: true, order: 4, criteria: { type: 'match-all' }, notify: none },
    ];
    const integrations = [{ id: 'i1', name: 'API', enabled: true, type: 'API', teamId: 't1' }];
    const { fitted, said } = moved('opsgenie', opsgenie({ schedules: [schedule()], rules, integrations }));
    expect(fitted.routes).toMatchObject([
      {
        routes: [
          {
            name: 'Low',
            when: [
              [{ label: 'severity', operator: '=~', value: 'P4|P5' }],
              [{ label: 'tags', operator: '=~', value: String.raw`(?s).*a\.b.*` }],
            ],
            then: { recordOnly: true },
          },
          {
            name: 'Both',
            when: [
              [
                { label: 'region', operator: '=', value: 'eu' },
                { label: 'summary', operator: '!~', value: '(?s)Disk.*' },
              ],
            ],
            then: { policyId: 't1:s1' },
          },
        ],
      },
    ]);
    // what they paged for must not fall to what only records
    expect(fitted.routes[0]!.routes).toHaveLength(2);
    expect(fitted.routes[0]).not.toHaveProperty('otherwise');
    expect(said).toEqual(
      expect.arrayContaining([
        'condition of a routing rule (Payments: Odd)',
        'pattern or number of conditions of a route, left out (Broken)',
        'default pages, because a route is left out (API)',
      ]),
    );
  });

  it('heartbeats keep their names and their minutes', () => {
    const heartbeats = [
      { name: 'nightly', interval: 25, intervalUnit: 'hours', enabled: true, ownerTeam: { id: 't1' }, alertPriority: 'P1' },
    ];
    expect(moved('opsgenie', opsgenie({ heartbeats })).fitted.heartbeats).toMatchObject([
      { name: 'nightly', everyMinutes: 1_500, urgency: 'high' },
    ]);
  });
});

/** The recorded answers of a system, each body changed. */
const altered = (system: RecordedSystem, path: RegExp, change: (body: Readonly<Record<string, unknown>>) => unknown): ForeignAnswer[] =>
  recordedAnswers(system).map(({ request, status, body, graphql }): ForeignAnswer => {
    const asked = request.replace('GET /api/v1', 'GET ');
    const name = graphql?.operationName ?? asked;
    return { asked, status, graphql, body: path.test(name) ? change(body as Readonly<Record<string, unknown>>) : body };
  });

describe('a wait that can’t be read is the usual one, and said', () => {
  const said5 = 'wait that can’t be read: 5 minutes';

  it('of Opsgenie: after the rule before it, and a text is a number', () => {
    const rules = [
      rule(0, { type: 'user', id: 'ana' }),
      { ...rule(0, { type: 'user', id: 'bo' }), delay: undefined },
      { ...rule(0, { type: 'user', id: 'ana' }), delay: { timeAmount: '20', timeUnit: 'minutes' } },
      { ...rule(0, { type: 'user', id: 'bo' }), delay: { timeAmount: 1, timeUnit: 'fortnights' } },
    ];
    const read = moved('opsgenie', opsgenie({ escalations: [escalation(rules)] }));
    expect(policyIn(read).steps.map(({ waitMinutes }) => waitMinutes)).toEqual([5, 15, 5, 5]);
    expect(read.said).toContain(`${said5} (Payments)`);
  });

  it.each([
    [
      'pagerduty',
      /^GET \/escalation_policies/,
      (body: Readonly<Record<string, unknown>>) => ({
        ...body,
        escalation_policies: (body['escalation_policies'] as { readonly escalation_rules: object[] }[]).map((one) => ({
          ...one,
          escalation_rules: one.escalation_rules.map((row) => ({ ...row, escalation_delay_in_minutes: null })),
        })),
      }),
    ],
    [
      'oncall',
      /^GET \/escalation_policies/,
      (body: Readonly<Record<string, unknown>>) => ({
        ...body,
        results: (body['results'] as { readonly type: string }[]).map((one) => (one.type === 'wait' ? { ...one, duration: null } : one)),
      }),
    ],
  ] as const)('of %s', (system, path, change) => {
    const { fitted, said } = moved(system, altered(system, path, change));
    expect(said.filter((line) => line.startsWith(said5)).length).toBeGreaterThan(0);
    expect(fitted.policies.flatMap(({ steps }) => steps.map(({ waitMinutes }) => waitMinutes)).filter((minutes) => minutes < 5)).toEqual(
      [],
    );
  });
});

describe('traps of the other systems', () => {
  it('PagerDuty: a policy whose people are all deleted pages its team', () => {
    const answers = altered('pagerduty', /^GET \/escalation_policies/, (body) => ({
      ...body,
      escalation_policies: (body['escalation_policies'] as object[]).map((one) => ({
        ...one,
        escalation_rules: [{ id: 'x', escalation_delay_in_minutes: 0, targets: [{ id: 'GONE', type: 'user_reference', summary: 'Gone' }] }],
      })),
    }));
    const { said } = moved('pagerduty', answers);
    expect(said.filter((line) => line.startsWith('policy whose steps reach nobody'))).toHaveLength(3);
  });

  it('PagerDuty: support hours that are urgent outside, and a zone that nobody knows, are by severity', () => {
    const answers = altered('pagerduty', /^GET \/services\?/, (body) => ({
      ...body,
      services: (body['services'] as object[]).map((one) => ({
        ...one,
        incident_urgency_rule: {
          type: 'use_support_hours',
          during_support_hours: { urgency: 'low' },
          outside_support_hours: { urgency: 'high' },
        },
        support_hours: { type: 'fixed_time_per_day', time_zone: 'Mars', start_time: '08:00:00', end_time: '18:00:00', days_of_week: [1] },
      })),
    }));
    expect(moved('pagerduty', answers).fitted.services.map(({ urgencyRule }) => urgencyRule)).toEqual(
      Array.from({ length: 4 }, () => 'by_severity'),
    );
  });

  it.each([
    ["event.summary matches part 'a.b'", [{ label: 'summary', operator: '=~', value: String.raw`(?s).*a\.b.*` }]],
    [
      "event.severity matches 'info' and event.class matches part 'disk'",
      [
        { label: 'severity', operator: '=', value: 'info' },
        { label: 'class', operator: '=~', value: '(?s).*disk.*' },
      ],
    ],
    [String.raw`event.summary matches regex '^\[LDG'`, [{ label: 'summary', operator: '=~', value: String.raw`(?s)(?:\[LDG).*` }]],
  ])('PagerDuty: the condition %s', async (expression, when) => {
    const { readExpression } = await import('./pcl.js');
    expect(readExpression(expression)).toEqual(when);
  });

  it.each(["event.custom_details.x matches 'y'", "event.summary matches 'a' or event.summary matches 'b'", 'now in Mon,Tue', ''])(
    'PagerDuty: the condition %s has no counterpart',
    async (expression) => {
      const { readExpression } = await import('./pcl.js');
      expect(readExpression(expression)).toBeNull();
    },
  );

  it('OnCall: a chain that begins with a wait, waits for seconds, and whose people may not be notified', () => {
    const step = (position: number, type: string, more: object = {}) => ({
      id: `E${position}`,
      escalation_chain_id: 'FF7YB5Z5D7Z2C',
      position,
      type,
      ...more,
    });
    const answers = altered('oncall', /^GET \/escalation_policies/, (body) => ({
      ...body,
      results: [
        step(0, 'wait', { duration: 30 }),
        step(1, 'notify_persons', { persons_to_notify: ['U26ZY4478AYF7'], important: true }),
        step(2, 'wait', { duration: 300 }),
        step(3, 'notify_persons', { persons_to_notify: ['U5ZZFEB73YZ92', 'UGONE'], important: true }),
      ],
    }));
    const { fitted, said } = moved('oncall', answers);
    expect(fitted.policies.find(({ name }) => name === 'Payments')!.steps).toMatchObject([
      { waitMinutes: 5, targets: [{ person: 'U5ZZFEB73YZ92' }] },
    ]);
    expect(said).toEqual(
      expect.arrayContaining([
        'first step at once, without its delay (Payments)',
        'wait of less than a minute (Payments)',
        'target that reaches nobody (Payments: ida)',
        'target that reaches nobody (Payments: UGONE)',
      ]),
    );
  });

  it('GoAlert: windows are on the schedule’s clock, the handoffs of a rotation on its own', () => {
    const nodes = (list: string, rows: readonly object[]) => ({ data: { [list]: { nodes: rows, pageInfo: { hasNextPage: false } } } });
    const query = (operationName: string, body: object): ForeignAnswer => ({
      asked: 'POST /api/graphql',
      graphql: { operationName, variables: {} },
      status: 200,
      body,
    });
    const window = { start: '22:00', end: '06:30', weekdayFilter: [true, false, true, true, false, true, true] };
    const { unexplained, said } = moved('goalert', [
      query(
        'Users',
        nodes('users', [
          { id: 'ana', name: 'Ana', email: 'ana@example.org' },
          { id: 'bo', name: 'Bo', email: 'bo@example.org' },
        ]),
      ),
      query(
        'Rotations',
        nodes('rotations', [
          {
            id: 'r',
            name: 'Daily',
            type: 'daily',
            shiftLength: 1,
            start: '2026-06-01T04:00:00Z',
            timeZone: 'America/New_York',
            userIDs: ['ana', 'bo'],
            activeUserIndex: 1,
          },
        ]),
      ),
      query(
        'Schedules',
        nodes('schedules', [
          {
            id: 's',
            name: 'Nights',
            timeZone: 'Asia/Kolkata',
            targets: [{ target: { type: 'rotation', id: 'r' }, rules: [window] }],
            temporarySchedules: [],
          },
        ]),
      ),
    ]);
    expect(unexplained).toBe(0);
    expect(said).toContain('handoffs on the clock of another zone (Daily)');
  });

  it('GoAlert: an empty step is a longer wait of the one before', () => {
    const answers = altered('goalert', /^Policies$/, (body) => {
      const { nodes } = (body as unknown as { data: { escalationPolicies: { nodes: { id: string; steps: object[] }[] } } }).data
        .escalationPolicies;
      const [first, ...rest] = nodes;
      const steps = [
        ...first!.steps.slice(0, 1),
        { id: 'x', stepNumber: 1, delayMinutes: 7, actions: [] },
        { ...first!.steps[1], stepNumber: 2 },
      ];
      return {
        data: { escalationPolicies: { nodes: [{ ...first!, steps }, ...rest], pageInfo: { hasNextPage: false, endCursor: null } } },
      };
    });
    expect(moved('goalert', answers).fitted.policies[0]!.steps[0]!.waitMinutes).toBe(12);
  });
});
