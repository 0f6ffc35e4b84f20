import type { ReactNode } from 'react';
import { FiguresTable } from './figures-table.js';

interface Props {
  /** Title of the plot: `Openings`. */
  what: string;
  /** Unit of a bar or cell: `Day`. */
  caption: string;
  lines: readonly { readonly key: string; readonly count: ReactNode }[];
}

/** The numbers of a plot, for screen readers and for copying. */
export const PlotTable = ({ what, caption, lines }: Props) =>
  lines.length > 0 && (
    <details className="mt-2">
      <summary className="w-fit text-[13px] text-muted">
        {what} by {caption.toLowerCase()} as a table
      </summary>
      <div className="mt-1 max-w-md">
        <FiguresTable
          measure={what}
          caption={caption}
          columns={[what]}
          lines={lines.map(({ key, count }) => ({ key, name: key, cells: [count] }))}
        />
      </div>
    </details>
  );
