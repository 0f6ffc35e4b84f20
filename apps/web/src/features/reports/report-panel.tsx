import type { ReactNode } from 'react';

/** A part of a report: its title, and beside it a legend or a choice. */
export const ReportPanel = ({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) => (
  <section aria-label={title} className="mt-5 min-w-0 rounded-[10px] border border-line bg-raised px-4 pt-3 pb-4">
    <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <h2 className="font-semibold">{title}</h2>
      {aside}
    </div>
    {children}
  </section>
);
