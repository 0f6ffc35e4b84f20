import { DateInput } from './date-input.js';
import { filterClass } from './filter-class.js';

interface Props {
  from: string | undefined;
  to: string | undefined;
  onPut: (change: { from: string } | { to: string }) => void;
}

/** Two days of the past, both inclusive; either may be missing. */
export const DayRange = ({ from, to, onPut }: Props) => (
  <span className="flex items-center gap-1.5 max-sm:w-full">
    <DateInput
      kind="date"
      isPast
      aria-label="From"
      className={`${filterClass} gap-2`}
      value={from ?? ''}
      max={to}
      onPut={(day) => onPut({ from: day })}
    />
    <span className="text-faint">to</span>
    <DateInput
      kind="date"
      isPast
      aria-label="To"
      className={`${filterClass} gap-2`}
      value={to ?? ''}
      min={from}
      onPut={(day) => onPut({ to: day })}
    />
  </span>
);
