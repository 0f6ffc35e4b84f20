import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import { routeOf, valuesOf, type Routers } from './route-of.js';

// What the page of settled rules says of routes, by its numbers. A rule is `own: conditions -> outcome`; conditions of several rows are parted by `|`.
const matcherOf = (text: string): LabelMatcher => {
  const [, label, operator, value] = /^([\w.]+)(=~|!~|!=|=)([\s\S]*)$/.exec(text)!;
  return { label: label!, operator: operator as LabelMatcher['operator'], value: value!.replaceAll('_', ' ') };
};
const outcomeOf = (text: string): Routers['integration'][number]['outcome'] => {
  const { to, ...settings } = Object.fromEntries(text.split(',').map((part) => part.split('=') as [string, string])) as Record<
    string,
    string
  >;
  if (to === 'nothing') return { kind: 'record_only' };
  const more = { ...settings, ...(settings['holdMinutes'] ? { holdMinutes: Number(settings['holdMinutes']) } : {}) };
  return to === undefined ? { kind: 'default', ...more } : { kind: 'service', serviceId: to, ...more };
};
const rulesOf = (texts: readonly string[]): Routers['integration'] =>
  texts.map((text, n) => {
    const [, off, conditions, outcome] = /^(off )?([\s\S]*?) ?-> (.*)$/.exec(text)!;
    const rows = conditions === '' ? [] : conditions!.split('|').map((row) => row.split('&').map(matcherOf));
    return { ruleId: String(n), rows, outcome: outcomeOf(outcome!), isOn: off === undefined };
  });

const disk = { labels: { alertname: 'Disk', team: 'pay' }, name: 'Disk', summary: 'Full', severityWord: 'critical' };
const names = { integration: 'Prometheus', service: 'Own', labels: { tier: 'gold' } };
const route = (organisation: readonly string[], integration: readonly string[], alert: Partial<typeof disk> = {}): string => {
  const values = valuesOf({ ...disk, ...alert }, names);
  const { serviceId, settings } = routeOf({ organisation: rulesOf(organisation), integration: rulesOf(integration) }, values, 'own');
  const { policyId, urgency, hold } = settings;
  return [serviceId ?? 'recorded', policyId, urgency, hold && `${hold.minutes} min`].filter(Boolean).join(' ');
};

describe('rule 33: the organisation’s router first', () => {
  it.each<[readonly string[], readonly string[], string]>([
    [[], [], 'own'],
    [['team=pay -> to=A'], ['team=pay -> to=B'], 'A'],
    [['team=pay -> to=A'], ['-> to=nothing'], 'A'],
    [['team=pay -> to=A'], ['-> urgency=low,policyId=p'], 'A'],
    [['team=pay -> to=nothing'], ['-> to=B'], 'recorded'],
    [['team=other -> to=A'], ['-> to=B'], 'B'],
    [['-> urgency=low'], ['-> to=B'], 'B low'],
    [['-> urgency=low'], ['-> to=B,urgency=high'], 'B low'],
    [['-> urgency=low'], ['-> policyId=p'], 'own p low'],
    [['-> holdMinutes=5'], ['-> to=B,holdMinutes=2'], 'B 5 min'],
    [['-> policyId=p'], ['-> policyId=q,urgency=high'], 'own p high'],
    [['-> urgency=low'], ['-> to=nothing'], 'recorded'],
    [['-> urgency=low'], [], 'own low'],
    [[], ['-> to=B,urgency=low,policyId=p,holdMinutes=1'], 'B p low 1 min'],
  ])('%j, then %j: %s', (organisation, integration, expected) => {
    expect(route(organisation, integration)).toBe(expected);
  });
});

describe('rule 34: one rule decides', () => {
  it.each<[readonly string[], string]>([
    [['team=pay -> to=A', 'team=pay -> to=B'], 'A'],
    [['team=pay -> urgency=low', 'team=pay -> to=B'], 'own low'],
    [['off team=pay -> to=A', 'team=pay -> to=B'], 'B'],
    [['off -> to=A'], 'own'],
    [['-> to=A', 'team=pay -> to=B'], 'A'],
    [['team=x -> to=A', '-> to=B'], 'B'],
    [['team=x|team=pay -> to=A'], 'A'],
    [['team=x&alertname=Disk|team=y -> to=A'], 'own'],
    [['team=pay&alertname=Disk -> to=A'], 'A'],
  ])('%j: %s', (rules, expected) => {
    expect(route([], rules)).toBe(expected);
  });
});

describe('rules 37 and 40: what a condition sees', () => {
  it.each<[string, boolean, Partial<typeof disk>?]>([
    ['alertname=Disk', true],
    ['name=Disk', true],
    ['summary=Full', true],
    ['severity=critical', true],
    ['severity=high', false],
    ['integration=Prometheus', true],
    ['service=Own', true],
    ['service.tier=gold', true],
    ['service.tier=', false],
    ['service.other=', true],
    // a label of that name hides the field
    ['severity=page', true, { labels: { ...disk.labels, severity: 'page' } as typeof disk.labels }],
    ['severity=critical', false, { labels: { ...disk.labels, severity: 'page' } as typeof disk.labels }],
    ['service=Own', false, { labels: { ...disk.labels, service: 'db' } as typeof disk.labels }],
    ['service.tier=iron', true, { labels: { ...disk.labels, 'service.tier': 'iron' } as typeof disk.labels }],
    ['urgency=high', false],
    ['env=', true],
    ['env!=prod', true],
    ['env=~', true],
    ['env=~.+', false],
    ['alertname=disk', false],
    ['alertname=Disk_', false],
    ['alertname=~Di', false],
    ['alertname=~Di..', true],
    ['alertname=~di..', false],
    ['alertname=~(?i)disk', true],
    ['alertname!~Di..', false],
    ['summary=~a.b', true, { summary: 'a\nb' }],
    ['summary=~a.*', true, { summary: 'a\nb\nc' }],
    ['summary=~a', false, { summary: 'a\n' }],
    ['summary=a', false, { summary: ' a' }],
    ['constructor=', true],
  ])('%s: %s', (condition, doesMatch, alert = {}) => {
    expect(route([], [`${condition} -> to=A`], alert)).toBe(doesMatch ? 'A' : 'own');
  });
});
