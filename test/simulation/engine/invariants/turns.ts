import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Invariant } from './invariant.js';

/** Two decisions of one reactor. A person’s act on another process may not have been read here. */
const isSameReactor = ({ meta: one }: Recorded, { meta: other }: Recorded): boolean =>
  one.epoch !== undefined && one.epoch === other.epoch && one.node === other.node;

/** Round-robin picks are made by a decision that had read the step’s last pick, however many alert groups ask at the same time. */
export const turns = (): Invariant => {
  const last = new Map<string, Recorded>();
  return {
    onEvent: (event) => {
      if (event.type !== 'EscalationStepTaken') return [];
      const { stepId, picked } = event.data as FactOf<'EscalationStepTaken'>;
      if (stepId === undefined || picked === undefined) return [];
      const former = last.get(stepId);
      last.set(stepId, event);
      if (!former || !isSameReactor(event, former) || event.meta.readUpTo! >= former.ordinal) return [];
      return [`${event.ordinal}: ${picked.personId} is picked by who had not read the pick of ${former.ordinal}`];
    },
  };
};
