import { partOf } from '@tocsin/testing/deep-partial.js';
import type { AnyDecider } from './decide/decider.js';
import { assemble, type Gathering, type Noun } from './registry.js';
import type { AnyView } from './rows/view.js';

const view = (name: string): AnyView => partOf<AnyView>({ name, on: {} });
const decider = (category: string, ...commands: string[]): AnyDecider =>
  partOf<AnyDecider>({ category, decide: Object.fromEntries(commands.map((type) => [type, () => []])) });

const gathering = (type: string): Gathering => partOf<Gathering>({ type });

describe('a domain, assembled', () => {
  it('has what its nouns have, in their order', () => {
    const people: Noun = { deciders: [decider('people', 'Invite')], memory: { people: view('people') }, views: [view('people')] };
    const teams: Noun = { deciders: [decider('team', 'CreateTeam')], views: [view('teams')], upcasters: { 'TeamCreated@1': () => ({}) } };
    const domain = assemble({ people, teams });
    expect(domain.deciders.map(({ category }) => category)).toEqual(['people', 'team']);
    expect(domain.views.map(({ name }) => name)).toEqual(['people', 'teams']);
    expect(domain.memory.map(({ name }) => name)).toEqual(['people']);
    expect(Object.keys(domain.upcasters)).toEqual(['TeamCreated@1']);
    expect(domain).not.toHaveProperty('effects');
  });

  const progress = { type: 'RecordProgress', data: {} };
  it.each<[string, Noun, string]>([
    ['a command', { deciders: [decider('people', 'Invite')] }, 'Invite is decided by people and by people'],
    ['a category of streams', { deciders: [decider('people')] }, 'people belongs to one and to other'],
    ['the name of a process', { processes: [{ name: 'climb', on: {} }] }, 'climb belongs to one and to other'],
    ['a type that is gathered', { gatherings: [gathering('SignalsReceived')] }, 'SignalsReceived belongs to one and to other'],
    ['the timers of a view', { timers: [{ view: 'groups', category: 'group', due: () => [] }] }, 'groups belongs to one and to other'],
    ['a view', { views: [view('people')] }, 'people belongs to one and to other'],
    ['a view of memory', { memory: { people: view('people') } }, 'people belongs to one and to other'],
    ['an input', { inputs: { PersonInvited: () => progress } }, 'PersonInvited belongs to one and to other'],
    ['the causes of a fact', { causes: { Routed: { of: () => [] } } }, 'Routed belongs to one and to other'],
    ['the fact of an old version', { upcasters: { 'PersonJoined@1': () => ({}) } }, 'PersonJoined@1 belongs to one and to other'],
    ['what there is only one of', { progress }, 'progress belongs to one and to other'],
  ])('of two that own %s throws', (_, noun, sentence) => {
    expect(() => assemble({ one: noun, other: noun })).toThrow(sentence);
  });
});
