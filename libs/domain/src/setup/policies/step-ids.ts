import type { Step, TypedStep } from '@tocsin/contracts/policies/noun.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';

/** The id of a step that came without one, from its policy and position. */
export const stepIdOf = (policyId: string, place: number): string => deriveNamedId('step', policyId, place);

/**
 * Gives every step an id. A step without one keeps the id of the step at its position, unless another step has that id:
 * a client that writes policies without ids changes steps instead of replacing them.
 */
export const withIds = (steps: readonly TypedStep[], before: readonly Step[], newId: (place: number) => string): Step[] => {
  const usedIds = new Set(steps.map(({ stepId }) => stepId));
  return steps.map(({ stepId, ...step }, place) => {
    const previousId = before[place]?.stepId;
    const ownId = previousId === undefined || usedIds.has(previousId) ? newId(place) : previousId;
    return { stepId: stepId ?? ownId, ...step };
  });
};
