import { countedFigures, type CountedFigure } from '@tocsin/contracts/alert-groups/counted-figures.js';
import type { OpeningsCounted } from '@tocsin/contracts/reports/reports.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';
import { useNames } from '../../data/words/names.js';
import { Nothing, Screen } from '../../ui/screen.js';
import { At } from '../../ui/time.js';
import { WhenRead } from '../../ui/when-read.js';
import { FiguresTable } from './figures-table.js';
import { plural } from '@tocsin/contracts/reports/words.js';
import { serviceLabel } from './report-words.js';
import { GroupLink } from './group-link.js';
import { ListFoot, ListRange } from './line-words.js';
import type { OpeningsSearch } from './search.js';
import { ReportTabs } from './shared/report-tabs.js';
import { useTitles } from './use-titles.js';

const words: Record<CountedFigure, string> = {
  openings: 'All alerts opened',
  acknowledged: 'Acknowledged by a person',
  acknowledged_otherwise: 'Acknowledged by the source or a program only',
  escalated: 'Escalated',
  resolved_by_person: 'Resolved by a person',
  resolved_by_sender: 'Resolved by the source',
  resolved_by_timer: 'Resolved by Tocsin',
  still_open: 'Still open',
  actionable: 'Actionable',
  acknowledged_only: 'Acknowledged, nothing else done',
  resolved_itself: 'Resolved by the source within 5 min',
  answered_yes: 'There was something to do',
  answered_no: 'There was nothing to do',
  marked: 'Marked as noise',
  flaps: 'Flaps',
  suppressed: 'Suppressed',
  measured: 'Measured',
  missing: 'Not measured',
};
const isFigure = (text: string | undefined): text is CountedFigure => countedFigures.some((one) => one === text);

/** The openings behind a number of a report, as many as it says. */
export function OpeningsScreen({ search: { figure, measure, days: _, ...rest } }: { search: OpeningsSearch }) {
  const names = useNames();
  const figureName = isFigure(figure) ? figure : 'openings';
  const query = { ...rest, figure: figureName, ...(measure ? { measures: measure } : {}) };
  const reading = useQuery({
    queryKey: keys.openings(query),
    queryFn: ({ signal }) => api<OpeningsCounted>('GET', `/reports/openings?${new URLSearchParams(query)}`, { signal }),
  });
  const answer = reading.data;
  const titles = useTitles(answer?.openings.map(({ groupId }) => groupId) ?? []);
  return (
    <Screen title={words[figureName]}>
      <ReportTabs />
      <WhenRead of={[reading]} what="The list of alert groups" lines={8}>
        {answer && (
          <>
            {answer.count > 0 && (
              <p className="text-xl font-medium tracking-tight">
                {plural(answer.count, 'alert')}
                {answer.openings.length < answer.count && `, the first ${answer.openings.length.toLocaleString('en')} are listed`}
              </p>
            )}
            <ListRange {...answer} />
            {answer.count === 0 ? (
              <Nothing>No alerts.</Nothing>
            ) : (
              <FiguresTable
                caption="Alert group"
                columns={['Service', 'Opened', 'Reopened']}
                texts={['Service', 'Opened']}
                lines={answer.openings.map(({ groupId, number, opening, serviceId, at }) => ({
                  key: `${groupId} ${opening}`,
                  name: <GroupLink number={number} title={titles.get(groupId)} />,
                  cells: [
                    serviceLabel(serviceId, names),
                    <At key="at" at={at} className="whitespace-nowrap" />,
                    opening > 1 ? `${opening - 1} ×` : '–',
                  ],
                }))}
              />
            )}
            <ListFoot order={answer.order} />
          </>
        )}
      </WhenRead>
    </Screen>
  );
}
