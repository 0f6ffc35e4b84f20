import { callUnderWay } from '@tocsin/contracts/contacts/limits.js';
import { throttleOf } from '@tocsin/contracts/contacts/kinds.js';
import type { Ring } from '@tocsin/contracts/alert-groups/bundles.js';
import { bundleLimits } from '@tocsin/contracts/alert-groups/limits.js';
import type { ContactMethod } from '@tocsin/contracts/contacts/rows.js';
import type { Context } from '@tocsin/kernel/decide/decider.js';
import { addMillis, laterOf } from '@tocsin/kernel/time.js';
import { phoneKeyOf } from '../../../setup/contacts/shared/phone-key.js';
import { contactsOf } from '../paging/plan.js';
import type { GroupReads } from '../shared/reads.js';
import { fullUntilOf } from './throttles.js';

type NumberContext = Pick<Context<GroupReads>, 'now' | 'reads'>;
interface MethodRef {
  readonly personId: string;
  readonly contactMethodId: string;
}

export const findMethod = ({ reads }: NumberContext, { personId, contactMethodId }: MethodRef): ContactMethod | undefined =>
  contactsOf(reads, personId).methods.find((one) => one.contactMethodId === contactMethodId);

/** The contact methods of everybody by which the same phone gets the same kind of message, in the order of their ids; otherwise the method alone. */
const methodsAtPhoneOf = (context: NumberContext, ref: MethodRef): readonly MethodRef[] => {
  const method = findMethod(context, ref);
  const key = method ? phoneKeyOf(method) : null;
  if (key === null) return [ref];
  const refs = context.reads.contacts
    .where('phone', key)
    .flatMap(({ id: personId, methods }) =>
      methods.flatMap((one) => (phoneKeyOf(one) === key ? [{ personId, contactMethodId: one.contactMethodId }] : [])),
    );
  return refs.toSorted((one, other) => (one.contactMethodId < other.contactMethodId ? -1 : 1));
};

/** Decisions about a number that several people have wait for each other, as those about one contact method do. */
export const sharedNumberOf = (context: NumberContext, ref: MethodRef): Pick<Ring, 'sharedNumber'> => {
  const refs = methodsAtPhoneOf(context, ref);
  return refs.length > 1 ? { sharedNumber: refs[0]!.contactMethodId } : {};
};

export interface FullMethod {
  readonly until: string;
  /** Other people’s messages at its number count as well. */
  readonly waitsForNumber?: 'limit';
}

/** Until when the receiver has had as many messages as they may, whoever they were for; null: there is room. */
export const limitOf = (context: NumberContext, ref: MethodRef): FullMethod | null => {
  const { reads, now } = context;
  const throttledOf = ({ personId, contactMethodId }: MethodRef) => reads.rings.get(personId)?.throttles?.[contactMethodId] ?? [];
  const refs = methodsAtPhoneOf(context, ref);
  const until = fullUntilOf(refs.flatMap(throttledOf), now);
  if (until === null) return null;
  return refs.length > 1 && fullUntilOf([throttledOf(ref)].flat(), now) !== until ? { until, waitsForNumber: 'limit' } : { until };
};

/** Until when the last message to its phone is under way, by all methods of that phone; null: none is. */
const lastUnderWayUntil = (context: NumberContext, ref: MethodRef, doesDrillCount: boolean): string | null => {
  const { reads, now } = context;
  const ends = methodsAtPhoneOf(context, ref).flatMap(({ personId, contactMethodId }) => {
    const latest = reads.rings.get(personId)?.latest?.[contactMethodId];
    // one that a clock set back left in the future is no call that can be waited for
    return latest && (doesDrillCount || !latest.isDrill) && latest.at <= addMillis(now, bundleLimits.wait)
      ? [addMillis(latest.at, callUnderWay)]
      : [];
  });
  const end = ends.length === 0 ? null : ends.reduce(laterOf);
  return end !== null && end > now ? end : null;
};

/** Until when a real call to its number is under way, for whomever; null: none is, or it is no call. A drill’s call is ended before a real one begins. */
export const callUnderWayUntil = (context: NumberContext, ref: MethodRef): string | null => {
  const method = findMethod(context, ref);
  if (!method || phoneKeyOf(method) === null || throttleOf(method) !== 'voice') return null;
  return lastUnderWayUntil(context, ref, false);
};

/** Whether a drill leaves its message out: its phone got one less than a minute ago. */
export const isBusyForDrill = (context: NumberContext, ref: MethodRef): boolean => lastUnderWayUntil(context, ref, true) !== null;
