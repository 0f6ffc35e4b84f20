import type { ReactNode } from 'react';

export interface FiguresLine {
  readonly key: string;
  readonly name: ReactNode;
  readonly cells: readonly ReactNode[];
}

interface Props {
  /** Header of the first column: `Service`. */
  caption: string;
  /** Measured quantity, if a screen has several tables with the same caption. */
  measure?: string;
  columns: readonly string[];
  /** Columns with text: aligned left; figures are aligned right. */
  texts?: readonly string[];
  lines: readonly FiguresLine[];
}

const none: readonly string[] = [];
/** More columns than these don’t fit a phone: there each line is a block, with the name of the column above each figure. */
const fitPhone = 2;
const stackedClasses = {
  table: 'max-sm:block sm:min-w-[36rem]',
  head: 'max-sm:sr-only',
  body: 'max-sm:block',
  line: 'max-sm:grid max-sm:grid-cols-3 max-sm:items-end max-sm:gap-x-4 max-sm:gap-y-1 max-sm:py-2',
  name: 'max-sm:col-span-3 max-sm:max-w-none max-sm:py-0',
  cell: 'max-sm:p-0 max-sm:text-left max-sm:before:block max-sm:before:text-xs max-sm:before:text-muted max-sm:before:content-[attr(data-column)_/_""]',
};
const side: Partial<typeof stackedClasses> = {};
/** Figures are quiet: only under the pointer or the focus do they look like links. */
const plainLinks = 'whitespace-nowrap [&_a]:no-underline [&_a:focus-visible]:underline [&_a:hover]:underline';

/** Figures by something: a line each, its name first. */
export function FiguresTable({ caption, measure, columns, texts = none, lines }: Props) {
  const phone = columns.length > fitPhone ? stackedClasses : side;
  const isText = columns.map((column) => texts.includes(column));
  const name = measure ? `${measure} by ${caption.toLowerCase()}` : caption;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key
    <section className="overflow-x-auto" tabIndex={0} aria-label={name}>
      <table className={`w-full text-right tabular-nums ${phone.table ?? ''}`}>
        <caption className="sr-only">{name}</caption>
        <thead className={`text-xs text-muted ${phone.head ?? ''}`}>
          <tr className="align-bottom">
            <th scope="col" className="py-1 text-left font-normal">
              {caption}
            </th>
            {columns.map((column, n) => (
              <th key={column} scope="col" className={`py-1 pl-4 font-normal ${isText[n] ? 'text-left' : 'sm:w-24'}`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={phone.body}>
          {lines.map(({ key, name, cells }) => (
            <tr key={key} className={`border-t border-line ${phone.line ?? ''}`}>
              <th scope="row" className={`max-w-72 py-1.5 text-left font-normal ${phone.name ?? ''}`}>
                {name}
              </th>
              {cells.map((cell, n) => (
                <td
                  key={columns[n]}
                  data-column={columns[n]}
                  className={`py-1.5 pl-4 ${isText[n] ? 'text-left' : plainLinks} ${phone.cell ?? ''}`}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
