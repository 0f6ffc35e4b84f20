import type { EventsBy } from '@tocsin/contracts/alert-groups/counted-figures.js';
import { loadFinding } from '@tocsin/contracts/reports/findings.js';
import type { LoadFigures } from '@tocsin/contracts/reports/reports.js';
import { formatPercent } from '@tocsin/contracts/reports/words.js';
import { Link } from '@tanstack/react-router';
import { useNames } from '../../data/words/names.js';
import { FigureText, KeyFigures } from '../../ui/charts/key-figures.js';
import { Nothing, Section } from '../../ui/screen.js';
import { ByDay, ByHour } from './by-time.js';
import { countDelta, pointsDelta } from './deltas.js';
import { fairnessOf } from './even-share.js';
import { EventsLink, eventsLink } from './events-link.js';
import { FiguresTable } from './figures-table.js';
import { InterruptionsByRule } from './interruptions-by-rule.js';
import { OverBudget } from './over-budget.js';
import { interruptionCells, interruptionColumns, PeopleLoad } from './people-load.js';
import type { DayCount } from './plot-days.js';
import { ReportFrame, type ReportProps } from './report-frame.js';
import { hoursWords, serviceLabel } from './report-words.js';
import { reportQueryOf, useComparison, type AnswerOf, type Comparison } from './use-report.js';
import { useFlagsOfStorms } from './use-flags.js';
import { weekSums } from './weeks.js';

/** The load report: interruptions, and hours on call. */
export const LoadScreen = (props: ReportProps) => {
  const names = useNames();
  return (
    <ReportFrame {...props} report="load" title="Load" finding={(answer) => loadFinding(answer.figures, names.person, answer)}>
      {(answer) => <Report answer={answer} {...props} />}
    </ReportFrame>
  );
};

/** Asleep, and awake. */
const partsByDay = ({ days }: LoadFigures): readonly DayCount[] =>
  days.map(({ day, count, sleep }) => ({ day, parts: [sleep, count - sleep] }));

function Report({ answer, search, onSearch }: { answer: AnswerOf<'load'> } & ReportProps) {
  const { figures, order, cut } = answer;
  const query = reportQueryOf(search, []);
  const comparison = useComparison('load', query, answer);
  const flags = useFlagsOfStorms(order, figures.storms);
  return (
    <>
      <Key answer={answer} comparison={comparison} />
      <PeopleLoad answer={answer} />
      <OverBudget weeks={figures.overBudget} />
      {figures.interruptions > 0 && (
        <>
          <div className="mt-5 grid gap-5 lg:grid-cols-2 [&>*]:mt-0 [&>*]:min-w-0">
            <ByDay
              search={search}
              onSearch={onSearch}
              what="Interruptions"
              order={order}
              days={partsByDay(figures)}
              storms={figures.storms}
              flags={flags}
              before={comparison.before && partsByDay(comparison.before)}
              parts={['in sleep hours', 'awake']}
              linkTo={(day) => eventsLink(order, { figure: 'interruptions', by: 'day', of: day })}
              renderLink={(count, day) => <EventsLink count={count} figure="interruptions" by="day" of={day} />}
            />
            <InterruptionsByRule query={query} order={order} />
          </div>
          <ByHour
            what="Interruptions"
            hours={figures.hours}
            renderLink={(count, hour, tabIndex) => (
              <EventsLink count={count} figure="interruptions" by="hour" of={hour} tabIndex={tabIndex} />
            )}
          >
            <p className="mt-1 text-xs text-muted">In each person’s time zone.</p>
          </ByHour>
        </>
      )}
      <Schedules figures={figures} cut={cut} />
      <Services services={figures.services} />
    </>
  );
}

const fairness = ({ people }: LoadFigures): number | null => fairnessOf(people.map(({ onCall }) => onCall).filter((hours) => hours > 0));

function Key({ answer, comparison: { before, weeks, last } }: { answer: AnswerOf<'load'>; comparison: Comparison<'load'> }) {
  const { figures, cut } = answer;
  const now = fairness(figures);
  return (
    <KeyFigures
      figures={[
        {
          label: 'Interruptions',
          value: <EventsLink count={figures.interruptions} figure="interruptions" />,
          delta: countDelta(figures.interruptions, before?.interruptions),
          trend: weeks && weekSums(weeks.days, last, ({ count }) => count),
        },
        {
          label: 'In sleep hours',
          value: <EventsLink count={figures.sleep} figure="sleep" />,
          delta: countDelta(figures.sleep, before?.sleep),
          trend: weeks && weekSums(weeks.days, last, ({ sleep }) => sleep),
        },
        {
          label: 'On weekends',
          value: <EventsLink count={figures.weekend} figure="weekend" />,
          delta: countDelta(figures.weekend, before?.weekend),
        },
        {
          label: 'Fairness of hours',
          value: cut || now === null ? '–' : <FigureText text={formatPercent(now, 1)} />,
          delta: cut ? null : pointsDelta(now, before && fairness(before), 'more'),
        },
      ]}
    />
  );
}

/** Distribution of each schedule’s hours. Shares only if everyone’s hours are visible. */
function Schedules({ figures: { schedules }, cut }: { figures: LoadFigures; cut: boolean }) {
  const names = useNames();
  const lines = schedules.flatMap(({ scheduleId, people }) => {
    const all = people.reduce((sum, one) => sum + one.onCall, 0);
    return people
      .toSorted((a, b) => b.onCall - a.onCall)
      .map((one, n) => ({
        key: `${scheduleId} ${one.personId}`,
        name: n === 0 && (
          <Link to="/schedules/$id" params={{ id: scheduleId }} className="link">
            {names.schedule(scheduleId)}
          </Link>
        ),
        cells: [
          names.person(one.personId),
          ...(cut ? [] : [formatPercent(one.onCall, all)]),
          ...[one.onCall, one.nights, one.weekends, one.holidays].map(hoursWords),
        ],
      }));
  });
  if (lines.length === 0) return null;
  const columns = ['Person', ...(cut ? [] : ['Share']), 'On call', 'Nights', 'On weekends', 'On holidays'];
  return (
    <Section title="Schedules">
      <FiguresTable caption="Schedule" columns={columns} texts={['Person']} lines={lines} />
    </Section>
  );
}

const byService: EventsBy<'load'> = 'service';

function Services({ services }: Pick<LoadFigures, 'services'>) {
  const names = useNames();
  return (
    <Section title="Services">
      {services.length === 0 ? (
        <Nothing>No interruptions in this period.</Nothing>
      ) : (
        <FiguresTable
          caption="Service"
          columns={interruptionColumns}
          lines={services.map((one) => ({
            key: one.id ?? '',
            name: serviceLabel(one.id, names),
            cells: interruptionCells(one, byService, one.id),
          }))}
        />
      )}
    </Section>
  );
}
