import { partOf } from '@tocsin/testing/deep-partial.js';
import type { AnyDecider } from './decider.js';
import { given } from './given.js';
import { Nothing, Refusal } from './refusal.js';

const door = partOf<AnyDecider>({
  category: 'door',
  initial: 'shut',
  streamId: { Open: () => 'door', Shut: () => 'door', Ring: () => 'door' },
  decide: {
    Open: (_data: unknown, state: string) => (state === 'open' ? new Nothing({ since: 'long ago' }) : [{ type: 'Opened', data: {} }]),
    Shut: (_data: unknown, state: string) => (state === 'shut' ? [] : [{ type: 'WasShut', data: {} }]),
    Ring: () => new Refusal('door.no_bell'),
  },
  evolve: { Opened: () => 'open', WasShut: () => 'shut' },
});

const openedFact = { type: 'Opened', data: {} };
const [open, shut, ring] = ['Open', 'Shut', 'Ring'].map((type) => ({ type, data: {} })) as [
  typeof openedFact,
  typeof openedFact,
  typeof openedFact,
];

describe('given, when', () => {
  it('has facts', () => {
    const outcome = given(door).when(open);
    expect(outcome.facts()).toEqual([openedFact]);
    expect([outcome.types(), outcome.nothing(), outcome.refusal()]).toEqual([['Opened'], false, null]);
  });

  it('has nothing, said by an empty list or with an answer: no facts, and no refusal', () => {
    for (const outcome of [given(door).when(shut), given(door, [openedFact]).when(open)])
      expect([outcome.types(), outcome.nothing(), outcome.refusal()]).toEqual([[], true, null]);
  });

  it('has a refusal, which is not nothing: whoever asks for facts hears so', () => {
    const outcome = given(door).when(ring);
    expect([outcome.nothing(), outcome.refusal()]).toEqual([false, 'door.no_bell']);
    expect(() => outcome.types()).toThrow('door.no_bell');
    expect(() => outcome.facts()).toThrow('door.no_bell');
  });
});
