import { Disclosure } from '../../ui/disclosure.js';
import type { Measured, OpeningCount, ResponseFigures } from '@tocsin/contracts/reports/reports.js';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useNames } from '../../data/words/names.js';
import { Nothing, Section } from '../../ui/screen.js';
import { ByDay, ByHour } from './by-time.js';
import { CompareMeasure } from './compare-measure.js';
import { CountLink } from './count-link.js';
import { DurationsTable } from './durations-table.js';
import { ReportFrame, type ReportProps } from './report-frame.js';
import { durationText } from '@tocsin/contracts/reports/words.js';
import { dateName, hourName, measureName, serviceLabel } from './report-words.js';
import { responseFinding } from '@tocsin/contracts/reports/findings.js';
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

const openingsByDay = ({ days }: Pick<ResponseFigures, 'days'>) => days.map(({ day, openings }) => ({ day, count: openings }));

function Report({ answer, search, onSearch }: { answer: AnswerOf<'response'> } & ReportProps) {
  const { figures, order } = answer;
  const before = usePeriodBefore('response', reportQueryOf(search, ['mtta']), answer);
  return (
    <>
      <KeyFigures figures={figures} />
      <ByDay
        search={search}
        onSearch={onSearch}
        what="Alerts opened"
        order={order}
        days={openingsByDay(figures)}
        storms={figures.storms}
        before={before.data && openingsByDay(before.data.figures)}
        renderLink={(count, day) => <CountLink count={count} figure="openings" by="day" of={day} />}
      />
      <ByHour
        what="Alerts opened"
        hours={figures.hours.map(({ hour, openings }) => ({ hour, count: openings }))}
        renderLink={(count, hour) => <CountLink count={count} figure="openings" by="hour" of={hour} />}
      />
      {figures.measures.map((measured) => (
        <MeasuredSection key={measured.measure.name} measured={measured} />
      ))}
      <CompareMeasure search={search} onSearch={onSearch} />
      <Longest figures={figures} />
    </>
  );
}

/** The figures of the period, each with its label; all but the first lead to their alert groups. */
function KeyFigures({ figures }: { figures: ResponseFigures }) {
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
    <dl className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-6 gap-y-3">
      {cells.map(([label, count, figure]) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="text-lg tabular-nums">{figure ? <CountLink count={count} figure={figure} /> : count.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
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
            name: serviceLabel(one.id, names),
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
    <Disclosure className="mt-2" summary={summary} onToggle={setOpen}>
      {isOpen && <div className="mt-1">{children()}</div>}
    </Disclosure>
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
              {opening > 1 && <span className="text-muted">reopened</span>}
              <span className="ml-auto tabular-nums">{durationText(took)}</span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
