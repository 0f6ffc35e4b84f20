import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import { readinessOf } from '@tocsin/contracts/people/readiness.js';
import { unreadyReasons, type UnreadyPerson } from '@tocsin/contracts/schedules/ahead.js';
import { toMillis } from '@tocsin/kernel/time.js';
import type { ConfigurationReads } from '../../../reads.js';

interface NeedContext {
  readonly reads: Pick<ConfigurationReads, 'contacts'>;
  readonly now: string;
  /** Whether this installation sends mails. */
  readonly mail: boolean;
  /** Whether mails that come back are handed over. */
  readonly bounces: boolean;
  /** The kinds of connections that are set up; absent: not known. */
  readonly connections?: readonly string[];
}

/** Why a high-urgency page would not reach a person; undefined: it would. */
function reasonOf(personId: string, { reads, now, mail, bounces, connections }: NeedContext): UnreadyPerson['lacks'] | undefined {
  const contact = reads.contacts.get(personId) ?? { id: personId, methods: [], rules: [] };
  const { reach, reasons, methods } = readinessOf({
    contact,
    receipts: null,
    policies: [],
    now: toMillis(now),
    mail,
    bounces,
    connections,
  });
  // beside a method that rings, a mail that comes back unseen costs nothing
  const all = reach === 'mail' ? [...reasons, ...methods.flatMap((method) => method.reasons)] : reasons;
  return unreadyReasons.find((code) => all.some((reason) => reason.code === code));
}

/** People on call in these schedules, now or in future, who lack something; by when they are on call first. */
export function listUnreadyPeople(
  schedules: readonly { readonly scheduleId: string; readonly firstOnCall: ReadonlyMap<string, string> }[],
  need: NeedContext,
): UnreadyPerson[] {
  const reasonsByPerson = new Map<string, UnreadyPerson['lacks'] | undefined>();
  const unreadyPeople: UnreadyPerson[] = [];
  for (const { scheduleId, firstOnCall } of schedules) {
    for (const [personId, from] of firstOnCall) {
      if (!reasonsByPerson.has(personId)) reasonsByPerson.set(personId, reasonOf(personId, need));
      const reason = reasonsByPerson.get(personId);
      if (reason) unreadyPeople.push({ personId, scheduleId, from, lacks: reason });
    }
  }
  return unreadyPeople
    .toSorted((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0))
    .slice(0, peopleLimits.lackingListed);
}
