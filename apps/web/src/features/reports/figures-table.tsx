import type { ReactNode } from 'react';

export interface FiguresLine {
  readonly key: string;
  readonly name: ReactNode;
  readonly cells: readonly ReactNode[];
}

interface Props {
  /** What a line is about: `Service`. */
  caption: string;
  /** What is measured, where a screen has tables of several things by the same. */
  measure?: string;
  columns: readonly string[];
  /** Those of the columns that hold text: aligned to the left, figures to the right. */
  texts?: readonly string[];
  lines: readonly FiguresLine[];
}

const none: readonly string[] = [];
/** More columns than these do not fit a phone: the table scrolls. */
const fitPhone = 3;

/** Figures by something: a line each, its name first. */
export function FiguresTable({ caption, measure, columns, texts = none, lines }: Props) {
  const isWide = columns.length > fitPhone;
  const isText = columns.map((column) => texts.includes(column));
  const name = measure ? `${measure} by ${caption.toLowerCase()}` : caption;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key
    <section className="overflow-x-auto" tabIndex={0} aria-label={name}>
      <table className={`w-full text-right tabular-nums ${isWide ? 'min-w-[36rem]' : ''}`}>
        <caption className="sr-only">{name}</caption>
        <thead className="text-[13px] text-muted">
          <tr className="align-bottom">
            <th scope="col" className="py-1 text-left font-normal">
              {caption}
            </th>
            {columns.map((column, n) => (
              <th key={column} scope="col" className={`py-1 pl-4 font-normal ${isText[n] ? 'text-left' : isWide ? 'w-24' : 'sm:w-24'}`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, name, cells }) => (
            <tr key={key} className="border-t border-line">
              <th scope="row" className="max-w-72 py-1.5 text-left font-normal">
                {name}
              </th>
              {cells.map((cell, n) => (
                <td key={columns[n]} className={`py-1.5 pl-4 ${isText[n] ? 'text-left' : 'whitespace-nowrap'}`}>
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
