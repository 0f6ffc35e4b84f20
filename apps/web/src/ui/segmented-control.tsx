import { useId, type ReactNode } from 'react';

export interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly count?: number | undefined;
}

interface Props<Value extends string> {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** One of a few: radio buttons, so that the arrow keys choose. */
export function SegmentedControl<Value extends string>({ label, segments, value, onChange, className = '' }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={`inline-flex max-w-full gap-px overflow-x-auto rounded-lg bg-pressed p-0.5 ${className}`}>
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          className="relative inline-flex h-7 flex-1 items-center justify-center gap-1.5 rounded-[6px] px-2.5 font-medium whitespace-nowrap text-muted hover:text-ink has-checked:bg-segment has-checked:text-ink has-checked:shadow-panel has-focus-visible:outline-2 has-focus-visible:outline-focus max-sm:h-9"
        >
          <input
            type="radio"
            name={name}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {segment.label}
          {segment.count !== undefined && <span className="text-xs font-normal text-muted tabular-nums">{segment.count}</span>}
        </label>
      ))}
    </fieldset>
  );
}
