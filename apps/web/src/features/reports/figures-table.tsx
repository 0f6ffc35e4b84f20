import { Fragment, type ReactNode } from 'react';

export interface FiguresLine {
  readonly key: string;
  readonly name: ReactNode;
  readonly cells: readonly ReactNode[];
  /** A drawing of its figures, beside its name. */
  readonly drawing?: ReactNode;
  /** What belongs to it, over the whole width below. */
  readonly below?: ReactNode;
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
  /** The head of the drawings: their scale. */
  drawn?: ReactNode;
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
export function FiguresTable({ caption, measure, columns, texts = none, lines, drawn }: Props) {
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
            {drawn !== undefined && (
              <td aria-hidden className="w-[24%] min-w-60 py-1 pl-4 text-axis max-sm:hidden">
                {drawn}
              </td>
            )}
            {columns.map((column, n) => (
              <th key={column} scope="col" className={`py-1 pl-4 font-normal ${isText[n] ? 'text-left' : 'sm:w-20'}`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={phone.body}>
          {lines.map(({ key, name, cells, drawing, below }) => (
            <Fragment key={key}>
              <tr className={`border-t border-line ${phone.line ?? ''}`}>
                <th scope="row" className={`max-w-72 py-1.5 text-left sm:min-w-36 font-normal wrap-anywhere ${phone.name ?? ''}`}>
                  {name}
                </th>
                {drawn !== undefined && (
                  <td aria-hidden className="py-1.5 pl-4 align-middle max-sm:col-span-3 max-sm:p-0">
                    {drawing}
                  </td>
                )}
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
              {below !== undefined && (
                <tr className={phone === side ? '' : 'max-sm:block'}>
                  <td colSpan={columns.length + (drawn === undefined ? 1 : 2)} className="pb-2.5 text-left max-sm:block">
                    {below}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}
