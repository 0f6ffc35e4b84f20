import type { EventFigure, EventsBy } from '@tocsin/contracts/alert-groups/counted-figures.js';
import { Link } from '@tanstack/react-router';
import { use, type ReactNode } from 'react';
import type { ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { OrderShown } from './count-link.js';
import { openingsSearchOf } from './search.js';

interface Props {
  count: number;
  figure: EventFigure;
  by?: EventsBy;
  /** Null: without a value. */
  of?: string | null;
  /** Shown instead of the number. */
  children?: ReactNode;
  tabIndex?: number;
}

/** A number of events of the report that is shown, as a link to their list. */
export function EventsLink({ count, figure, by, of, children, tabIndex }: Props) {
  const order = use(OrderShown);
  const text = children ?? count.toLocaleString('en');
  if (count === 0 || !order) return text;
  return (
    <Link {...eventsLink(order, { figure, by, of })} tabIndex={tabIndex} className="link">
      {text}
    </Link>
  );
}

interface Line {
  readonly figure: EventFigure;
  readonly by?: EventsBy | undefined;
  readonly of?: string | null | undefined;
}

/** The address of the list behind a number. */
export const eventsLink = (order: ReportOrder, { figure, by, of }: Line) => ({
  to: '/reports/events' as const,
  search: { ...openingsSearchOf(order), report: order.report, figure, ...(by === undefined ? {} : { by, of: of ?? '' }) },
});
