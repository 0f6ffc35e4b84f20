import type { Measured, OpeningCount, ResponseFigures } from '@tocsin/contracts/reports/reports.js';
import { durationText, formatPercent } from '@tocsin/contracts/reports/words.js';
import { responseFinding } from '@tocsin/contracts/reports/findings.js';
import { FigureText, KeyFigures } from '../../ui/charts/key-figures.js';
import { Section } from '../../ui/screen.js';
import { ByDay, ByHour } from './by-time.js';
import { CompareMeasure } from './compare-measure.js';
import { CountLink, openingsLink } from './count-link.js';
import { countDelta, durationDelta, pointsDelta, shareOf } from './deltas.js';
import { Longest } from './longest.js';
import { MeasuredPanel } from './measured-panel.js';
import { MeasureByWeek } from './measure-by-week.js';
import type { DayCount } from './plot-days.js';
import { ReportFrame, type ReportProps } from './report-frame.js';
import { reportQueryOf, useComparison, type AnswerOf, type Comparison } from './use-report.js';
import { useFlags } from './use-flags.js';
import { weekEnds, weekShares, weekSums } from './weeks.js';

const measures = ['mtta', 'time_to_resolve'];

/** Time until a person acknowledged, and until the group was resolved. */
export const ResponseScreen = (props: ReportProps) => (
  <ReportFrame {...props} report="response" title="Response" measures={measures} finding={({ figures }) => responseFinding(figures)}>
    {(answer) => answer.figures.openings > 0 && <Report answer={answer} {...props} />}
  </ReportFrame>
);

const openingsByDay = ({ days }: Pick<ResponseFigures, 'days'>): readonly DayCount[] =>
  days.map(({ day, openings }) => ({ day, parts: [openings] }));

function Report({ answer, search, onSearch }: { answer: AnswerOf<'response'> } & ReportProps) {
  const { figures, order } = answer;
  const comparison = useComparison('response', reportQueryOf(search, measures), answer);
  const { before, weeks, last } = comparison;
  const flags = useFlags(order, figures.storms);
  const [mtta] = figures.measures;
  return (
    <>
      <Key figures={figures} comparison={comparison} />
      <div className="mt-5 grid gap-5 lg:grid-cols-2 [&>*]:mt-0">
        <ByDay
          search={search}
          onSearch={onSearch}
          what="Alerts opened"
          order={order}
          days={openingsByDay(figures)}
          storms={figures.storms}
          flags={flags}
          before={before && openingsByDay(before)}
          linkTo={(day) => openingsLink(order, { figure: 'openings', by: 'day', of: day })}
          renderLink={(count, day) => <CountLink count={count} figure="openings" by="day" of={day} />}
        />
        {mtta && <MeasureByWeek measured={sameMeasure(weeks, mtta)} measure={mtta.measure} order={order} last={last} />}
      </div>
      <ByHour
        what="Alerts opened"
        hours={figures.hours.map(({ hour, openings }) => ({ hour, count: openings }))}
        renderLink={(count, hour, tabIndex) => <CountLink count={count} figure="openings" by="hour" of={hour} tabIndex={tabIndex} />}
      />
      {figures.measures.map((measured) => (
        <MeasuredPanel key={measured.measure.name} measured={measured} before={sameMeasure(before, measured)} />
      ))}
      <Longest figures={figures} />
      <Outcomes figures={figures} />
      <CompareMeasure search={search} onSearch={onSearch} />
    </>
  );
}

const sameMeasure = (figures: ResponseFigures | undefined, { measure }: Measured): Measured | undefined =>
  figures?.measures.find((one) => one.measure.name === measure.name);

const neverShare = (figures: ResponseFigures | undefined): number | null =>
  figures ? shareOf(figures.openings - figures.acknowledged, figures.openings) : null;
const escalatedShare = (figures: ResponseFigures | undefined): number | null =>
  figures ? shareOf(figures.escalated, figures.openings) : null;

function Key({ figures, comparison: { before, weeks, last } }: { figures: ResponseFigures; comparison: Comparison<'response'> }) {
  const { openings, acknowledged, escalated, measures: measured } = figures;
  const [mtta] = measured;
  const inWeeks = weeks?.measures[0];
  const opened = weeks && weekSums(weeks.days, last, (day) => day.openings);
  return (
    <KeyFigures
      figures={[
        {
          label: 'Alerts opened',
          value: <CountLink count={openings} figure="openings" />,
          delta: countDelta(openings, before?.openings, 'neither'),
          trend: opened,
        },
        {
          label: 'p50 to acknowledge',
          value: mtta && (
            <CountLink count={mtta.all.measured} figure="measured" measure={mtta.measure}>
              <FigureText text={durationText(mtta.all.p50)} />
            </CountLink>
          ),
          delta: durationDelta(mtta?.all.p50, before?.measures[0]?.all.p50),
          trend: inWeeks && weekEnds(last).map((end) => inWeeks.weeks.find(({ day }) => day === end)?.p50 ?? null),
        },
        {
          label: 'Never acknowledged',
          value: <FigureText text={formatPercent(openings - acknowledged, openings)} />,
          delta: pointsDelta(neverShare(figures), neverShare(before)),
          trend:
            opened &&
            inWeeks &&
            weekShares(
              weekSums(inWeeks.days, last, (day) => day.missing),
              opened,
            ),
        },
        {
          label: 'Escalated',
          value: (
            <CountLink count={escalated} figure="escalated">
              <FigureText text={formatPercent(escalated, openings)} />
            </CountLink>
          ),
          delta: pointsDelta(escalatedShare(figures), escalatedShare(before)),
          trend:
            weeks &&
            opened &&
            weekShares(
              weekSums(weeks.days, last, (day) => day.escalated),
              opened,
            ),
        },
      ]}
    />
  );
}

/** How many became what, each with its label; all but the first lead to their alert groups. */
function Outcomes({ figures }: { figures: ResponseFigures }) {
  const { person, sender, timer } = figures.resolvedBy;
  const cells: readonly (readonly [string, number, OpeningCount['figure'] | null])[] = [
    ['Alert groups', figures.groups, null],
    ['Opened', figures.openings, 'openings'],
    ['Escalated', figures.escalated, 'escalated'],
    ['Acknowledged by a source only', figures.acknowledgedOtherwise, 'acknowledged_otherwise'],
    ['Resolved by a person', person, 'resolved_by_person'],
    ['Resolved by the source', sender, 'resolved_by_sender'],
    ['Closed by Tocsin', timer, 'resolved_by_timer'],
    ['Still open', figures.stillOpen, 'still_open'],
  ];
  return (
    <Section title="Outcomes">
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-6 gap-y-3">
        {cells.map(([label, count, figure]) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="text-lg tabular-nums">{figure ? <CountLink count={count} figure={figure} /> : count.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
