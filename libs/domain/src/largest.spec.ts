import { globSync } from 'node:fs';
import { ownersOfCommands } from '@tocsin/kernel/registry.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { tier } from '@tocsin/testing/tier.js';
import { domain } from './registry.js';

/** Each noun has its own beside its commands. */
const cases = Object.assign(
  {},
  ...globSync('**/largest*.fixture.ts', { cwd: __dirname })
    .toSorted()
    .map((file) => jest.requireActual<{ readonly largest: LargestCases }>(`./${file}`).largest),
) as LargestCases;

/** An installation at its limits takes a second of the processor: the short run has every 24th. */
const tried = Object.keys(cases).filter((_, n) => tier !== 'short' || n % 24 === 1);

const commandOf = (name: string): string => name.split(',')[0]!;

describe('the largest decision', () => {
  it('is known of every command', () =>
    expect([...new Set(Object.keys(cases).map(commandOf))].toSorted()).toEqual([...ownersOfCommands(domain.deciders).keys()].toSorted()));

  it.each(tried)('of %s fits into one append, and so does all that follows', (name) => {
    const { large, data, actor } = cases[name]!();
    const outcome = large.does({ type: commandOf(name), data }, actor);
    expect(outcome).toMatchObject({ kind: 'done' });
    expect(large.size()).toBe('fits');
    expect(large.world.refusals).toEqual([]);
  });
});
