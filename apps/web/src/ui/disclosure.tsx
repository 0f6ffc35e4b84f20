import { ChevronRight } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';

interface Props {
  summary: ReactNode;
  children: ReactNode;
  /** Whether it is open at first. */
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  className?: string;
}

/** A line that opens what is below it. What is closed prints. */
export function Disclosure({ summary, children, isOpen: isOpenAtFirst = false, onToggle, className = '' }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const toggle = () => {
    setOpen(!isOpen);
    onToggle?.(!isOpen);
  };
  return (
    <div className={className}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
        className="inline-flex min-h-6 max-w-full items-center gap-1 text-left text-muted hover:text-ink"
      >
        <ChevronRight
          aria-hidden
          size={14}
          strokeWidth={1.75}
          className={`shrink-0 transition-transform duration-100 motion-reduce:transition-none print:hidden ${isOpen ? 'rotate-90' : ''}`}
        />
        <span className="min-w-0">{summary}</span>
      </button>
      <div id={id} className={isOpen ? '' : 'hidden print:block'}>
        {children}
      </div>
    </div>
  );
}
