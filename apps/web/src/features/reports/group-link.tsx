import { Link } from '@tanstack/react-router';

/** An alert group by its number, with its title where there is one. */
export const GroupLink = ({ number, title }: { number: number; title: string | undefined }) => (
  <Link to="/alerts/$number" params={{ number: `${number}` }} className="link tabular-nums wrap-anywhere">
    #{number}
    {title !== undefined && ` ${title}`}
  </Link>
);
