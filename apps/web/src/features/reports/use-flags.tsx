import type { ReportOrder, StormsOfReport } from '@tocsin/contracts/reports/reports.js';
import { plural } from '@tocsin/contracts/reports/words.js';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { keys } from '../../data/cache/keys.js';
import { readEvents } from '../../data/cache/use-events.js';
import { useNames, type Names } from '../../data/words/names.js';
import type { Flag } from '../../ui/charts/flags.js';
import { OtherLog } from './count-link.js';
import { datesOf, dayIn } from './report-days.js';
import { dateName, serviceLabel } from './report-words.js';
import { clockTime } from '../../data/time/times.js';

type PolicyChange = Recorded<'PolicyChanged', { policyId: string; version: number }>;
type Start = Recorded<'ReactorStarted', { awayFrom: string | null }>;

/** The newest of each kind that are read. */
const limit = 50;
/** Milliseconds: a restart is not worth a flag. */
const longAway = 5 * 60_000;

/** What happened in the range of a report: storms, policies that changed, and when Tocsin did not run. `slotOf`: of a day. */
export function useFlags(order: ReportOrder, storms: StormsOfReport, slotOf?: (day: string) => number): readonly Flag[] {
  const dates = datesOf(order);
  const indexOf = slotOf ?? ((day: string) => dates.indexOf(day));
  const stormFlags = useStormFlags(storms, indexOf);
  const eventFlags = useEventFlags(order, indexOf);
  return [...stormFlags, ...eventFlags].filter(({ index }) => index >= 0);
}

/** Storms alone. */
export function useFlagsOfStorms(order: ReportOrder, storms: StormsOfReport): readonly Flag[] {
  const dates = datesOf(order);
  return useStormFlags(storms, (day) => dates.indexOf(day)).filter(({ index }) => index >= 0);
}

function useStormFlags(storms: StormsOfReport, indexOf: (day: string) => number): readonly Flag[] {
  const names = useNames();
  const isOther = use(OtherLog);
  return storms.map(({ groupId, day, serviceId, alerts, number }) => {
    const word = `Storm on ${serviceLabel(serviceId, names)}`;
    // begins with the words that are seen
    const name = `${word}, ${plural(alerts, 'alert')}, ${dateName(day)}`;
    return {
      key: groupId,
      kind: 'Alert storms',
      index: indexOf(day),
      word,
      render: (text, className) =>
        isOther ? (
          <span title={name} className={className}>
            {text}
          </span>
        ) : (
          <Link to="/alerts/$number" params={{ number: `${number}` }} aria-label={name} title={name} className={className}>
            {text}
          </Link>
        ),
    };
  });
}

/** Events in the range of a report, at its position of the log; those of this log are not another’s. */
function useEventFlags(order: ReportOrder, indexOf: (day: string) => number): readonly Flag[] {
  const names = useNames();
  const isOther = use(OtherLog);
  const { from, to, ordinal, zone } = order;
  const query = { type: Object.keys(flagOf), from, to, before: ordinal + 1, limit };
  const { data } = useQuery({
    queryKey: keys.report('flags', query),
    queryFn: ({ signal }) => readEvents(query, signal),
    enabled: !isOther,
  });
  const flags = ((isOther ? undefined : data?.events) ?? []).flatMap((event) => {
    const flag = flagOf[event.type]?.(event as never, names, zone);
    return flag ? [{ ...flag, index: indexOf(flag.day), render: linkToEvent(event.ordinal, `${flag.word}, ${dateName(flag.day)}`) }] : [];
  });
  // newest first: of a policy that changed twice on a day the last version is shown
  return flags.filter(({ key }, n) => flags.findIndex((one) => one.key === key) === n);
}

interface EventFlag {
  readonly key: string;
  readonly kind: string;
  readonly word: string;
  readonly day: string;
}

const flagOf: Readonly<Record<string, (event: never, names: Names, zone: string) => EventFlag | null>> = {
  PolicyChanged: ({ data: { policyId, version }, meta }: PolicyChange, names, zone) => {
    const day = dayIn(zone, Date.parse(meta.at));
    return { key: `${policyId} ${day}`, kind: 'Policy changes', word: `${names.policy(policyId)}, version ${version}`, day };
  },
  ReactorStarted: ({ data: { awayFrom }, meta: { at }, ordinal }: Start, _, zone) => {
    if (awayFrom === null || Date.parse(at) - Date.parse(awayFrom) < longAway) return null;
    const [from, to] = [awayFrom, at].map((time) => clockTime(time, Date.parse(at)));
    return { key: `${ordinal}`, kind: 'Times Tocsin was down', word: `Tocsin down ${from}–${to}`, day: dayIn(zone, Date.parse(awayFrom)) };
  },
};

const linkToEvent = (ordinal: number, name: string): Flag['render'] =>
  function EventFlag(text, className) {
    return (
      <Link to="/history" search={{ event: `${ordinal}`, detail: 'every' }} aria-label={name} title={name} className={className}>
        {text}
      </Link>
    );
  };
