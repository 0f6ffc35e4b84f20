import type { NoiseFigures } from '@tocsin/contracts/reports/reports.js';
import { Link } from '@tanstack/react-router';
import { useRow } from '../../data/cache/use-view.js';
import { serviceLabel } from './report-words.js';
import { useNames } from '../../data/words/names.js';

/** A rule has no name here: it is called by the title of the first alert group that it opened. */
export function RuleName({ rule: { groupId, number, serviceId } }: { rule: NoiseFigures['rules'][number] }) {
  const { data } = useRow('alertGroups', groupId);
  const names = useNames();
  return (
    <span className="block">
      <Link to="/alerts/$number" params={{ number: `${number}` }} className="link">
        {data?.row?.title ?? `#${number}`}
      </Link>
      <span className="block text-xs text-muted">{serviceLabel(serviceId, names)}</span>
    </span>
  );
}
