import { partOf } from '@tocsin/testing/deep-partial.js';
import { backgroundOf } from './background-work.js';

type Given = Parameters<typeof backgroundOf>;

/** The names of a server’s pieces, in the order in which they start, and in which they stop. */
const namesOf = () => {
  const core = partOf<Given[0]>({ parts: { config: {}, views: { rebuilds: {} } } });
  const nest = { app: { get: () => ({}) }, answer: () => undefined } as unknown as Given[2];
  const works = backgroundOf(core, partOf<Given[1]>({}), nest, null);
  const starting = works.filter(({ start }) => start).map(({ name }) => name);
  const stopping = works.filter(({ stop }) => stop).map(({ name }) => name);
  return { starting, stopping: stopping.toReversed() };
};

describe('the pieces of a server', () => {
  it('that do what requests asked of them stop after the last request, and before the log and the vault', () => {
    const { stopping } = namesOf();
    const from = stopping.indexOf('requests');
    expect(from).toBeGreaterThan(0);
    expect(stopping.slice(from)).toEqual([
      'requests',
      'rebuilds',
      'presses that Slack sent',
      'redactions',
      'erasures',
      'keys of the next month',
      'outgoing calls',
      'last seal',
      'core',
    ]);
  });

  it('start once requests are taken and the reactor runs; what was erased before a restore is erased first', () => {
    const { starting } = namesOf();
    expect(starting.slice(0, 2)).toEqual(['erasures from before a restore', 'requests']);
    const reactor = starting.indexOf('reactor and views');
    expect(starting.slice(reactor + 1)).toEqual(expect.arrayContaining(['erasures', 'redactions', 'keys of the next month', 'auditor']));
  });

  it('first refuse senders', () => expect(namesOf().stopping[0]).toBe('senders'));
});
