import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The lines of a list that belong to one team, under its name. */
export const TeamGroup = ({ team, children }: { team: { readonly id: string; readonly name: string }; children: ReactNode }) => (
  <section aria-label={team.name} className="mb-6">
    <h2 className="border-b border-line pb-1 text-xs font-medium">
      <Link to="/teams/$id" params={{ id: team.id }} className="text-muted hover:text-ink">
        {team.name}
      </Link>
    </h2>
    <ul>{children}</ul>
  </section>
);
