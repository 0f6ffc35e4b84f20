import type { ExistingGroup } from '@tocsin/domain/operation/alert-groups/state.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { stateOf } from './group-card.js';

type Server = Parameters<typeof stateOf>[0];

const server = partOf<Server>({ reads: { people: { get: () => ({ name: 'Bo' }) } } });
const following = (more: object): ExistingGroup =>
  ({ status: 'firing', links: { follows: { leader: { groupId: 'g7', number: 7 }, holder: null, since: '', ...more } } }) as never;

describe('a message about a group of a storm', () => {
  it('says who has the group that leads it, with the buttons that then make sense', () => {
    const shown = stateOf(server, following({ holder: { kind: 'person', personId: 'bo' } }));
    expect(shown.state).toBe('Acknowledged by Bo, as part of #7.');
    expect(shown.buttons.map(({ act }) => act)).toEqual(['take_over', 'resolve']);
  });

  it('is as any other while nobody has it', () => {
    expect(stateOf(server, following({}))).toMatchObject({ state: '', buttons: [{ act: 'acknowledge' }, { act: 'resolve' }] });
  });
});
