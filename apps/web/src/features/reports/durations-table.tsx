import type { Durations } from '@tocsin/contracts/reports.js';
import type { ReactNode } from 'react';
import { FiguresTable } from './figures-table.js';
import { tookWords } from './report-words.js';

export interface DurationsLine extends Durations {
  readonly key: string;
  readonly name: ReactNode;
}

const columns = ['Measured', 'Others', 'Mean', 'Median', '90 %', '95 %', 'Longest'];

interface Props {
  measure: string;
  caption: string;
  lines: readonly DurationsLine[];
}

/** Durations by something: a line each. */
export const DurationsTable = ({ measure, caption, lines }: Props) => (
  <FiguresTable
    measure={measure}
    caption={caption}
    columns={columns}
    lines={lines.map(({ key, name, measured, missing, mean, p50, p90, p95, max }) => ({
      key,
      name,
      cells: [measured.toLocaleString('en'), missing.toLocaleString('en'), ...[mean, p50, p90, p95, max].map(tookWords)],
    }))}
  />
);
