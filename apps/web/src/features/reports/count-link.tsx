import type { OpeningCount, ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { Link } from '@tanstack/react-router';
import { createContext, use, type ReactNode } from 'react';
import { textOfMeasure } from './measure-text.js';
import { openingsSearchOf } from './search.js';
import type { Measure } from '@tocsin/contracts/reports/measures.js';

/** The parameters of the shown report: lists behind its numbers use the same log position. */
export const OrderShown = createContext<ReportOrder | null>(null);
/** Whether the shown report is of another system’s history: nothing in it has a page or a list here. */
export const OtherLog = createContext(false);

interface Props {
  count: number;
  figure: OpeningCount['figure'];
  by?: NonNullable<OpeningCount['by']>;
  /** Null: without a value. */
  of?: string | null;
  measure?: Measure;
  children?: ReactNode;
  tabIndex?: number;
}

/** A number of openings as a link to their list. */
export function CountLink({ count, figure, by, of, measure, children, tabIndex }: Props) {
  const order = use(OrderShown);
  const text = children ?? count.toLocaleString('en');
  if (count === 0 || !order) return text;
  return (
    <Link {...openingsLink(order, { figure, by, of, measure })} tabIndex={tabIndex} className="link">
      {text}
    </Link>
  );
}

type Line = Pick<Props, 'figure' | 'by' | 'of' | 'measure'>;

/** The address of the list behind a number. */
export const openingsLink = (
  order: ReportOrder,
  { figure, by, of, measure }: { [K in keyof Line]: Line[K] | undefined } & Pick<Props, 'figure'>,
) => ({
  to: '/reports/openings' as const,
  search: {
    ...openingsSearchOf(order),
    figure,
    ...(by === undefined ? {} : { by, of: of ?? '' }),
    ...(measure ? { measure: textOfMeasure(measure) } : {}),
  },
});
