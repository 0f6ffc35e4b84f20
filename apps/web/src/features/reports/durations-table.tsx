import type { Durations } from '@tocsin/contracts/reports.js';
import type { ReactNode } from 'react';
import { tookWords } from './report-words.js';

export interface DurationsLine extends Durations {
  readonly key: string;
  readonly name: ReactNode;
}

const columns = ['Measured', 'Others', 'Mean', 'Median', '90 %', '95 %', 'Longest'];

/** Durations by something: a line each. */
export function DurationsTable({ caption, lines }: { caption: string; lines: readonly DurationsLine[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key
    <section className="overflow-x-auto" tabIndex={0} aria-label={caption}>
      <table className="w-full min-w-[36rem] text-right">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-[13px] text-muted">
          <tr>
            <th scope="col" className="py-1 text-left font-normal">
              {caption}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="py-1 pl-4 font-normal">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, name, measured, missing, mean, p50, p90, p95, max }) => (
            <tr key={key} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-normal">
                {name}
              </th>
              {[measured.toLocaleString('en'), missing.toLocaleString('en'), ...[mean, p50, p90, p95, max].map(tookWords)].map(
                (cell, n) => (
                  <td key={columns[n]} className="py-1.5 pl-4 whitespace-nowrap">
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
