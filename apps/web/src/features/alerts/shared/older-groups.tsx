import { Link } from '@tanstack/react-router';
import { useRow } from '../../../data/cache/use-view.js';
import { PastContext, useAsOf } from '../../../data/time/as-of.js';

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
  const { listedSince, listedDays } = useRow('organisation', 'organisation').data?.row ?? {};
  if (listedSince === undefined || !(hasResolved || (at !== undefined && at < listedSince))) return null;
  return (
    <p className="py-3 text-muted">
      Alert groups {listedDays ? `older than ${listedDays} days` : `from before ${listedSince}`} have left the lists.{' '}
      <Link to="/history" className="link">
        Search the history
      </Link>
    </p>
  );
}
