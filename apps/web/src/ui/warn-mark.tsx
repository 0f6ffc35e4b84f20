/** A warning, beside words in ink. Drawn here: what stands in the first form loads no icons. */
export const WarnMark = ({ size = 14, className = '' }: { size?: number; className?: string }) => (
  <svg
    aria-hidden
    width={size}
    height={size}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    className={`shrink-0 text-warn ${className}`}
  >
    <path d="M8 2.2 14.3 13.3H1.7ZM8 6.4v3.2M8 11.3v.2" />
  </svg>
);
