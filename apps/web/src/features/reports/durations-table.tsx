import type { Measure } from '@tocsin/contracts/reports/measures.js';
import type { OpeningCount, Durations } from '@tocsin/contracts/reports/reports.js';
import type { ReactNode } from 'react';
import { CountLink } from './count-link.js';
import { FiguresTable } from './figures-table.js';
import { durationText } from '@tocsin/contracts/reports/words.js';
import { measureName } from './report-words.js';

export interface DurationsLine extends Durations {
  readonly key: string;
  readonly name: ReactNode;
  /** The dimension’s value; null: without a value; absent: all. */
  readonly of?: string | null;
}

const firstColumns: Readonly<Record<string, readonly string[]>> = {
  mtta: ['Acknowledged', 'Not acknowledged'],
  time_to_resolve: ['Resolved', 'Not resolved'],
};
const columnsOf = ({ name }: Measure) => [
  ...(firstColumns[name] ?? ['Measured', 'Not measured']),
  'Mean',
  'Median',
  'p90',
  'p95',
  'Longest',
];

interface Props {
  measure: Measure;
  /** Dimension of the lines; absent: all. */
  by: NonNullable<OpeningCount['by']>;
  caption: string;
  lines: readonly DurationsLine[];
}

/** Durations by something: a line each. */
export const DurationsTable = ({ measure, by, caption, lines }: Props) => (
  <FiguresTable
    measure={measureName(measure)}
    caption={caption}
    columns={columnsOf(measure)}
    lines={lines.map(({ key, name, of, measured, missing, mean, p50, p90, p95, max }) => ({
      key,
      name,
      cells: [
        <CountLink key="measured" count={measured} figure="measured" measure={measure} {...(of === undefined ? {} : { by, of })} />,
        <CountLink key="missing" count={missing} figure="missing" measure={measure} {...(of === undefined ? {} : { by, of })} />,
        ...Object.entries({ mean, p50, p90, p95, max }).map(([figure, took]) => (
          <CountLink key={figure} count={measured} figure="measured" measure={measure} {...(of === undefined ? {} : { by, of })}>
            {durationText(took)}
          </CountLink>
        )),
      ],
    }))}
  />
);
