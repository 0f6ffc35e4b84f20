import type { ReadinessInput } from '@tocsin/contracts/people/shared-readiness.js';
import { useMemo } from 'react';
import { useAhead, useAheadReading } from '../../schedules/shared/use-ahead.js';
import { byId } from '../../../data/cache/by-id.js';
import { useClock } from '../../../data/time/clock.js';
import { useHasMail } from '../../../data/session/session.js';
import { useEvery } from '../../../data/cache/use-view.js';

const minute = 60_000;

/** All data needed for the reachability of everyone. */
export const useKnownReadings = () =>
  [useEvery('people'), useEvery('contacts'), useEvery('receipts'), useEvery('onCall'), useEvery('teams')] as const;

/** The reachability of everyone; undefined until all of it is read. */
export function useKnown(): ReadinessInput | undefined {
  const readings = useKnownReadings();
  const [people, contacts, receipts] = [readings[0].data?.rows, readings[1].data?.rows, readings[2].data?.rows];
  const [onCall, teams] = [readings[3].data?.rows, readings[4].data?.rows];
  const mail = useHasMail();
  const now = useClock((time) => time - (time % minute));
  return useMemo(
    () =>
      people &&
      contacts &&
      receipts &&
      onCall &&
      teams && {
        people: byId(people),
        contacts: byId(contacts),
        receipts: byId(receipts),
        standing: { onCall: byId(onCall), teams: byId(teams) },
        now,
        mail,
      },
    [people, contacts, receipts, onCall, teams, now, mail],
  );
}

/** The same, with upcoming gaps, which are left out while they can’t be loaded. */
export function useKnownAhead(): ReadinessInput | undefined {
  const known = useKnown();
  const { data: ahead } = useAhead();
  return useMemo(() => known && { ...known, ahead }, [known, ahead]);
}

/** All that is read for it. */
export const useKnownAheadReadings = () => [...useKnownReadings(), useAheadReading()];
