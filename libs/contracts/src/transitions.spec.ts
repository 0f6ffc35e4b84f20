import { events } from './catalogue.js';
import { machines, type Machine } from './transitions.js';

const all = Object.entries<Machine>(machines);

/** The states that can be come to, step by step, from nothing. */
const reachable = ({ transitions }: Machine): ReadonlySet<string> => {
  const reached = new Set<string>();
  for (let size = -1; size !== reached.size;) {
    size = reached.size;
    for (const { from, to } of transitions) if (from === null || reached.has(from)) reached.add(to);
  }
  return reached;
};

describe.each(all)('%s', (_name, machine) => {
  const { states, transitions } = machine;

  it('names only states that there are', () => {
    const named = transitions.flatMap(({ from, to }) => (from === null ? [to] : [from, to]));
    expect(named.filter((state) => !states.includes(state))).toEqual([]);
  });

  it('begins somewhere, and leaves no state that nothing leads to', () => {
    expect(transitions.some(({ from }) => from === null)).toBe(true);
    const reached = reachable(machine);
    expect(transitions.filter(({ from }) => from !== null && !reached.has(from))).toEqual([]);
  });

  it('makes each transition by a fact of the log', () => {
    expect(transitions.filter(({ event }) => !(event in events))).toEqual([]);
  });

  it('says each transition once', () => {
    const said = transitions.map(({ from, to, event, by }) => [from, to, event, by].join(' | '));
    expect(new Set(said).size).toBe(said.length);
  });
});
