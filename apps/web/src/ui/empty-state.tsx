import type { ReactNode } from 'react';
import { BellMark } from './bell-mark.js';

/** Nothing to show: a drawing, a sentence, one button. */
export const EmptyState = ({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) => (
  <div className="grid justify-items-center gap-2.5 px-6 py-10 text-center">
    <span className="mb-1 text-bronze">
      <BellMark size={56} strokeWidth={1.1} />
    </span>
    <p className="text-sm font-semibold">{title}</p>
    {children && <p className="max-w-[46ch] text-muted">{children}</p>}
    {action}
  </div>
);
