import { Link } from '@tanstack/react-router';
import { listedSinceOf } from '@tocsin/contracts/organisation/listed-since.js';
import { useRow } from '../../../data/cache/use-view.js';
import { PastContext, useAsOf } from '../../../data/time/as-of.js';
import { serverNow } from '../../../data/time/clock.js';
import { formatTime } from '../../../data/time/times.js';

interface Props {
  /** Of a list that resolved groups are in; a list of the past says it wherever it begins too late. */
  hasResolved: boolean;
}

/** Below a list that old alert groups have left: where they are. */
export function OlderGroups(props: Props) {
  const at = useAsOf()?.at;
  return (
    <PastContext value={null}>
      <Said {...props} at={at} />
    </PastContext>
  );
}

function Said({ hasResolved, at }: Props & { at: string | undefined }) {
  const listedSince = listedSinceOf(useRow('organisation', 'organisation').data?.row ?? {}, new Date(serverNow()).toISOString());
  if (listedSince === '' || !(hasResolved || (at !== undefined && at < listedSince))) return null;
  return (
    <p className="py-3 text-muted">
      Alert groups from before {formatTime(new Date(listedSince), { month: 'long', year: 'numeric', timeZone: 'UTC' })} have left the lists.{' '}
      <Link to="/history" className="link">
        Search the history
      </Link>
    </p>
  );
}
