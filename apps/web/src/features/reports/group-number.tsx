import { Link } from '@tanstack/react-router';

/** An alert group of this installation has a page; one of an import has only its row in the table. */
export const GroupNumber = ({ number, log }: { number: number; log: string | undefined }) =>
  log === undefined ? (
    <Link to="/alerts/$number" params={{ number: `${number}` }} className="link">
      #{number}
    </Link>
  ) : (
    <>#{number}</>
  );
