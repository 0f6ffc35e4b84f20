import type { Measured, ResponseFigures } from '@tocsin/contracts/reports.js';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useNames } from '../../data/words/names.js';
import { Nothing, Section } from '../../ui/screen.js';
import { CompareMeasure } from './compare-measure.js';
import { CountLink } from './count-link.js';
import { DayBars } from './day-bars.js';
import { DurationsTable } from './durations-table.js';
import { HeatMap } from './heat-map.js';
import { PlotTable } from './plot-table.js';
import { ReportFrame, type ReportProps } from './report-frame.js';
import { plural, tookWords } from '@tocsin/contracts/report-words.js';
import { dateName, hourName, measureName } from './report-words.js';
import { responseFinding } from '@tocsin/contracts/report-findings.js';
import { withChoice } from './search.js';
import { reportQueryOf, usePeriodBefore, type AnswerOf } from './use-report.js';

/** Time until a person acknowledged, and until the group was resolved. */
export const ResponseScreen = (props: ReportProps) => (
  <ReportFrame
    {...props}
    report="response"
    title="Response"
    measures={['mtta', 'time_to_resolve']}
    finding={({ figures }) => responseFinding(figures)}
  >
    {(answer) => answer.figures.openings > 0 && <Report answer={answer} {...props} />}
  </ReportFrame>
);

function Report({ answer, search, onSearch }: { answer: AnswerOf<'response'> } & ReportProps) {
  const { figures, order } = answer;
  const before = usePeriodBefore('response', reportQueryOf(search, ['mtta']), answer);
  return (
    <>
      <p className="mt-2 max-w-3xl text-muted">
        <CountLink count={figures.openings} figure="openings">
          {plural(figures.openings, 'opening')}
        </CountLink>{' '}
        of {plural(figures.groups, 'alert group')} · resolved by a person{' '}
        <CountLink count={figures.resolvedBy.person} figure="resolved_by_person" />, by the sender{' '}
        <CountLink count={figures.resolvedBy.sender} figure="resolved_by_sender" />, by Tocsin{' '}
        <CountLink count={figures.resolvedBy.timer} figure="resolved_by_timer" /> · still open{' '}
        <CountLink count={figures.stillOpen} figure="still_open" />
        {'\u00a0'}· escalated <CountLink count={figures.escalated} figure="escalated" />
        {'\u00a0'}· acknowledged by the sender or a program only{' '}
        <CountLink count={figures.acknowledgedOtherwise} figure="acknowledged_otherwise" />
      </p>
      <Section title="By day">
        <DayBars
          what="Openings"
          order={order}
          days={figures.days.map(({ day, openings }) => ({ day, count: openings }))}
          before={before.data?.figures.days.map(({ day, openings }) => ({ day, count: openings }))}
          onBrush={(from, to) => onSearch(withChoice(search, { days: '', from, to }))}
        />
        <PlotTable
          what="Openings"
          caption="Day"
          lines={figures.days.map(({ day, openings }) => ({
            key: dateName(day),
            count: <CountLink count={openings} figure="openings" by="day" of={day} />,
          }))}
        />
      </Section>
      <Section title="By hour of the week">
        <HeatMap what="Openings" hours={figures.hours.map(({ hour, openings }) => ({ hour, count: openings }))} />
        <PlotTable
          what="Openings"
          caption="Hour of the week"
          lines={figures.hours.map(({ hour, openings }) => ({
            key: hourName(hour),
            count: <CountLink count={openings} figure="openings" by="hour" of={`${hour}`} />,
          }))}
        />
      </Section>
      {figures.measures.map((measured) => (
        <MeasuredSection key={measured.measure.name} measured={measured} />
      ))}
      <CompareMeasure search={search} onSearch={onSearch} />
      <Longest figures={figures} />
    </>
  );
}

function MeasuredSection({ measured: { measure, all, services, teams, urgencies, days, hours } }: { measured: Measured }) {
  const names = useNames();
  const name = measureName(measure);
  return (
    <Section title={name}>
      <DurationsTable
        measure={measure}
        by="service"
        caption="Service"
        lines={[
          { key: 'all', name: <strong className="font-medium">All</strong>, ...all },
          ...services.map((one) => ({
            ...one,
            key: one.id ?? '',
            of: one.id,
            name: one.id === null ? 'No service' : names.service(one.id),
          })),
        ]}
      />
      {teams.length > 1 && (
        <div className="mt-4">
          <DurationsTable
            measure={measure}
            by="team"
            caption="Team"
            lines={teams.map((one) => ({ ...one, key: one.id ?? '', of: one.id, name: one.id === null ? 'No team' : names.team(one.id) }))}
          />
        </div>
      )}
      <div className="mt-4">
        <DurationsTable
          measure={measure}
          by="urgency"
          caption="Urgency"
          lines={urgencies.map(({ id, ...rest }) => ({ ...rest, key: id, of: id, name: id === 'high' ? 'High' : 'Low' }))}
        />
      </div>
      <FoldedSection summary={`${name} by day`}>
        {() => (
          <DurationsTable
            measure={measure}
            by="day"
            caption="Day"
            lines={days.map(({ day, ...rest }) => ({ ...rest, key: day, of: day, name: dateName(day) }))}
          />
        )}
      </FoldedSection>
      <FoldedSection summary={`${name} by hour of the week`}>
        {() => (
          <DurationsTable
            measure={measure}
            by="hour"
            caption="Hour of the week"
            lines={hours.map(({ hour, ...rest }) => ({ ...rest, key: `${hour}`, of: `${hour}`, name: hourName(hour) }))}
          />
        )}
      </FoldedSection>
    </Section>
  );
}

/** Makes its content when it is opened: up to 1,100 days and 168 hours for each measure. */
function FoldedSection({ summary, children }: { summary: string; children: () => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="mt-2" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit text-[13px] text-muted">{summary}</summary>
      {isOpen && <div className="mt-1">{children()}</div>}
    </details>
  );
}

function Longest({ figures: { longest, measures } }: { figures: ResponseFigures }) {
  const [first] = measures;
  return (
    <Section title="Longest">
      {longest.length === 0 || !first ? (
        <Nothing>No one acknowledged an alert group in this period.</Nothing>
      ) : (
        <ol>
          {longest.slice(0, 10).map(({ groupId, number, opening, took }) => (
            <li key={`${groupId}-${opening}`} className="flex items-baseline gap-2 border-t border-line py-1.5 first:border-t-0">
              <Link to="/alerts/$number" params={{ number: `${number}` }} className="link tabular-nums">
                #{number}
              </Link>
              {opening > 1 && <span className="text-muted">opening {opening}</span>}
              <span className="ml-auto tabular-nums">{tookWords(took)}</span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
