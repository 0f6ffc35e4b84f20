import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { PastContext } from '../../data/time/as-of.js';
import { LoadFailure } from '../../ui/screen.js';
import { ScreenPlaceholder } from '../screen-placeholder.js';
import { atMoment } from './at-moment.js';
import { momentQuery } from './moment-query.js';
import { TimeCursor } from './time-cursor.js';

/** A screen as of a moment, in an amber frame. What stands around it stays live. */
export function PastScreen({ at }: { at: number | string }) {
  // the cursor keeps the focus from one moment to the next
  const { data: moment, error, refetch, isPlaceholderData: isBefore } = useQuery({ ...momentQuery(at), placeholderData: keepPreviousData });
  const navigate = useNavigate();
  const pinned = isBefore ? undefined : moment?.ordinal;
  useEffect(() => {
    if (pinned !== undefined && pinned !== at) void navigate({ to: '.', search: atMoment(pinned), replace: true });
  }, [navigate, pinned, at]);
  const asOf = useMemo(() => (moment ? { ordinal: moment.ordinal, at: moment.at } : null), [moment]);
  if (error) return <LoadFailure what="The moment" error={error} again={() => void refetch()} />;
  if (!moment || !asOf) return <ScreenPlaceholder />;
  return (
    <div className="border-warn max-sm:border-y-3 sm:m-1.5 sm:min-h-[calc(100dvh-12px)] sm:rounded-[10px] sm:border-3">
      <TimeCursor moment={{ ...moment, ordinal: typeof at === 'number' ? at : moment.ordinal }} />
      <PastContext value={asOf}>
        <Outlet />
      </PastContext>
    </div>
  );
}
