import type { OpeningCount, ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { Link } from '@tanstack/react-router';
import { createContext, use } from 'react';
import { textOfMeasure } from './measure-text.js';
import { openingsSearchOf } from './search.js';
import type { Measure } from '@tocsin/contracts/reports/measures.js';

/** The parameters of the shown report: lists behind its numbers use the same log position. */
export const OrderShown = createContext<ReportOrder | null>(null);

interface Props {
  count: number;
  figure: OpeningCount['figure'];
  by?: NonNullable<OpeningCount['by']>;
  /** Null: without a value. */
  of?: string | null;
  measure?: Measure;
  children?: string;
}

/** A number of openings as a link to their list. */
export function CountLink({ count, figure, by, of, measure, children }: Props) {
  const order = use(OrderShown);
  const text = children ?? count.toLocaleString('en');
  if (count === 0 || !order) return text;
  const line = by === undefined ? {} : { by, of: of ?? '' };
  return (
    <Link
      to="/reports/openings"
      search={{ ...openingsSearchOf(order), figure, ...line, ...(measure ? { measure: textOfMeasure(measure) } : {}) }}
      className="link"
    >
      {text}
    </Link>
  );
}
