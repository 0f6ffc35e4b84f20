import { holidaysOf } from '@tocsin/contracts/holidays/noun.js';
import { useMemo } from 'react';
import { useMe } from '../../data/session/session.js';
import { useAll, useRow } from '../../data/cache/use-view.js';

/** My holidays by date, each with its name. */
export function useMyHolidays(): ReadonlyMap<string, string> {
  const { personId } = useMe();
  const person = useRow('people', personId).data?.row ?? undefined;
  const organisation = useAll('organisation')[0];
  const calendars = useAll('holidayCalendars');
  return useMemo(
    () => holidaysOf(person, organisation, new Map(calendars.map((calendar) => [calendar.id, calendar]))),
    [person, organisation, calendars],
  );
}
