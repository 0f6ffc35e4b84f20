/**
 * Icons of the first screen, drawn here: an import from lucide-react there would load its library and every icon that any screen uses, because they have
 * one entry.
 */
const drawn = { viewBox: '0 0 16 16', fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

export const ChevronIcon = ({ size = 14, className = '' }: { size?: number; className?: string }) => (
  <svg aria-hidden width={size} height={size} strokeWidth="1.75" className={`shrink-0 ${className}`} {...drawn}>
    <path d="m3.5 6 4.5 4.5L12.5 6" />
  </svg>
);

export const InfoIcon = () => (
  <svg aria-hidden width="16" height="16" strokeWidth="1.25" className="shrink-0 text-muted" {...drawn}>
    <circle cx="8" cy="8" r="6" />
    <path d="M8 7.5v3.3M8 5.1v.1" />
  </svg>
);

export const SearchIcon = ({ className = '' }: { className?: string }) => (
  <svg aria-hidden width="16" height="16" strokeWidth="1.25" className={className} {...drawn}>
    <circle cx="7" cy="7" r="4.5" />
    <path d="m10.5 10.5 3.5 3.5" />
  </svg>
);
