import { Link } from '@tanstack/react-router';
import { useRow } from '../../../data/cache/use-view.js';
import { useAsOf } from '../../../data/time/as-of.js';
import type { AlertsSearch } from './filters.js';

/** Below a list that could have alert groups from before its beginning: where they are. */
export function OlderGroups({ search: { state, q } }: { search: AlertsSearch }) {
  const organisation = useRow('organisation', 'organisation').data?.row;
  const isPast = useAsOf() !== null;
  if (!organisation?.listedSince || !(isPast || q || state === 'resolved' || state === 'all')) return null;
  return (
    <p className="py-3 text-muted">
      Resolved alert groups older than {organisation.listedDays || 'the chosen number of'} days are not listed, those from before{' '}
      {organisation.listedSince} at all.{' '}
      <Link to="/history" className="link">
        Search the history
      </Link>
    </p>
  );
}
