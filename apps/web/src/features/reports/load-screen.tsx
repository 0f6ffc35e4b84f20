import { loadFinding } from '@tocsin/contracts/reports/findings.js';
import type { EventsBy } from '@tocsin/contracts/alert-groups/counted-figures.js';
import type { LoadFigures } from '@tocsin/contracts/reports/reports.js';
import { Link } from '@tanstack/react-router';
import { useNames } from '../../data/words/names.js';
import { Nothing, Section } from '../../ui/screen.js';
import { ByDay, ByHour } from './by-time.js';
import { EventsLink } from './events-link.js';
import { FiguresTable } from './figures-table.js';
import { ReportFrame, type ReportProps } from './report-frame.js';
import { formatPercent } from '@tocsin/contracts/reports/words.js';
import { hoursWords, serviceLabel } from './report-words.js';
import { reportQueryOf, usePeriodBefore, type AnswerOf } from './use-report.js';

/** The load report: interruptions, and hours on call. */
export const LoadScreen = (props: ReportProps) => {
  const names = useNames();
  return (
    <ReportFrame {...props} report="load" title="Load" finding={(answer) => loadFinding(answer.figures, names.person, answer)}>
      {(answer) => {
        const { figures, cut } = answer;
        return (
          <>
            {figures.interruptions > 0 && (
              <>
                <Days answer={answer} {...props} />
                <ByHour
                  what="Interruptions"
                  hours={figures.hours}
                  renderLink={(count, hour) => <EventsLink count={count} figure="interruptions" by="hour" of={hour} />}
                >
                  <p className="mt-1 text-xs text-muted">In each person’s time zone.</p>
                </ByHour>
              </>
            )}
            <People figures={figures} cut={cut} />
            <Schedules figures={figures} cut={cut} />
            <Section title="Services">
              {figures.services.length === 0 ? (
                <Nothing>No interruptions in this period.</Nothing>
              ) : (
                <FiguresTable
                  caption="Service"
                  columns={interruptionColumns}
                  lines={figures.services.map((one) => ({
                    key: one.id ?? '',
                    name: serviceLabel(one.id, names),
                    cells: cellsOf(one, 'service', one.id),
                  }))}
                />
              )}
            </Section>
          </>
        );
      }}
    </ReportFrame>
  );
};

const onCall = ['On call', 'Nights', 'On weekends', 'On holidays'];
const interruptionColumns = ['Interruptions', 'Sleep hours', 'Weekends', 'Holidays'];
type Interruptions = Pick<LoadFigures, 'interruptions' | 'sleep' | 'weekend' | 'holiday'>;
const cellsOf = ({ interruptions, sleep, weekend, holiday }: Interruptions, by: EventsBy<'load'>, of: string | null) => [
  <EventsLink key="interruptions" count={interruptions} figure="interruptions" by={by} of={of} />,
  <EventsLink key="sleep" count={sleep} figure="sleep" by={by} of={of} />,
  <EventsLink key="weekend" count={weekend} figure="weekend" by={by} of={of} />,
  <EventsLink key="holiday" count={holiday} figure="holiday" by={by} of={of} />,
];

/** Behind the bars, those of the period before. */
function Days({ answer, ...props }: { answer: AnswerOf<'load'> } & ReportProps) {
  const before = usePeriodBefore('load', reportQueryOf(props.search, []), answer);
  return (
    <ByDay
      {...props}
      what="Interruptions"
      order={answer.order}
      days={answer.figures.days}
      storms={answer.figures.storms}
      before={before.data?.figures.days}
      renderLink={(count, day) => <EventsLink count={count} figure="interruptions" by="day" of={day} />}
    />
  );
}

function People({ figures, cut }: { figures: LoadFigures; cut: boolean }) {
  const names = useNames();
  return (
    <Section title="People">
      {figures.people.length === 0 ? (
        <Nothing>
          {cut
            ? 'Individual figures are visible only to the person and their managers.'
            : 'No one was on call or interrupted in this period.'}
        </Nothing>
      ) : (
        <FiguresTable
          caption="Person"
          columns={['Share', ...interruptionColumns, ...onCall]}
          lines={figures.people.toSorted(mostFirst).map((one) => ({
            key: one.personId,
            name: (
              <Link to="/people/$id" params={{ id: one.personId }} className="link">
                {names.person(one.personId)}
              </Link>
            ),
            cells: [
              <EventsLink key="share" count={one.interruptions} figure="interruptions" by="person" of={one.personId}>
                {formatPercent(one.interruptions, figures.interruptions)}
              </EventsLink>,
              ...cellsOf(one, 'person', one.personId),
              ...[one.onCall, one.nights, one.weekends, one.holidays].map(hoursWords),
            ],
          }))}
        />
      )}
      {cut && figures.people.length > 0 && (
        <p className="mt-2 text-xs text-muted">
          Some people are hidden: individual figures are visible only to the person and their managers.
        </p>
      )}
    </Section>
  );
}

type Person = LoadFigures['people'][number];
const mostFirst = (a: Person, b: Person): number => b.interruptions - a.interruptions || b.onCall - a.onCall;

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
  return (
    <Section title="Schedules">
      <FiguresTable caption="Schedule" columns={['Person', ...(cut ? [] : ['Share']), ...onCall]} texts={['Person']} lines={lines} />
    </Section>
  );
}
