import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { AnyDecider } from '@tocsin/kernel/decide/decider.js';
import type { Domain } from '@tocsin/kernel/registry.js';

/** The prefix of keys, and so of titles, of things that can’t be decided. */
export const poison = 'poison';

const isPoisoned = (data: unknown): boolean => JSON.stringify(data).includes(poison);

/** Decisions that throw for poisoned data; their simpler replacements don’t. */
const failingReactions: Readonly<Record<string, (data: { readonly alerts?: readonly unknown[] }) => boolean>> = {
  RouteSignals: isPoisoned,
  OpenAlertGroup: (data) => isPoisoned(data) && data.alerts?.length !== 0,
  RemindHolder: () => true,
};

const withFaults = (decider: AnyDecider): AnyDecider => {
  const decide = { ...decider.decide };
  for (const [type, fails] of Object.entries(failingReactions)) {
    const healthyDecide = decide[type];
    if (!healthyDecide) continue;
    decide[type] = (data, state, context) => {
      if (fails(data as never)) throw new TypeError(`simulated: ${type} can’t be decided`);
      return healthyDecide(data, state, context);
    };
  }
  return { ...decider, decide };
};

/** The real rules with planted faults: a run, a reaction, a timer and a process that always fail. */
export const withPoison = (domain: Domain): Domain => ({
  ...domain,
  deciders: domain.deciders.map(withFaults),
  processes: [
    ...domain.processes,
    {
      name: 'poison',
      on: {
        AttemptStarted: {
          then: ({ data }) => {
            if (/[0-3]$/.test((data as FactOf<'AttemptStarted'>).attemptId)) throw new TypeError('simulated: nothing can be made of it');
            return [];
          },
        },
        AlertGroupAcknowledged: {
          then: () => {
            throw new TypeError('simulated: nothing can be made of it');
          },
        },
      },
    },
  ],
});
