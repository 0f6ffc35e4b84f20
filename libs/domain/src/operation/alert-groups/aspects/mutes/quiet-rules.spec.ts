import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import { idOf } from '../../../../configuration.fixture.js';
import { alertmanager, alertmanagerId, alertOf, resolvedAlert } from '../../../routing/signals.fixture.js';
import { ana, as, bo, mia, ola, pages, rio, teamId } from '../../groups.fixture.js';
import { is, named, QuietScenario, ruleIdOf, silenceIdOf } from './quiet.fixture.js';

// What the page of settled rules says, by its numbers. What is expected is worked out here from those sentences alone.
type Kind = 'silence' | 'window' | 'inhibition';
const kinds: readonly Kind[] = ['silence', 'window', 'inhibition'];

const nobodyWaits = { ackTimeoutMinutes: 0 };
const steps = [pages([ana]), pages([bo])];

/** A mute over alerts named Disk from now on; what is answered ends an inhibition, if it is one. */
const mute = (scenario: QuietScenario, n: number, kind: Kind, minutes: number): void => {
  if (kind === 'silence') scenario.silence(n, minutes, named('Disk'));
  else if (kind === 'window') scenario.window(n, minutes, { services: [], matchers: named('Disk') });
  else {
    scenario.rule(n, named(`Source${n}`), named('Disk'));
    scenario.fires(`source${n}`, alertOf(`Source${n}`, { severity: 'info' }));
  }
};
const endInhibition = (scenario: QuietScenario, n: number): void => scenario.ends(`source${n}`, `Source${n}`);

/** Who is paged for group 1 by the escalation after an instant, and how many minutes after it. */
const pagedSince = (scenario: QuietScenario, since: string): readonly string[] => {
  const { id: groupId } = scenario.rows().find(({ title }) => title.startsWith('Disk'))!;
  return scenario.all('PageStarted').flatMap(({ data, meta }) => {
    const minutes = millisBetween(since, meta.at) / 60_000;
    const isOfEscalation = data.cause.kind === 'escalation' || data.cause.kind === 'holder_first';
    return data.groupId === groupId && minutes > 0 && isOfEscalation ? [`${data.personId === ana ? 'Ana' : 'Bo'} ${minutes}`] : [];
  });
};

/** What a group was before its mutes: how that is made, then what happens while they last, and whom the end pages first. */
interface Before {
  readonly name: string;
  readonly makes: (scenario: QuietScenario) => void;
  readonly inside?: (scenario: QuietScenario) => void;
  readonly timeout?: boolean;
  readonly first: (lastKind: Kind, end: number) => string | null;
}
const bosFirst = (_kind: Kind, end: number) => `Bo ${end + 5}`;
const fires = (scenario: QuietScenario): void => scenario.fires('a', 'Disk');
const firesThen =
  (type: string, data: object = {}) =>
  (scenario: QuietScenario): void => {
    fires(scenario);
    scenario.act(type, data, bo);
  };
const befores: readonly Before[] = [
  { name: 'opens while they last', makes: () => undefined, inside: fires, first: (_kind, end) => `Ana ${end + 5}` },
  {
    name: 'fired before, and Bo was next in 3 minutes',
    makes: (scenario) => (fires(scenario), scenario.passes(2)),
    first: (kind, end) => (kind === 'window' ? `Bo ${end + 5 + 3}` : `Ana ${end + 5}`),
  },
  { name: 'was acknowledged, which times out meanwhile', makes: firesThen('AcknowledgeAlertGroup'), timeout: true, first: bosFirst },
  { name: 'was snoozed, which ends meanwhile', makes: firesThen('SnoozeAlertGroup', { minutes: 30 }), first: bosFirst },
  { name: 'was acknowledged, and stays so', makes: firesThen('AcknowledgeAlertGroup'), first: () => null },
  {
    name: 'was acknowledged, and is given back',
    makes: firesThen('AcknowledgeAlertGroup'),
    inside: (scenario) => void scenario.act('UnacknowledgeAlertGroup', { groupId: scenario.rowOf(1).id }, bo),
    first: bosFirst,
  },
  {
    name: 'is acknowledged while they last',
    makes: fires,
    inside: (scenario) => void scenario.act('AcknowledgeAlertGroup', { groupId: scenario.rowOf(1).id }, bo),
    first: () => null,
  },
  {
    name: 'was acknowledged and resolved, and is reopened',
    makes: (scenario) => (firesThen('AcknowledgeAlertGroup')(scenario), scenario.ends('a', 'Disk')),
    inside: fires,
    first: bosFirst,
  },
];
const sequences: readonly (readonly Kind[])[] = [
  ...kinds.map((kind) => [kind]),
  ...kinds.flatMap((one) => kinds.map((other) => [one, other])),
];

describe.each(befores)('rules 1, 2 and 10: a group that $name', ({ makes, inside, timeout, first }) => {
  it.each(sequences.map((sequence) => [sequence.join(', then '), sequence] as const))('%s', (_name, sequence) => {
    const scenario = new QuietScenario({ steps, service: timeout ? {} : nobodyWaits });
    makes(scenario);
    const since = scenario.world.now;
    const ends = sequence.map((_kind, n) => 60 + 30 * n);
    sequence.forEach((kind, n) => mute(scenario, n + 1, kind, ends[n]!));
    inside?.(scenario);
    for (const [n, kind] of sequence.entries()) {
      scenario.passes(n === 0 ? 60 : 30);
      if (kind === 'inhibition') endInhibition(scenario, n + 1);
    }
    scenario.passes(10);
    const expected = first(sequence.at(-1)!, ends.at(-1)!);
    expect(pagedSince(scenario, since)[0] ?? null).toBe(expected);
    scenario.expectSound();
  });
});

describe('rule 3: what settles', () => {
  it.each(kinds)('is shown as settling for five minutes after its %s, and a second alert meanwhile pages at once', (kind) => {
    const scenario = new QuietScenario({ steps, service: nobodyWaits });
    mute(scenario, 1, kind, 20);
    fires(scenario);
    scenario.passes(20);
    const [end] = [scenario.world.now];
    if (kind === 'inhibition') endInhibition(scenario, 1);
    const row = () => scenario.rows().find(({ title }) => title.startsWith('Disk'))!;
    expect(row().suppressed?.settlesAt).toBe(new Date(Date.parse(end) + 300_000).toISOString());
    scenario.passes(2);
    scenario.fires('a', 'Disk', 'Memory');
    expect(row().status).toBe('firing');
    expect(pagedSince(scenario, end)).toEqual(['Ana 2']);
    scenario.expectSound();
  });
});

describe('rule 4: an alert that comes out of muting', () => {
  const takes = { acknowledged: ['AcknowledgeAlertGroup', {}], snoozed: ['SnoozeAlertGroup', { minutes: 360 }] } as const;
  it.each(
    kinds.flatMap((kind) =>
      (['acknowledged', 'snoozed'] as const).flatMap((taken) => [true, false].map((isNews) => [kind, taken, isNews] as const)),
    ),
  )('(%s) in a group that somebody %s before it fired: %s, that it is news', (kind, taken, isNews) => {
    const scenario = new QuietScenario({ steps, service: nobodyWaits });
    const [type, data] = takes[taken];
    const take = () => void scenario.act(type, { groupId: scenario.rowOf(1).id, ...data }, bo);
    scenario.fires('a', 'Memory');
    if (isNews) take();
    mute(scenario, 1, kind, 20);
    scenario.fires('a', 'Memory', 'Disk');
    if (!isNews) take();
    expect(scenario.rowOf(1).status).toBe(taken);
    scenario.news();
    scenario.passes(20);
    if (kind === 'inhibition') endInhibition(scenario, 1);
    scenario.passes(5);
    expect(scenario.rowOf(1).status).toBe(isNews ? 'firing' : taken);
    expect(scenario.rowOf(1).paging).toEqual(isNews ? [bo] : []);
    scenario.expectSound();
  });
});

describe('rule 5: a circle of rules', () => {
  it.each([1, 2, 3, 4, 5])('of %d inhibits nobody in it', (length) => {
    const scenario = new QuietScenario({ services: 2 });
    const names = Array.from({ length }, (_, n) => `A${n}`);
    names.forEach((name, n) => scenario.rule(n + 1, named(name), named(names[(n + 1) % length]!)));
    names.forEach((name) => scenario.fires(name, name));
    scenario.passes(6);
    expect(scenario.rows().map(({ status }) => status)).toEqual(names.map(() => 'firing'));
  });
});

describe('rule 6: who is a source', () => {
  const silenced = (scenario: QuietScenario) => void scenario.silence(1, 60, named('Source'));
  const act =
    (type: string, data: object = {}) =>
    (scenario: QuietScenario) =>
      void scenario.act(type, { groupId: scenario.rowOf(1).id, ...data }, mia);
  const routed = (outcome: object) => (scenario: QuietScenario) =>
    scenario.knows({
      type: 'RoutesChanged',
      data: {
        teamId,
        integrationId: alertmanagerId,
        version: 1,
        rules: [{ ruleId: idOf('101'), rows: [[...named('Source')]], outcome: outcome as { kind: 'default' }, isOn: true }],
      },
    });
  const nothing = () => undefined;
  it.each<[string, (scenario: QuietScenario) => void, (scenario: QuietScenario) => void, 'suppressed' | 'firing']>([
    ['fires', nothing, nothing, 'suppressed'],
    ['is acknowledged', nothing, act('AcknowledgeAlertGroup'), 'suppressed'],
    ['is snoozed', nothing, act('SnoozeAlertGroup', { minutes: 30 }), 'suppressed'],
    ['is silenced', silenced, nothing, 'suppressed'],
    ['is silenced afterwards', nothing, silenced, 'suppressed'],
    ['is held by a route', routed({ kind: 'default', holdMinutes: 15 }), nothing, 'suppressed'],
    ['is recorded only', routed({ kind: 'record_only' }), nothing, 'suppressed'],
    ['is resolved by a person', nothing, act('ResolveAlertGroup'), 'firing'],
    ['is ended by its sender', nothing, (scenario) => scenario.ends('source', 'Source'), 'firing'],
    ['is ended by its sender, recorded only', routed({ kind: 'record_only' }), (scenario) => scenario.ends('source', 'Source'), 'firing'],
  ])('one that %s', (_name, prepares, happens, expected) => {
    const scenario = new QuietScenario({ services: 2 });
    prepares(scenario);
    scenario.rule(1, named('Source'), named('Disk'));
    scenario.fires('source', 'Source');
    happens(scenario);
    fires(scenario);
    scenario.passes(0);
    expect(scenario.rows().find(({ title }) => title.startsWith('Disk'))!.status).toBe(expected);
  });

  it.each<[string, string | null, string, object, 'suppressed' | 'firing']>([
    ['its team', teamId, mia, {}, 'suppressed'],
    ['its team, turned off', teamId, mia, { isOn: false }, 'firing'],
    ['the organisation', null, ola, {}, 'suppressed'],
    ['another team', idOf('7eb'), ola, {}, 'firing'],
  ])('a rule of %s', (_name, owner, by, more, expected) => {
    const scenario = new QuietScenario();
    const rule = { ruleId: ruleIdOf(1), teamId: owner, name: 'R', source: named('Source'), target: named('Disk'), equal: [], isOn: true };
    expect(scenario.refusal(scenario.run('SaveInhibitionRule', { ...rule, ...more }, as(by)))).toBe(null);
    scenario.fires('source', 'Source');
    fires(scenario);
    expect(scenario.rowOf(2).status).toBe(expected);
  });
});

it('rule 6: a test inhibits nothing and is muted by nothing', () => {
  const scenario = new QuietScenario();
  const isTest = (name: string, key: string) => scenario.receives(alertmanager([alertOf(name)], { key, test: true }));
  scenario.rule(1, named('Source'), named('Disk'));
  isTest('Source', 'source');
  fires(scenario);
  expect(scenario.rows().find(({ test }) => !test)!.status).toBe('firing');
  scenario.silence(1, 60, named('Memory'));
  isTest('Memory', 'b');
  expect(scenario.rows().filter(({ status }) => status === 'suppressed')).toEqual([]);
});

describe('rule 7: equal labels', () => {
  it.each<[Record<string, string>, Record<string, string>, boolean]>([
    [{}, {}, true],
    [{ cluster: 'a' }, { cluster: 'a' }, true],
    [{ cluster: 'a' }, { cluster: 'b' }, false],
    [{ cluster: 'a' }, {}, false],
    [{}, { cluster: 'a' }, false],
    [{ cluster: '' }, {}, true],
    [{ cluster: 'a', zone: '1' }, { cluster: 'a', zone: '2' }, false],
    [{ cluster: 'a', zone: '1' }, { cluster: 'a', zone: '1' }, true],
    [{ cluster: 'a' }, { cluster: 'A' }, false],
    [{ cluster: 'a' }, { cluster: 'a ' }, false],
  ])('%j and %j are equal: %s', (ofSource, ofTarget, areEqual) => {
    const scenario = new QuietScenario();
    scenario.rule(1, named('Source'), named('Disk'), { equal: ['cluster', 'zone'] });
    scenario.fires('source', alertOf('Source', { labels: { alertname: 'Source', ...ofSource } }));
    scenario.fires('a', alertOf('Disk', { labels: { alertname: 'Disk', ...ofTarget } }));
    expect(scenario.rowOf(2).status).toBe(areEqual ? 'suppressed' : 'firing');
  });
});

it('rule 11: an exempted group stays so with what joins it and when it reopens; a new group is covered', () => {
  const scenario = new QuietScenario({ service: nobodyWaits });
  fires(scenario);
  scenario.silence(1, 60, [{ label: 'alertname', operator: '=~', value: 'Disk|Memory' }], { exempt: [scenario.rowOf(1).id] });
  scenario.fires('a', 'Disk', 'Memory');
  expect(scenario.rowOf(1).muted ?? 0).toBe(0);
  scenario.ends('a', 'Disk', 'Memory');
  scenario.passes(2);
  fires(scenario);
  expect(scenario.rows().map(({ status }) => status)).toEqual(['firing']);
  scenario.fires('b', 'Disk');
  expect(scenario.rowOf(2).status).toBe('suppressed');
  scenario.expectSound();
});

describe('rule 12: a silence “until it resolves”', () => {
  const until = { untilResolved: true };
  const endedAfter = (scenario: QuietScenario): number | null => {
    const [started, ended] = [scenario.all('SilenceStarted')[0]!, scenario.all('SilenceEnded')[0]];
    return ended ? millisBetween(started.meta.at, ended.meta.at) / 60_000 : null;
  };
  it.each<[string, number | null, (scenario: QuietScenario) => void]>([
    ['that never matched lasts to its end', 60, (scenario) => scenario.passes(90)],
    ['ends ten minutes after', 25, (scenario) => (fires(scenario), scenario.passes(15), scenario.ends('a', 'Disk'), scenario.passes(90))],
    [
      'goes on where it fires again',
      34,
      (scenario) => {
        for (const wait of [10, 5]) {
          fires(scenario);
          scenario.passes(wait);
          scenario.ends('a', 'Disk');
          scenario.passes(9);
        }
        scenario.passes(50);
      },
    ],
    ['ends at its end at the latest', 60, (scenario) => (fires(scenario), scenario.passes(90))],
  ])('%s', (_name, expected, happens) => {
    const scenario = new QuietScenario({ service: nobodyWaits });
    scenario.silence(1, 60, named('Disk'), until);
    happens(scenario);
    expect(endedAfter(scenario)).toBe(expected);
  });
});

describe('rule 15: a suppressed group names', () => {
  it.each<[string, readonly (readonly [number, string])[], readonly number[]]>([
    [
      'the later of two over one alert first',
      [
        [30, 'Disk'],
        [60, 'Disk'],
      ],
      [2, 1],
    ],
    [
      'that of the alert that is free first',
      [
        [30, 'Disk'],
        [60, 'Memory'],
      ],
      [1, 2],
    ],
    [
      'of each alert the last, then the first of these',
      [
        [30, 'Disk'],
        [50, 'Disk'],
        [40, 'Memory'],
      ],
      [3, 2, 1],
    ],
    [
      'one that covers both once',
      [
        [45, 'Disk|Memory'],
        [60, 'Disk'],
      ],
      [1, 2],
    ],
  ])('%s', (_name, silences, expected) => {
    const scenario = new QuietScenario();
    for (const [n, [minutes, value]] of silences.entries())
      scenario.silence(n + 1, minutes, [{ label: 'alertname', operator: '=~', value }]);
    scenario.fires('a', ...new Set(silences.flatMap(([, names]) => names.split('|'))));
    expect(scenario.rowOf(1).suppressed!.mutes.map(({ id }) => id)).toEqual(expected.map(silenceIdOf));
  });
});

describe('rules 16 and 41: a silence', () => {
  const day = 24 * 60;
  it.each<[string, string, string | null, number, string | null]>([
    ['of a responder for a day', bo, teamId, day, null],
    ['of a responder for longer', bo, teamId, day + 1, 'silence.too_long_for_responder'],
    ['of a manager for ninety days', mia, teamId, 90 * day, null],
    ['of a manager for longer', mia, teamId, 90 * day + 1, 'silence.too_long'],
    ['of somebody in another team', rio, teamId, 60, 'permission.denied'],
    ['of the organisation by a manager', mia, null, 60, 'permission.denied'],
    ['of the organisation by an owner', ola, null, 60, null],
    ['that ends now', mia, teamId, 0, 'silence.ends_in_the_past'],
  ])('%s', (_name, by, owner, minutes, expected) => {
    const scenario = new QuietScenario();
    const data = {
      silenceId: silenceIdOf(1),
      teamId: owner,
      matchers: named('Disk'),
      until: scenario.in(minutes),
      comment: '',
      exempt: [],
    };
    expect(scenario.refusal(scenario.run('StartSilence', { ...data, untilResolved: false, confirmedGroups: null }, as(by)))).toBe(expected);
  });

  it('is extended from now on: by a responder to no more than a day ahead', () => {
    const scenario = new QuietScenario();
    scenario.silence(1, day, named('Disk'));
    scenario.passes(60);
    const change = (minutes: number) =>
      scenario.refusal(scenario.run('ChangeSilenceEnd', { silenceId: silenceIdOf(1), until: scenario.in(minutes) }, as(bo)));
    expect([change(day + 1), change(day)]).toEqual(['silence.too_long_for_responder', null]);
  });
});

describe('rule 17: match-all is a row of which every matcher holds for a missing label', () => {
  const matcher = (text: string): LabelMatcher => {
    const [, label, operator, value] = /^(\w+)(=~|!~|!=|=)(.*)$/.exec(text)!;
    return { label: label!, operator: operator as LabelMatcher['operator'], value: value! };
  };
  it.each<[string, boolean]>([
    ['env!=prod', true],
    ['env!~prod', true],
    ['env=~.*', true],
    ['env=~|prod', true],
    ['env=~(prod)?', true],
    ['env=', true],
    ['env!=prod zone!=a', true],
    ['env!=prod zone=', true],
    ['env=prod', false],
    ['env!=', false],
    ['env=~.+', false],
    ['env!~.*', false],
    ['env!=prod zone=a', false],
    ['env=prod zone!=a', false],
  ])('%s: %s', (text, isMatchAll) => {
    const scenario = new QuietScenario();
    scenario.fires('a', 'Disk');
    const matchers = text.split(' ').map(matcher);
    const code = scenario.refusal(scenario.silence(1, 60, matchers));
    expect(code).toBe(isMatchAll ? 'silence.matches_everything' : null);
    if (!isMatchAll) return;
    expect(scenario.refusal(scenario.silence(1, 60, matchers, { confirmedGroups: 2 }))).toBe('silence.matches_everything');
    expect(scenario.refusal(scenario.silence(1, 60, matchers, { confirmedGroups: 1 }))).toBe(null);
  });
});

it('a silence, window or rule is refused where the patterns of its team are too large together, as each alert is compared with all', () => {
  const scenario = new QuietScenario();
  const large: readonly LabelMatcher[] = [{ label: 'alertname', operator: '=~', value: '(x.*y){80}z' }];
  const codesOf = (starts: (n: number) => ReturnType<QuietScenario['run']>) =>
    Array.from({ length: 13 }, (_, n) => scenario.refusal(starts(n + 1))).filter((code) => code !== null);
  expect(new Set(codesOf((n) => scenario.silence(n, 60, large)))).toEqual(new Set(['limit.patterns']));
  expect(new Set(codesOf((n) => scenario.window(n, 60, { matchers: large })))).toEqual(new Set(['limit.patterns']));
  expect(new Set(codesOf((n) => scenario.rule(n, large, named('Disk'))))).toEqual(new Set(['limit.patterns']));
  // what names a value costs nothing, and what is there can be changed
  expect(scenario.refusal(scenario.silence(14, 60, named('Disk')))).toBe(null);
  expect(scenario.refusal(scenario.rule(1, large, named('Memory')))).toBe(null);
});

describe('rules 18 and 19: a suppressed group', () => {
  it.each<['critical' | 'warning', boolean, boolean]>([
    ['critical', true, true],
    ['critical', false, false],
    ['warning', true, false],
    ['warning', false, false],
  ])('of severity %s that fired before its silence (%s) stands on top: %s', (severity, isBefore, isOlder) => {
    const scenario = new QuietScenario();
    const firing = () => scenario.fires('a', alertOf('Disk', { severity }));
    if (isBefore) {
      firing();
      scenario.passes(1);
    }
    scenario.silence(1, 60, named('Disk'));
    if (!isBefore) firing();
    expect(scenario.rowOf(1)).toMatchObject({
      status: 'suppressed',
      urgency: severity === 'critical' ? 'high' : 'low',
      olderThanSilence: isOlder,
    });
  });
});

describe('rule 42', () => {
  const why = (scenario: QuietScenario) => {
    const outcome = scenario.act('EscalateAlertGroup', { groupId: scenario.rowOf(1).id });
    return outcome.kind === 'refused' ? { code: outcome.refused.code, ...outcome.refused.params } : outcome.kind;
  };
  it('names the minute at which a suppressed group pages by itself: five minutes after its last mute', () => {
    const scenario = new QuietScenario();
    scenario.silence(1, 30, named('Disk'));
    fires(scenario);
    expect(why(scenario)).toMatchObject({ code: 'alert_group.suppressed', until: scenario.in(35) });
    scenario.passes(31);
    expect(why(scenario)).toMatchObject({ until: scenario.in(4) });
  });

  it('“it is over” goes to everyone whose phone had rung, muted or not; what is muted causes no update', () => {
    const scenario = new QuietScenario({ service: nobodyWaits });
    fires(scenario);
    scenario.silence(1, 60, [{ label: 'alertname', operator: '=~', value: 'Disk|Memory' }]);
    scenario.fires('a', 'Disk', 'Memory');
    scenario.ends('a', 'Disk', 'Memory');
    scenario.passes(30);
    const quiet = scenario.all('PageStarted').filter(({ data }) => data.quiet);
    expect(quiet.map(({ data }) => [data.personId, data.cause.kind])).toEqual([[ana, 'resolved']]);
  });
});

it('rule 21: matchers see an alert’s labels as last said', () => {
  const scenario = new QuietScenario();
  scenario.silence(1, 60, [is('env', 'test')]);
  const alert = (env: string, more = {}) => alertOf('Disk', { labels: { alertname: 'Disk', env }, ...more });
  scenario.fires('a', alert('live'));
  scenario.fires('a', alert('test'));
  expect(scenario.rowOf(1).status).toBe('suppressed');
  scenario.fires('a', resolvedAlert('Disk'));
  scenario.fires('a', alert('live'));
  expect(scenario.rows().at(-1)!.status).toBe('firing');
});
