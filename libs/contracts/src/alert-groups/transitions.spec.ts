import { events } from '../catalogue.js';
import { machines, type Machine } from './transitions.js';

const all = Object.entries<Machine>(machines);

/** The states that can be come to, step by step, from nothing. */
const reachableStates = ({ transitions }: Machine): ReadonlySet<string> => {
  const reachedStates = new Set<string>();
  for (let size = -1; size !== reachedStates.size;) {
    size = reachedStates.size;
    for (const { from, to } of transitions) if (from === null || reachedStates.has(from)) reachedStates.add(to);
  }
  return reachedStates;
};

describe.each(all)('%s', (_name, machine) => {
  const { states, transitions } = machine;

  it('names only states that there are', () => {
    const namedStates = transitions.flatMap(({ from, to }) => (from === null ? [to] : [from, to]));
    expect(namedStates.filter((state) => !states.includes(state))).toEqual([]);
  });

  it('begins somewhere, and leaves no state that nothing leads to', () => {
    expect(transitions.some(({ from }) => from === null)).toBe(true);
    const reachedStates = reachableStates(machine);
    expect(transitions.filter(({ from }) => from !== null && !reachedStates.has(from))).toEqual([]);
  });

  it('makes each transition by a fact of the log', () => {
    expect(transitions.filter(({ event }) => !(event in events))).toEqual([]);
  });

  it('says each transition once', () => {
    const describedTransitions = transitions.map(({ from, to, event, by }) => [from, to, event, by].join(' | '));
    expect(new Set(describedTransitions).size).toBe(describedTransitions.length);
  });
});
