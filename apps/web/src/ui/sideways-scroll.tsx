import type { ReactNode } from 'react';

/** What may be wider than the screen, and is moved sideways then. `label`: read aloud where one gets to it. */
export const SidewaysScroll = ({ label, className = '', children }: { label: string; className?: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key
  <section tabIndex={0} aria-label={label} className={`overflow-x-auto ${className}`}>
    {children}
  </section>
);
