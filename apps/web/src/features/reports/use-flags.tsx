import type { ReportOrder, StormsOfReport } from '@tocsin/contracts/reports/reports.js';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { keys } from '../../data/cache/keys.js';
import { readEvents } from '../../data/cache/use-events.js';
import { useNames } from '../../data/words/names.js';
import type { Flag } from '../../ui/charts/flags.js';
import { datesOf, dayIn } from './report-days.js';
import { dateName, serviceLabel } from './report-words.js';
import { useStormName } from './storm-links.js';
import { clockTime } from '../../data/time/times.js';

type PolicyChange = Recorded<'PolicyChanged', { policyId: string; version: number }>;
type Start = Recorded<'ReactorStarted', { awayFrom: string | null }>;

/** The newest of each kind that are read. */
const limit = 50;
/** Milliseconds: a restart is not worth a flag. */
const longAway = 5 * 60_000;

/** Events of one type in the range of a report, at its position of the log, oldest first. */
function useEventsIn<E extends Recorded>(type: E['type'], { from, to, ordinal }: ReportOrder): readonly E[] {
  const query = { type, from, to, before: ordinal + 1, limit };
  const { data } = useQuery({ queryKey: keys.report('flags', query), queryFn: ({ signal }) => readEvents(query, signal) });
  return (data?.events as readonly E[] | undefined)?.toReversed() ?? [];
}

/** What happened in the range of a report: storms, policies that changed, and when Tocsin did not run. `slotOf`: of a day. */
export function useFlags(order: ReportOrder, storms: StormsOfReport, slotOf?: (day: string) => number): readonly Flag[] {
  const dates = datesOf(order);
  const indexOf = slotOf ?? ((day: string) => dates.indexOf(day));
  const stormFlags = useStormFlags(storms, indexOf);
  const policyFlags = usePolicyFlags(order, indexOf);
  const awayFlags = useAwayFlags(order, indexOf);
  return [...stormFlags, ...policyFlags, ...awayFlags].filter(({ index }) => index >= 0);
}

function useStormFlags(storms: StormsOfReport, indexOf: (day: string) => number): readonly Flag[] {
  const names = useNames();
  const nameOf = useStormName();
  return storms.map((storm) => ({
    key: storm.groupId,
    kind: 'Alert storms',
    index: indexOf(storm.day),
    word: `Storm on ${serviceLabel(storm.serviceId, names)}`,
    render: (text, className) => {
      const name = `${nameOf(storm)}, ${dateName(storm.day)}`;
      return (
        <Link to="/alerts/$number" params={{ number: `${storm.number}` }} aria-label={name} title={name} className={className}>
          {text}
        </Link>
      );
    },
  }));
}

/** The last version of each policy on a day. */
function usePolicyFlags(order: ReportOrder, indexOf: (day: string) => number): readonly Flag[] {
  const names = useNames();
  const changes = useEventsIn<PolicyChange>('PolicyChanged', order);
  const last = new Map(changes.map((change) => [`${change.data.policyId} ${dayIn(order.zone, Date.parse(change.meta.at))}`, change]));
  return [...last].map(([key, { data, meta, ordinal }]) => {
    const day = dayIn(order.zone, Date.parse(meta.at));
    const word = `${names.policy(data.policyId)}, version ${data.version}`;
    return { key, kind: 'Policy changes', index: indexOf(day), word, render: linkToEvent(ordinal, `${word}, ${dateName(day)}`) };
  });
}

function useAwayFlags(order: ReportOrder, indexOf: (day: string) => number): readonly Flag[] {
  const starts = useEventsIn<Start>('ReactorStarted', order);
  return starts.flatMap(({ data: { awayFrom }, meta, ordinal }) => {
    if (awayFrom === null || Date.parse(meta.at) - Date.parse(awayFrom) < longAway) return [];
    const day = dayIn(order.zone, Date.parse(awayFrom));
    const [from, to] = [awayFrom, meta.at].map((at) => clockTime(at, Date.parse(meta.at)));
    const word = `Tocsin down ${from}–${to}`;
    return {
      key: `${ordinal}`,
      kind: 'Times Tocsin was down',
      index: indexOf(day),
      word,
      render: linkToEvent(ordinal, `${word}, ${dateName(day)}`),
    };
  });
}

const linkToEvent = (ordinal: number, name: string): Flag['render'] =>
  function EventFlag(text, className) {
    return (
      <Link to="/history" search={{ event: `${ordinal}`, detail: 'every' }} aria-label={name} title={name} className={className}>
        {text}
      </Link>
    );
  };
