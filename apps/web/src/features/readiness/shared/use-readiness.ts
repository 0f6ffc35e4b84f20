import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { readinessOf, type Readiness, type ReadinessFacts } from '@tocsin/contracts/people/readiness.js';
import { useQuery } from '@tanstack/react-query';
import { byId } from '../../../data/cache/by-id.js';
import { useClock } from '../../../data/time/clock.js';
import { statusQuery, useHasMail, useSeesBounces } from '../../../data/session/session.js';
import { useAll, useEvery, useRow } from '../../../data/cache/use-view.js';

const emptyContact = (id: string): ContactRow => ({ id, methods: [], rules: [] });
const minute = 60_000;

/** All that is read to say whether a page would reach this person. */
export const useReadinessReadings = (personId: string) =>
  [useRow('contacts', personId), useRow('receipts', personId), useEvery('policies'), useEvery('onCall'), useEvery('teams')] as const;

/**
 * Would a page reach this person? Undefined until all that it needs is read: half of it would be wrong. `here`: what only this browser
 * knows; null while that is not known either.
 */
export function useReadiness(personId: string, here: ReadinessFacts['here'] | null = []): Readiness | undefined {
  const [contacts, receipts, every, onCall, teams] = useReadinessReadings(personId);
  const policies = useAll('policies');
  const mail = useHasMail();
  const bounces = useSeesBounces();
  const connections = useQuery({ ...statusQuery, staleTime: minute }).data?.connections;
  const { away, timeZone } = useRow('people', personId).data?.row ?? {};
  const now = useClock((time) => time - (time % minute));
  if (!contacts.data || !receipts.data || !every.data || !onCall.data || !teams.data || here === null) return undefined;
  const standing = { onCall: byId(onCall.data.rows), teams: byId(teams.data.rows) };
  return readinessOf({
    contact: contacts.data.row ?? emptyContact(personId),
    receipts: receipts.data.row,
    policies,
    now,
    mail,
    bounces,
    connections,
    here,
    standing,
    away,
    timeZone,
  });
}

/** The ids of methods by which a page may not arrive. */
export const unsureIn = (readiness: Readiness | undefined): ReadonlySet<string> =>
  new Set(readiness?.methods.filter(({ isSure }) => !isSure).map(({ method }) => method.contactMethodId));
