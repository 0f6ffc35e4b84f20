import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A time that leads to its moment: who was on call then, under which rules. `at`: an ordinal, or an instant. */
export const MomentLink = ({ at, children }: { at: number | string; children: ReactNode }) => (
  <Link
    to="/moment"
    search={{ at } as object}
    title="Who was on call then, under which rules?"
    className="max-sm:inline-block max-sm:py-0.5 underline decoration-transparent underline-offset-3 hover:decoration-line-field"
  >
    {children}
  </Link>
);
