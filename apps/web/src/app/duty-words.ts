import { isUsable, type ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import { idsNamed } from '@tocsin/contracts/policies/targets.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import { minutesInWords } from '../data/time/times.js';

/** A policy in use that pages the person, with the time of their first page. */
export interface Duty {
  readonly policyId: string;
  readonly policy: string;
  /** `first`, `after 15 min`: when they are paged the first time. */
  readonly when: string;
  readonly services: readonly string[];
}

/** Steps that page the person, soonest first: of policies that target them and that an active service uses. */
export function dutiesOf(
  personId: string,
  policies: readonly Pick<PolicyRow, 'id' | 'name' | 'steps' | 'removed'>[],
  services: readonly Pick<ServiceRow, 'name' | 'policyId' | 'state' | 'rehearsingSince'>[],
): readonly Duty[] {
  return policies
    .flatMap((policy) => {
      const at = policy.steps.findIndex((step) => idsNamed(step, 'person').includes(personId));
      const used = services
        .filter((one) => one.policyId === policy.id && one.state === 'active' && one.rehearsingSince === undefined)
        .map(({ name }) => name);
      if (policy.removed || at < 0 || used.length === 0) return [];
      const after = policy.steps.slice(0, at).reduce((sum, { waitMinutes }) => sum + waitMinutes, 0);
      return [
        {
          after,
          duty: { policyId: policy.id, policy: policy.name, services: used, when: at === 0 ? 'first' : `after ${minutesInWords(after)}` },
        },
      ];
    })
    .toSorted((a, b) => a.after - b.after)
    .map(({ duty }) => duty);
}

/**
 * Whether a page of high urgency reaches this person, in a few words. `canRing`: this tab has its sound. `unsure`: methods that failed the
 * last time, or are silent.
 */
export function reachInWords(
  { methods, rules }: Pick<ContactRow, 'methods' | 'rules'>,
  canRing: boolean,
  unsure: ReadonlySet<string> = new Set(),
): { readonly isFine: boolean; readonly says: string } {
  const usable = methods.filter(isUsable);
  if (usable.length === 0) return { isFine: false, says: 'you can’t be paged' };
  const urgent = rules.filter(({ urgency }) => urgency === 'high').toSorted((a, b) => a.delayMinutes - b.delayMinutes);
  const ruled = urgent.flatMap(({ contactMethodId, delayMinutes }) =>
    usable
      .filter((method) => method.contactMethodId === contactMethodId)
      .map(({ kind }) => ({ kind, delayMinutes, isSure: !unsure.has(contactMethodId) })),
  );
  const every = usable.map(({ kind, contactMethodId }) => ({ kind, delayMinutes: 0, isSure: !unsure.has(contactMethodId) }));
  const away = (ruled.length > 0 ? ruled : every).filter(({ kind }) => contactTraits[kind].loudness !== 'tab');
  const first = away.find(({ isSure }) => isSure);
  if (away[0] && !first) return { isFine: false, says: `${contactTraits[away[0].kind].word} may not reach you` };
  if (!first) return { isFine: false, says: canRing ? 'only this open tab alerts you' : 'no sound in this tab until you click' };
  return {
    isFine: true,
    says: `${contactTraits[first.kind].word} ${first.delayMinutes === 0 ? 'at once' : `after ${minutesInWords(first.delayMinutes)}`}`,
  };
}
