import type { StormsOfReport } from '@tocsin/contracts/reports/reports.js';
import { plural } from '@tocsin/contracts/reports/words.js';
import { useNames } from '../../data/words/names.js';
import { GroupPage } from './group-link.js';
import { serviceLabel } from './report-words.js';

type Storm = StormsOfReport[number];

const useStormName = (): ((storm: Storm) => string) => {
  const names = useNames();
  return ({ alerts, serviceId }) => `Alert storm, ${plural(alerts, 'alert')} in ${serviceLabel(serviceId, names)}`;
};

/** The storms of a line of the table. */
export function StormLinks({ storms }: { storms: readonly Storm[] }) {
  const nameOf = useStormName();
  return storms.map((storm) => (
    <GroupPage key={storm.groupId} number={storm.number} className="link block">
      {nameOf(storm)}
    </GroupPage>
  ));
}
