import { Link } from '@tanstack/react-router';
import { use, type ReactNode } from 'react';
import { OtherLog } from './count-link.js';

interface Props {
  number: number;
  title: string | undefined;
}

export const GroupLink = ({ number, title }: Props) => (
  <GroupPage number={number} className="link tabular-nums wrap-anywhere">
    #{number}
    {title !== undefined && ` ${title}`}
  </GroupPage>
);

/** The same number is another group’s in another log. */
export const GroupPage = ({ number, className = 'link', children }: { number: number; className?: string; children: ReactNode }) =>
  use(OtherLog) ? (
    children
  ) : (
    <Link to="/alerts/$number" params={{ number: `${number}` }} className={className}>
      {children}
    </Link>
  );
