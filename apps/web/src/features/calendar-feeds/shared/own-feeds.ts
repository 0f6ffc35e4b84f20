import { useMemo } from 'react';
import { useView } from '../../../data/cache/use-view.js';
import { useMe } from '../../../data/session/session.js';

/** The calendar feeds of the signed-in person, revoked ones too. */
export const useOwnFeeds = () => {
  const { personId } = useMe();
  return useView(
    'calendarFeeds',
    useMemo(() => ({ where: { personId: [personId] }, limit: 200 }), [personId]),
  );
};
