import { group } from './alert-group.fixture.js';
import { responsibilityOf, responsibilityText, nextTargets } from './responsibility.js';
import { listNames } from '../../../data/words/list-names.js';
import { ids, names, steps } from '../../../data/words/names.fixture.js';

const dueAt = '2026-11-21T12:05:00.000Z';
const words = (differs: Parameters<typeof group>[0], left: string | null = '40 s') =>
  responsibilityText(responsibilityOf(group(differs), { steps }, names()), left);
const tone = (differs: Parameters<typeof group>[0]) => responsibilityOf(group(differs), { steps }, names()).tone;

describe('who has an alert group', () => {
  it.each([
    ['Notifies Bo and Carla in 40 s', { next: { round: 1, step: 2, dueAt } }],
    ['Notifying you, then Bo and Carla in 40 s', { paging: [ids.ana], next: { round: 1, step: 2, dueAt } }],
    ['Notifying Carla and Bo, again in 40 s', { paging: [ids.carla, ids.bo], next: { round: 1, step: 2, dueAt } }],
    ['Notifying Bo', { paging: [ids.bo] }],
    ['Notifies Bo in 40 s', { paging: [ids.bo], asleep: { [ids.bo]: dueAt } }],
    [
      'Notifying Carla, then Bo in 40 s',
      {
        paging: [ids.carla, ids.bo],
        asleep: { [ids.bo]: dueAt },
        next: { round: 1, step: 2, dueAt: '2026-11-21T12:06:00.000Z' },
      },
    ],
    ['Notifying you, then Bo in 40 s', { paging: [ids.ana, ids.bo], asleep: { [ids.bo]: dueAt } }],
    ['Unacknowledged', {}],
    ['Unacknowledged, notifies the team’s managers in 40 s', { nobodyHasIt: true, next: { round: 4, step: 'exhausted' as const, dueAt } }],
    [
      'Unacknowledged, notifying you, then the team’s managers in 40 s',
      { nobodyHasIt: true, paging: [ids.ana], next: { round: 4, step: 'exhausted' as const, dueAt } },
    ],
    ['You acknowledged', { status: 'acknowledged' as const, holder: { kind: 'person' as const, personId: ids.ana } }],
    [
      'Bo acknowledged, with you',
      { status: 'acknowledged' as const, holder: { kind: 'person' as const, personId: ids.bo }, responders: [ids.ana, ids.bo] },
    ],
    ['Prometheus acknowledged', { status: 'acknowledged' as const, holder: { kind: 'sender' as const, integrationId: ids.prometheus } }],
    ['Resolved by Bo', { status: 'resolved' as const, resolvedBy: { by: 'person' as const, actorId: ids.bo } }],
    ['Resolved by its source', { status: 'resolved' as const, resolvedBy: { by: 'sender' as const, actorId: ids.prometheus } }],
    ['Test ended', { status: 'resolved' as const, test: true, resolvedBy: { by: 'timer' as const, actorId: '' } }],
  ])('is said: %s', (says, differs) => expect(words(differs)).toBe(says));

  it('says when a group that is ending resolves, and what is due before', () => {
    const ending = { alerts: 1, at: '2026-11-21T12:06:00.000Z', all: true, over: true };
    const time = /^Ending, resolves at .+ unless it fires again$/;
    expect(words({ ending, next: { round: 1, step: 2, dueAt: '2026-11-21T12:08:00.000Z' } })).toMatch(time);
    expect(words({ ending, next: { round: 1, step: 2, dueAt } })).toMatch(/unless it fires again, notifies Bo and Carla in 40 s$/);
    expect(words({ ending, status: 'acknowledged', holder: { kind: 'person', personId: ids.ana } })).toMatch(/^You acknowledged, ending, /);
    expect(words({ ending: { ...ending, all: false, over: false }, paging: [ids.bo] })).toBe('Notifying Bo');
  });

  it('is rung now when it is due', () => {
    expect(words({ next: { round: 1, step: 1, dueAt } }, null)).toBe('Notifies you now');
  });

  it('is an alarm only when it fires and nobody is even being rung', () => {
    expect([tone({}), tone({ nobodyHasIt: true, paging: [ids.ana] }), tone({ paging: [ids.ana] }), tone({ status: 'resolved' })]).toEqual([
      'alarm',
      'alarm',
      'ringing',
      'done',
    ]);
  });
});

it('lists at most three names', () => {
  expect(listNames([ids.ana, ids.bo], names())).toBe('you and Bo');
  expect(listNames([ids.bo, ids.carla, ids.ana], names())).toBe('Bo, Carla and you');
  expect(listNames([ids.bo, ids.carla, ids.ana, ids.gone], names())).toBe('Bo, Carla and 2 more');
});

it('says the next step where its people are not known', () => {
  expect(nextTargets({ round: 1, step: 7, dueAt }, { steps }, names())).toBe('the next step');
  expect(nextTargets({ round: 1, step: 0, dueAt }, undefined, names())).toBe('the last assignee');
});
