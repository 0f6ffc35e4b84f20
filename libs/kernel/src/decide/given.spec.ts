import { partly } from '@tocsin/testing/partly.js';
import type { AnyDecider } from './decider.js';
import { given } from './given.js';
import { Nothing, Refused } from './refused.js';

const door = partly<AnyDecider>({
  category: 'door',
  initial: 'shut',
  streamId: { Open: () => 'door', Shut: () => 'door', Ring: () => 'door' },
  decide: {
    Open: (_data: unknown, state: string) => (state === 'open' ? new Nothing({ since: 'long ago' }) : [{ type: 'Opened', data: {} }]),
    Shut: (_data: unknown, state: string) => (state === 'shut' ? [] : [{ type: 'WasShut', data: {} }]),
    Ring: () => new Refused('door.no_bell'),
  },
  evolve: { Opened: () => 'open', WasShut: () => 'shut' },
});

const opened = { type: 'Opened', data: {} };
const [open, shut, ring] = ['Open', 'Shut', 'Ring'].map((type) => ({ type, data: {} })) as [typeof opened, typeof opened, typeof opened];

describe('given, when', () => {
  it('has facts', () => {
    const then = given(door).when(open);
    expect(then.facts()).toEqual([opened]);
    expect([then.types(), then.nothing(), then.refusal()]).toEqual([['Opened'], false, null]);
  });

  it('has nothing, said by an empty list or with an answer: no facts, and no refusal', () => {
    for (const then of [given(door).when(shut), given(door, [opened]).when(open)])
      expect([then.types(), then.nothing(), then.refusal()]).toEqual([[], true, null]);
  });

  it('has a refusal, which is not nothing: whoever asks for facts hears so', () => {
    const then = given(door).when(ring);
    expect([then.nothing(), then.refusal()]).toEqual([false, 'door.no_bell']);
    expect(() => then.types()).toThrow('door.no_bell');
    expect(() => then.facts()).toThrow('door.no_bell');
  });
});
