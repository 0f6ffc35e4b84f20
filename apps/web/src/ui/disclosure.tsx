import type { ReactNode } from 'react';
import { ChevronIcon } from './first-icons.js';

interface Props {
  summary: ReactNode;
  children: ReactNode;
  /** Whether it is open at first. */
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  className?: string;
}

/** A line that opens what is below it: the browser’s own, so that keys and a search in the page open it; what is closed prints. */
export const Disclosure = ({ summary, children, isOpen = false, onToggle, className = '' }: Props) => (
  <details
    open={isOpen || undefined}
    className={`group/opens ${className}`}
    onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
  >
    <summary className="inline-flex min-h-6 w-fit max-w-full list-none items-center gap-1 rounded-sm text-xs text-muted select-none hover:text-ink [&::-webkit-details-marker]:hidden">
      <ChevronIcon className="-rotate-90 transition-transform duration-100 group-open/opens:rotate-0 motion-reduce:transition-none print:hidden" />
      <span className="min-w-0">{summary}</span>
    </summary>
    {children}
  </details>
);
