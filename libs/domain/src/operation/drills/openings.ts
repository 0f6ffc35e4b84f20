import type { DrillOpening } from '@tocsin/contracts/drills/opening.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import { resolveTarget } from '../../setup/policies/shared/targets.js';
import { isUsable } from '@tocsin/contracts/contacts/rows.js';
import { isPagedForReal } from '../alert-groups/shared/open-drills.js';
import type { GroupReads } from '../alert-groups/shared/reads.js';

interface Asking {
  readonly now: string;
  readonly reads: GroupReads;
}

/** Why an alert group of this service and policy would page nobody. */
export const whyNotOpened = ({ serviceId, policyId }: DrillOpening, { services, policies }: GroupReads): RefusalCode | null => {
  const service = services.get(serviceId);
  if (!service) return 'service.not_found';
  if (service.state === 'archived') return 'drill.service_archived';
  const policy = policies.get(policyId ?? service.policyId);
  if (!policy) return 'policy.not_found';
  return policy.removed ? 'drill.policy_removed' : null;
};

/** Whether a step of its policy would ring this person by now. */
const doesRing = ({ serviceId, policyId }: DrillOpening, personId: string, { now, reads }: Asking): boolean => {
  const policy = reads.policies.get(policyId ?? reads.services.get(serviceId)?.policyId ?? '');
  const targets = policy?.versions.at(-1)?.steps.flatMap((step) => step.targets) ?? [];
  return targets.some((target) => resolveTarget(target, reads, now).some((one) => one.personId === personId));
};

/** Whether a drill that starts now would ring one of these people. */
export const doesRingAnyOf = (openings: readonly DrillOpening[], personIds: readonly string[], asking: Asking): boolean =>
  personIds.some(
    (personId) =>
      (asking.reads.contacts.get(personId)?.methods.some(isUsable) ?? false) &&
      !isPagedForReal(personId, asking) &&
      openings.some((opening) => doesRing(opening, personId, asking)),
  );
