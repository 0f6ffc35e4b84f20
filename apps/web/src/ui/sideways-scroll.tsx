import type { ReactNode } from 'react';

/** Scrolls content that is wider than the screen horizontally. `label`: for screen readers. */
export const SidewaysScroll = ({ label, className = '', children }: { label: string; className?: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key
  <section tabIndex={0} aria-label={label} className={`overflow-x-auto ${className}`}>
    {children}
  </section>
);
