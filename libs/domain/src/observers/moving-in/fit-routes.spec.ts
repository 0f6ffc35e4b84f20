import * as routeLimits from '@tocsin/contracts/route-rules/limits.js';
import type { ForeignAnswer } from './answers.js';
import { fitRoutes } from './fit-routes.js';
import { pagerdutySettings } from './pagerduty-settings.js';
import { Remarks, type OutcomeDraft, type RouteDraft } from './settings.js';

const silent: OutcomeDraft = { recordOnly: true };
const written = { services: new Set(['s1']), policies: new Set(['p1']) };
const route = (name: string, more: Partial<RouteDraft> = {}): RouteDraft => ({
  name,
  when: [[{ label: 'host', operator: '=', value: name }]],
  then: { policyId: 'p1' },
  isOn: true,
  ...more,
});
const fitted = (routes: readonly RouteDraft[], otherwise: OutcomeDraft | undefined = silent) => {
  const remarks = new Remarks();
  const list = fitRoutes({ integrationId: 'i1', routes, otherwise }, 'Door', written, remarks);
  return { names: list.routes.map(({ name }) => name), otherwise: list.otherwise, said: remarks.all.map(({ rule }) => rule) };
};

describe('routes that move in', () => {
  it('keep a default that only records where all of them are here', () =>
    expect(fitted([route('a'), route('b', { then: silent })])).toEqual({
      names: ['a', 'b'],
      otherwise: silent,
      said: ['what no route takes is recorded only'],
    }));

  it.each<[string, Partial<RouteDraft>]>([
    ['its condition can’t be read', { when: null }],
    ['its pattern is none here', { when: [[{ label: 'host', operator: '=~', value: '(?=x)' }]] }],
    ['its service is not here', { then: { serviceId: 's2' } }],
    ['its policy is not here', { then: { policyId: 'p2' } }],
  ])('are without one where %s: neither the default nor a later route that only records takes what it paged for', (_why, more) => {
    const { names, otherwise, said } = fitted([
      route('quiet', { then: silent }),
      route('lost', more),
      route('later', { then: silent }),
      route('z'),
    ]);
    expect({ names, otherwise }).toEqual({ names: ['quiet', 'z'], otherwise: undefined });
    expect(said).toEqual(
      expect.arrayContaining(['route that only records, left out after another', 'default pages, because a route is left out']),
    );
  });

  it('that are more than an integration has are said, and leave what they paged for to the service', () => {
    const most = routeLimits.rulesPerIntegration - 1;
    const { names, otherwise, said } = fitted(Array.from({ length: most + 1 }, (_, n) => route(`r${n}`)));
    expect([names.length, otherwise]).toEqual([most, undefined]);
    expect(said).toContain(`more than ${most} routes`);
  });

  it('that are off there change nothing by being left out', () =>
    expect(fitted([route('off', { when: null, isOn: false })])).toMatchObject({ names: [], otherwise: silent }));

  it('have a default that pages the service where the one there leads to nothing here', () =>
    expect(fitted([], { serviceId: 's2' })).toMatchObject({ otherwise: undefined }));
});

describe('an orchestration of PagerDuty', () => {
  const answer = (path: string, body: unknown): ForeignAnswer => ({ asked: `GET ${path}`, status: 200, body });
  const settingsOf = (rules: readonly object[], rest: string) =>
    pagerdutySettings(
      [
        answer('/services?x', { services: [{ id: 's1', name: 'One', status: 'active' }] }),
        answer('/event_orchestrations?x', { orchestrations: [{ id: 'o1', name: 'Door' }] }),
        answer('/event_orchestrations/o1/router', {
          orchestration_path: { sets: [{ id: 'start', rules }], catch_all: { actions: { route_to: rest } } },
        }),
      ],
      [],
      0,
    );

  it('does not record only what a service gets that is not known, or that the event names', () => {
    const rules = [
      { id: 'r1', label: 'Known', conditions: [], actions: { route_to: 's1' } },
      { id: 'r2', label: 'Gone', conditions: [], actions: { route_to: 's9' } },
      { id: 'r3', label: 'Dynamic', conditions: [], actions: { dynamic_route_to: { source: 'event.summary' } } },
    ];
    const { routes, remarks } = settingsOf(rules, 's9');
    expect(routes[0]!.routes.map(({ name, when }) => [name, when])).toEqual([
      ['Known', []],
      ['Gone', null],
      ['Dynamic', null],
    ]);
    expect(routes[0]).not.toHaveProperty('otherwise');
    expect(remarks.map(({ about }) => about)).toEqual(expect.arrayContaining(['Door: Gone', 'Door: Dynamic', 'Door']));
    expect(settingsOf(rules, 'unrouted').routes[0]).toMatchObject({ otherwise: { recordOnly: true } });
  });
});
