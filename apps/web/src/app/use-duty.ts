import { findAbsenceAt } from '@tocsin/contracts/people/away-at.js';
import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { bellUnlocked } from '../data/bell/bell.js';
import { useAll, useEvery, useRow } from '../data/cache/use-view.js';
import { useMyChoices } from '../data/session/my-choices.js';
import { useMe } from '../data/session/session.js';
import { useStore } from '../data/store.js';
import { useClock } from '../data/time/clock.js';
import { useOpenRequests } from '../features/covers/shared/use-open-requests.js';
import { myDuties } from '../features/on-call/shared/on-call-words.js';
import { unsureIn, useReadiness } from '../features/readiness/shared/use-readiness.js';
import { dutiesOf, reachInWords, type Duty } from './duty-words.js';

export interface MyDuty {
  readonly personId: string;
  readonly onCall: readonly OnCallRow[];
  /** What pages me without a schedule, soonest first. */
  readonly duties: readonly Duty[];
  readonly reach: { readonly isFine: boolean; readonly says: string };
  /** End of my absence, during which low urgency skips me; empty: I’m not away. */
  readonly awayUntil: string;
  /** Open cover requests to me. */
  readonly asking: number;
}

const nothing = { methods: [], rules: [] };

/** My on-call duty, or else what pages me, and whether a page reaches me; null while it is read. */
export function useDuty(): MyDuty | null {
  useMyChoices();
  const { personId } = useMe();
  const [policies, services] = [useAll('policies'), useAll('services')];
  const [arePoliciesRead, areServicesRead] = [useEvery('policies').data !== undefined, useEvery('services').data !== undefined];
  const contact = useRow('contacts', personId).data?.row;
  const readiness = useReadiness(personId);
  const canRing = useStore(bellUnlocked);
  const onCall = myDuties(useAll('onCall'), personId);
  const asking = useOpenRequests().length;
  const periods = useRow('people', personId).data?.row?.away;
  const awayUntil = useClock((now) => findAbsenceAt(periods, new Date(now).toISOString())?.to ?? '');
  if (!arePoliciesRead || !areServicesRead || contact === undefined || readiness === undefined) return null;
  return {
    personId,
    onCall,
    duties: dutiesOf(personId, policies, services),
    reach: reachInWords(contact ?? nothing, canRing, unsureIn(readiness)),
    awayUntil,
    asking,
  };
}

/** Whether anything pages me at all. */
export const isPaged = ({ onCall, duties }: MyDuty): boolean => onCall.length > 0 || duties.length > 0;
