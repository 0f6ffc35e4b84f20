import { ownersOfCommands } from '@tocsin/kernel/registry.js';
import {
  accessCases,
  calendarFeedCases,
  holidayCases,
  mailServerCases,
  connectionCases,
  organisationCases,
  reactorCases,
  signInCases,
  routeCases,
  silenceCases,
  tokenCases,
} from '@tocsin/testing/largest/small-nouns.js';
import { bulkActCases } from '@tocsin/testing/largest/bulk-act-cases.js';
import { bundleCases } from '@tocsin/testing/largest/bundle-cases.js';
import { contactCases, peopleCases } from '@tocsin/testing/largest/people-cases.js';
import { fanOutCases } from '@tocsin/testing/largest/fan-out-cases.js';
import { callCases } from '@tocsin/testing/largest/call-cases.js';
import { groupCases } from '@tocsin/testing/largest/group-act-cases.js';
import { internalCases } from '@tocsin/testing/largest/group-internal-cases.js';
import { timerCases } from '@tocsin/testing/largest/group-timer-cases.js';
import { routingCases, subscriptionCases } from '@tocsin/testing/largest/routing-cases.js';
import { scheduleCases } from '@tocsin/testing/largest/schedule-cases.js';
import { teamCases } from '@tocsin/testing/largest/team-cases.js';
import { tier } from '@tocsin/testing/tier.js';
import { domain } from './registry.js';

const cases = {
  ...organisationCases,
  ...peopleCases,
  ...contactCases,
  ...accessCases,
  ...signInCases,
  ...mailServerCases,
  ...connectionCases,
  ...tokenCases,
  ...calendarFeedCases,
  ...holidayCases,
  ...routeCases,
  ...silenceCases,
  ...teamCases,
  ...reactorCases,
  ...callCases,
  ...groupCases,
  ...internalCases,
  ...bundleCases,
  ...bulkActCases,
  ...fanOutCases,
  ...timerCases,
  ...routingCases,
  ...subscriptionCases,
  ...scheduleCases,
};

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
