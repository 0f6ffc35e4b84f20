import type { Measured, ReportAnswer, ResponseFigures } from '@tocsin/contracts/reports.js';
import { Link } from '@tanstack/react-router';
import { useNames } from '../../data/words/names.js';
import { Nothing, Screen, Section } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { DurationsTable } from './durations-table.js';
import { HeatMap } from './heat-map.js';
import { PinFoot } from './pin-foot.js';
import { ReportFilters } from './report-filters.js';
import { measureName, plural, tookWords } from './report-words.js';
import { responseFinding } from './response-finding.js';
import { withChoice, type ReportSearch } from './search.js';
import { ReportTabs } from './shared/report-tabs.js';
import { askedBy, useReport, type AnswerOf } from './use-report.js';

interface Props {
  search: ReportSearch;
  onSearch: (search: ReportSearch) => void;
}

/** How long it took until somebody acknowledged, and until it was resolved. */
export function ResponseScreen({ search, onSearch }: Props) {
  const reading = useReport('response', askedBy(search, ['mtta', 'time_to_resolve']));
  return (
    <Screen title="Response">
      <ReportTabs />
      <ReportFilters search={search} days={daysOf(reading.data)} onPut={(change) => onSearch(withChoice(search, change))} />
      <div className="mt-5">
        <WhenRead of={[reading]} what="The report" lines={8}>
          {reading.data && <Report answer={reading.data} />}
        </WhenRead>
      </div>
    </Screen>
  );
}

/** The first and the last day, by the clock of the report. */
function daysOf(answer: ReportAnswer | undefined): { from: string; to: string } | undefined {
  if (!answer) return undefined;
  const { from, to, zone } = answer.order;
  const day = (at: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at);
  return { from: day(Date.parse(from)), to: day(Date.parse(to) - 1) };
}

function Report({ answer }: { answer: AnswerOf<'response'> }) {
  const { figures } = answer;
  return (
    <>
      <p className="max-w-3xl text-lg leading-7">{responseFinding(figures)}</p>
      {figures.openings > 0 && (
        <>
          <p className="mt-2 text-muted">
            {plural(figures.openings, 'opening')} of {plural(figures.groups, 'alert group')} · resolved by a person{' '}
            {figures.resolvedBy.person}, by the sender {figures.resolvedBy.sender}, by Tocsin {figures.resolvedBy.timer} · still open{' '}
            {figures.stillOpen} · escalated {figures.escalated} · acknowledged by the sender or a program only{' '}
            {figures.acknowledgedOtherwise}
          </p>
          <Section title="By hour of the week">
            <HeatMap what="Openings" hours={figures.hours.map(({ hour, openings }) => ({ hour, count: openings }))} />
          </Section>
          {figures.measures.map((measured) => (
            <MeasuredSection key={measured.measure.name} measured={measured} />
          ))}
          <Longest figures={figures} />
        </>
      )}
      <PinFoot answer={answer} />
    </>
  );
}

function MeasuredSection({ measured: { measure, all, services, teams, urgencies } }: { measured: Measured }) {
  const names = useNames();
  const name = measureName(measure);
  return (
    <Section title={name}>
      <DurationsTable
        caption="Service"
        lines={[
          { key: 'all', name: <strong className="font-medium">All</strong>, ...all },
          ...services.map((one) => ({ ...one, key: one.id ?? '', name: one.id === null ? 'No service' : names.service(one.id) })),
        ]}
      />
      {teams.length > 1 && (
        <div className="mt-4">
          <DurationsTable
            caption="Team"
            lines={teams.map((one) => ({ ...one, key: one.id ?? '', name: one.id === null ? 'No team' : names.team(one.id) }))}
          />
        </div>
      )}
      <div className="mt-4">
        <DurationsTable
          caption="Urgency"
          lines={urgencies.map(({ id, ...rest }) => ({ ...rest, key: id, name: id === 'high' ? 'High' : 'Low' }))}
        />
      </div>
    </Section>
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
