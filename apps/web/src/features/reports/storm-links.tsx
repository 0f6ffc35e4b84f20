import type { StormsOfReport } from '@tocsin/contracts/reports/reports.js';
import { plural } from '@tocsin/contracts/reports/words.js';
import { Link } from '@tanstack/react-router';
import { useNames } from '../../data/words/names.js';
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
    <Link key={storm.groupId} to="/alerts/$number" params={{ number: `${storm.number}` }} className="link block">
      {nameOf(storm)}
    </Link>
  ));
}
