import type { Measure } from '@tocsin/contracts/reports/measures.js';
import type { OpeningCount, Durations } from '@tocsin/contracts/reports/reports.js';
import { durationText } from '@tocsin/contracts/reports/words.js';
import type { ReactNode } from 'react';
import { durationAxis, type Axis } from '../../ui/charts/axis.js';
import { PercentileStrip } from '../../ui/charts/percentile-strip.js';
import { CountLink } from './count-link.js';
import { Change } from './change.js';
import { durationDelta } from './deltas.js';
import { FiguresTable } from './figures-table.js';
import { measureName } from './report-words.js';

export interface DurationsLine extends Durations {
  readonly key: string;
  readonly name: ReactNode;
  /** The dimension’s value; null: without a value; absent: all. */
  readonly of?: string | null;
  /** The median of the period before. */
  readonly before?: number | null | undefined;
}

const firstColumns: Readonly<Record<string, readonly string[]>> = {
  mtta: ['Acknowledged', 'Not acknowledged'],
  time_to_resolve: ['Resolved', 'Not resolved'],
};
const columnsOf = ({ name }: Measure) => [...(firstColumns[name] ?? ['Measured', 'Not measured']), 'Mean', 'p50', 'p90', 'p95', 'Longest'];

interface Props {
  measure: Measure;
  /** Dimension of the lines; absent: all. */
  by: NonNullable<OpeningCount['by']>;
  caption: string;
  lines: readonly DurationsLine[];
  /** The longest duration of all tables of the measure: the lines are drawn on that scale, and compared with the period before. */
  top?: number;
}

export function DurationsTable({ measure, by, caption, lines, top }: Props) {
  const axis = top === undefined ? undefined : durationAxis(top);
  return (
    <FiguresTable
      measure={measureName(measure)}
      caption={caption}
      columns={[...columnsOf(measure), ...(axis ? ['p50 change'] : [])]}
      drawn={axis && <Scale axis={axis} />}
      lines={lines.map(({ key, name, of, before, measured, missing, mean, p50, p90, p95, max }) => {
        const line = { measure, ...(of === undefined ? {} : { by, of }) };
        return {
          key,
          name,
          drawing: axis && <PercentileStrip p50={p50} p90={p90} max={max} top={axis.top} />,
          cells: [
            <CountLink key="measured" count={measured} figure="measured" {...line} />,
            <CountLink key="missing" count={missing} figure="missing" {...line} />,
            ...Object.entries({ mean, p50, p90, p95, max }).map(([figure, took]) => (
              <CountLink key={figure} count={measured} figure="measured" {...line}>
                {durationText(took)}
              </CountLink>
            )),
            ...(axis ? [<Change key="change" delta={durationDelta(p50, before)} />] : []),
          ],
        };
      })}
    />
  );
}

/** Labels that fit into a column. */
const fewer = (ticks: Axis['ticks']): Axis['ticks'] => (ticks.length > 4 ? ticks.filter((_, n) => n % 2 === 0) : ticks);

/** The scale above the drawings. */
const Scale = ({ axis: { ticks, top } }: { axis: Axis }) => (
  <span className="relative block h-4">
    {fewer(ticks).map(({ value, label }, n) => (
      <span
        key={value}
        className={`absolute whitespace-nowrap ${n === 0 ? '' : value === top ? '-translate-x-full' : '-translate-x-1/2'}`}
        style={{ left: `${(value / top) * 100}%` }}
      >
        {label}
      </span>
    ))}
  </span>
);
