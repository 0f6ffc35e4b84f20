import type { ReactNode } from 'react';

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
      {/* drawn here: the sign-in, too, has one, and loads no icons */}
      <svg
        aria-hidden
        width="14"
        height="14"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        className="shrink-0 transition-transform duration-100 group-open/opens:rotate-90 motion-reduce:transition-none print:hidden"
      >
        <path d="m6.2 4.2 3.8 3.8-3.8 3.8" />
      </svg>
      <span className="min-w-0">{summary}</span>
    </summary>
    {children}
  </details>
);
