import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { evolve } from '@tocsin/kernel/decide/decider.js';
import { ana, bySystem, idOf } from '../../configuration.fixture.js';
import { teamDecider } from '../team-stream/decider.js';
import { peopleDecider } from './decider.js';

const causes = { eventId: 'e', commandId: 'c', correlationId: 'c' };
const factMeta = { at: '2026-11-21T03:12:00.000Z', actor: bySystem, ...causes };
const idOfNumber = (n: number): string => idOf(String(100_000 + n));

/**
 * How many keys and slots are copied while facts are folded: a trap counts spread objects, a spy on `with` counts
 * arrays.
 */
const countCopied = <State>(
  decider: { readonly initial: State; readonly evolve: object },
  facts: readonly Pick<RecordedFact, 'type' | 'data'>[],
) => {
  let slots = 0;
  const copy = Array.prototype.with;
  const spy = jest.spyOn(Array.prototype, 'with').mockImplementation(function (this: unknown[], ...args: [number, unknown]) {
    slots += this.length;
    return copy.apply(this, args);
  });
  let { initial: state } = decider;
  for (const fact of facts) {
    state = evolve(decider, state, fact, factMeta);
    // an object with a key for each of them would be copied whole
    for (const part of [state, ...Object.values(state as object)]) slots += Object.keys((part as object | null) ?? {}).length;
  }
  spy.mockRestore();
  return { slots, state };
};

describe('a history of many', () => {
  it('folds ten thousand people at the cost of each, whoever came before', () => {
    const personJoined = (n: number) => ({
      type: 'PersonJoined' as const,
      data: {
        personId: idOfNumber(n),
        name: `P${n}`,
        email: `p${n}@example.org`,
        role: 'member' as const,
        timeZone: 'UTC',
        passwordRef: 'p',
      },
    });
    const { slots, state } = countCopied(
      peopleDecider,
      Array.from({ length: 10_000 }, (_, n) => personJoined(n)),
    );
    expect(state.size).toBe(10_000);
    expect(slots).toBeLessThan(10_000 * 250);
  });

  it('folds a team of three thousand services, moved to another policy at once', () => {
    const teamId = ana;
    const service = (n: number) => ({
      type: 'ServiceCreated' as const,
      data: {
        teamId,
        serviceId: idOfNumber(n),
        name: `S${n}`,
        description: '',
        runbook: null,
        policyId: idOf('90'),
        urgencyRule: 'by_severity' as const,
        ackTimeoutMinutes: null,
        reopenWindowMinutes: null,
      },
    });
    const all = Array.from({ length: 3_000 }, (_, n) => service(n));
    const movedFact = {
      type: 'ServicesMovedToPolicy' as const,
      data: { teamId, policyId: idOf('90'), toPolicyId: idOf('91'), serviceIds: all.map(({ data }) => data.serviceId) },
    };
    const { slots, state } = countCopied(teamDecider, [...all, movedFact]);
    expect(state.services.values().every(({ policyId }) => policyId === idOf('91'))).toBe(true);
    // each is in three tables: by its id, its name and its policy
    expect(slots).toBeLessThan(2 * 3_000 * 3 * 250);
  });
});
