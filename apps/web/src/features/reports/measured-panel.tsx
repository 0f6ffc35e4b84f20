import { Disclosure } from '../../ui/disclosure.js';
import type { Durations, Measured } from '@tocsin/contracts/reports/reports.js';
import { useState, type ReactNode } from 'react';
import { useNames } from '../../data/words/names.js';
import { Legend } from '../../ui/charts/legend.js';
import { Section } from '../../ui/screen.js';
import { DurationsTable, type DurationsLine } from './durations-table.js';
import { dateName, hourName, measureName, serviceLabel } from './report-words.js';

interface Props {
  readonly measured: Measured;
  /** The same measure in the period before. */
  readonly before: Measured | undefined;
}

type Lines = readonly (Durations & { readonly id: string | null })[];

/** The durations of a measure by service, team, urgency, day and hour. */
export function MeasuredPanel({ measured, before }: Props) {
  const { measure, all, services, teams, urgencies } = measured;
  const names = useNames();
  const name = measureName(measure);
  const top = Math.max(1, all.max ?? 0);
  const linesOf = (lines: Lines, earlier: Lines | undefined, nameOf: (id: string | null) => string): readonly DurationsLine[] =>
    lines.map((one) => ({
      ...one,
      key: one.id ?? '',
      of: one.id,
      name: nameOf(one.id),
      before: earlier?.find(({ id }) => id === one.id)?.p50,
    }));
  const drawn = { measure, top };
  return (
    <Section
      title={name}
      aside={
        <Legend
          entries={[
            ['tick', 'p50'],
            ['soft', 'p50 to p90'],
            ['ring', 'longest'],
          ]}
        />
      }
    >
      <DurationsTable
        {...drawn}
        by="service"
        caption="Service"
        lines={[
          ...linesOf(services, before?.services, (id) => serviceLabel(id, names)),
          { ...all, key: 'all', name: <strong className="font-semibold">All</strong>, before: before?.all.p50 },
        ]}
      />
      {teams.length > 1 && (
        <div className="mt-4">
          <DurationsTable
            {...drawn}
            by="team"
            caption="Team"
            lines={linesOf(teams, before?.teams, (id) => (id === null ? 'No team' : names.team(id)))}
          />
        </div>
      )}
      <div className="mt-4">
        <DurationsTable
          {...drawn}
          by="urgency"
          caption="Urgency"
          lines={linesOf(urgencies, before?.urgencies, (id) => (id === 'high' ? 'High' : 'Low'))}
        />
      </div>
      <ByTime measured={measured} />
    </Section>
  );
}

function ByTime({ measured: { measure, days, hours } }: Pick<Props, 'measured'>) {
  const name = measureName(measure);
  return (
    <>
      <Folded summary={`${name} by day`}>
        {() => (
          <DurationsTable
            measure={measure}
            by="day"
            caption="Day"
            lines={days.map(({ day, ...rest }) => ({ ...rest, key: day, of: day, name: dateName(day) }))}
          />
        )}
      </Folded>
      <Folded summary={`${name} by hour of the week`}>
        {() => (
          <DurationsTable
            measure={measure}
            by="hour"
            caption="Hour of the week"
            lines={hours.map(({ hour, ...rest }) => ({ ...rest, key: `${hour}`, of: `${hour}`, name: hourName(hour) }))}
          />
        )}
      </Folded>
    </>
  );
}

/** Makes its content when it is opened: up to 1,100 days and 168 hours for each measure. */
function Folded({ summary, children }: { summary: string; children: () => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure className="mt-2" summary={summary} onToggle={setOpen}>
      {isOpen && <div className="mt-1">{children()}</div>}
    </Disclosure>
  );
}
