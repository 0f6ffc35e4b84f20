import type { EventFigure, EventsBy } from '@tocsin/contracts/alert-groups/counted-figures.js';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { OrderShown } from './count-link.js';
import { openingsSearchOf } from './search.js';

interface Props {
  count: number;
  figure: EventFigure;
  by?: EventsBy;
  /** Null: without a value. */
  of?: string | null;
  /** Shown instead of the number. */
  children?: string;
}

/** A number of events of the report that is shown, as a link to their list. */
export function EventsLink({ count, figure, by, of, children }: Props) {
  const order = use(OrderShown);
  const text = children ?? count.toLocaleString('en');
  if (count === 0 || !order) return text;
  const line = by === undefined ? {} : { by, of: of ?? '' };
  return (
    <Link to="/reports/events" search={{ ...openingsSearchOf(order), report: order.report, figure, ...line }} className="link">
      {text}
    </Link>
  );
}
