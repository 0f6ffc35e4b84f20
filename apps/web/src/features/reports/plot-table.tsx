import { Disclosure } from '../../ui/disclosure.js';
import type { ReactNode } from 'react';
import { FiguresTable } from './figures-table.js';

interface Props {
  /** Title of the plot: `Openings`. */
  what: string;
  /** Unit of a bar or cell: `Day`. */
  caption: string;
  lines: readonly { readonly key: string; readonly count: ReactNode; readonly marks?: ReactNode }[];
  /** The title of a column for marks, if the plot has any. */
  marked?: string | undefined;
}

/** The numbers of a plot, for screen readers and for copying. */
export const PlotTable = ({ what, caption, lines, marked }: Props) =>
  lines.length > 0 && (
    <Disclosure className="mt-2" summary={`${what} by ${caption.toLowerCase()} as a table`}>
      <div className="mt-1 max-w-xl">
        <FiguresTable
          measure={what}
          caption={caption}
          columns={[what, ...(marked ? [marked] : [])]}
          texts={marked ? [marked] : []}
          lines={lines.map(({ key, count, marks }) => ({ key, name: key, cells: [count, ...(marked ? [marks] : [])] }))}
        />
      </div>
    </Disclosure>
  );
