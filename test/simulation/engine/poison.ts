import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { AnyDecider } from '@tocsin/kernel/decide/decider.js';
import type { Domain } from '@tocsin/kernel/registry.js';

/** What a thing is called that can’t be decided: its key, and so its title, begins so. */
export const poison = 'poison';

const isPoisoned = (data: unknown): boolean => JSON.stringify(data).includes(poison);

/** These throw for whatever is poisoned; what is simpler, in their place, does not. */
const failing: Readonly<Record<string, (data: { readonly alerts?: readonly unknown[] }) => boolean>> = {
  RouteSignals: isPoisoned,
  OpenAlertGroup: (data) => isPoisoned(data) && data.alerts?.length !== 0,
  RemindHolder: () => true,
};

const withFaults = (decider: AnyDecider): AnyDecider => {
  const decide = { ...decider.decide };
  for (const [type, fails] of Object.entries(failing)) {
    const healthy = decide[type];
    if (!healthy) continue;
    decide[type] = (data, state, context) => {
      if (fails(data as never)) throw new TypeError(`simulated: ${type} can’t be decided`);
      return healthy(data, state, context);
    };
  }
  return { ...decider, decide };
};

/** The real rules, with faults planted in them: a run, a reaction, a timer and a process that fail whenever they are tried. */
export const poisoned = (domain: Domain): Domain => ({
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
