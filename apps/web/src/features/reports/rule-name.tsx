import type { NoiseFigures } from '@tocsin/contracts/reports/reports.js';
import { useRow } from '../../data/cache/use-view.js';
import { GroupPage } from './group-link.js';
import { serviceLabel } from './report-words.js';
import { useNames } from '../../data/words/names.js';

/** A rule has no name here: it is called by the title of the first alert group that it opened. */
export function RuleName({ rule: { groupId, number, serviceId } }: { rule: NoiseFigures['rules'][number] }) {
  const { data } = useRow('alertGroups', groupId);
  const names = useNames();
  return (
    <span className="block">
      <GroupPage number={number}>{data?.row?.title ?? `#${number}`}</GroupPage>
      <span className="block text-xs text-muted">{serviceLabel(serviceId, names)}</span>
    </span>
  );
}
