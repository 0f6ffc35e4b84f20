import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { OrderShown } from './count-link.js';
import { messagesSearchOf, type MessagesNarrowed } from './messages-search.js';

/** A number as a link to the messages behind it, each with its alert group. `of`: which of them. */
export function MessagesLink({ count, of }: { count: number; of: MessagesNarrowed }) {
  const order = use(OrderShown);
  const text = count.toLocaleString('en');
  if (count === 0 || !order) return text;
  return (
    <Link to="/messages" search={{ ...messagesSearchOf(order), ...of }} className="link">
      {text}
    </Link>
  );
}
