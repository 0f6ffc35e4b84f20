import { countedFigures, type CountedFigure } from '@tocsin/contracts/counted-figures.js';
import type { OpeningsCounted } from '@tocsin/contracts/reports.js';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';
import { useNames } from '../../data/words/names.js';
import { Nothing, Screen } from '../../ui/screen.js';
import { At } from '../../ui/time.js';
import { WhenRead } from '../../ui/when-read.js';
import { FiguresTable } from './figures-table.js';
import { plural } from '@tocsin/contracts/report-words.js';
import { dateName, hourName, rangeName } from './report-words.js';
import type { OpeningsSearch } from './search.js';
import { ReportTabs } from './shared/report-tabs.js';

const words: Record<CountedFigure, string> = {
  openings: 'All openings',
  acknowledged: 'Acknowledged by a person',
  acknowledged_otherwise: 'Acknowledged by the sender or a program only',
  escalated: 'Escalated',
  resolved_by_person: 'Resolved by a person',
  resolved_by_sender: 'Resolved by the sender',
  resolved_by_timer: 'Resolved by Tocsin',
  still_open: 'Still open',
  actionable: 'Actionable',
  marked: 'Marked as noise',
  flaps: 'Flaps',
  suppressed: 'Suppressed',
  measured: 'Measured',
  missing: 'Not measured',
};
const isFigure = (text: string | undefined): text is CountedFigure => countedFigures.some((one) => one === text);

/** What they were counted in: the same as in the report. */
function Range({ order, counted: { by, of } }: Pick<OpeningsCounted, 'order' | 'counted'>) {
  const names = useNames();
  const { service, team, urgency } = order;
  const parts = [
    rangeName(order),
    by === 'day' && dateName(of),
    by === 'hour' && hourName(Number(of)),
    by === 'urgency' && `${of} urgency`,
    by === 'service' && (of === '' ? 'No service' : names.service(of)),
    by === 'team' && (of === '' ? 'No team' : names.team(of)),
    by === 'integration' && (of === '' ? 'Opened manually' : names.integration(of)),
    by === 'rule' && 'one alert',
    service && names.service(service),
    team && names.team(team),
    urgency && `${urgency} urgency`,
  ];
  return <p className="mb-3 text-[13px] text-muted">{parts.filter(Boolean).join(' · ')}</p>;
}

/** The openings behind a number of a report, as many as it says. */
export function OpeningsScreen({ search: { figure, measure, days: _, ...rest } }: { search: OpeningsSearch }) {
  const names = useNames();
  const shown = isFigure(figure) ? figure : 'openings';
  const query = { ...rest, figure: shown, ...(measure ? { measures: measure } : {}) };
  const reading = useQuery({
    queryKey: keys.openings(query),
    queryFn: ({ signal }) => api<OpeningsCounted>('GET', `/reports/openings?${new URLSearchParams(query)}`, { signal }),
  });
  const answer = reading.data;
  return (
    <Screen title={words[shown]}>
      <ReportTabs />
      <WhenRead of={[reading]} what="The openings" lines={8}>
        {answer && (
          <>
            {answer.count > 0 && (
              <p className="text-lg leading-7">
                {plural(answer.count, 'opening')}
                {answer.openings.length < answer.count && `, the first ${answer.openings.length.toLocaleString('en')} are listed`}
              </p>
            )}
            <Range {...answer} />
            {answer.count === 0 ? (
              <Nothing>No openings.</Nothing>
            ) : (
              <FiguresTable
                caption="Alert group"
                columns={['Service', 'Opened', 'Opening']}
                texts={['Service', 'Opened']}
                lines={answer.openings.map(({ groupId, number, opening, serviceId, at }) => ({
                  key: `${groupId} ${opening}`,
                  name: (
                    <Link to="/alerts/$number" params={{ number: `${number}` }} className="link tabular-nums">
                      #{number}
                    </Link>
                  ),
                  cells: [
                    serviceId === null ? 'No service' : names.service(serviceId),
                    <At key="at" at={at} className="whitespace-nowrap" />,
                    opening,
                  ],
                }))}
              />
            )}
          </>
        )}
      </WhenRead>
    </Screen>
  );
}
