interface Props {
  label: string;
  value: number;
  max?: number;
  className?: string;
}

/** How far something is that will end. */
export const Progress = ({ label, value, max = 100, className = 'w-full' }: Props) => (
  <progress
    aria-label={label}
    value={value}
    max={Math.max(max, 1)}
    className={`block h-1 appearance-none overflow-hidden rounded-full border-0 bg-pressed [&::-moz-progress-bar]:bg-bronze-fill [&::-webkit-progress-bar]:bg-pressed [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-bronze-fill ${className}`}
  />
);

/** A part of a whole, drawn: the words beside it say the same. `share`: of 1. */
export const Meter = ({ share, className = 'w-full' }: { share: number; className?: string }) => (
  <div aria-hidden className={`h-[3px] overflow-hidden rounded-full bg-pressed ${className}`}>
    <div className="h-full rounded-full bg-bronze-fill" style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
  </div>
);
