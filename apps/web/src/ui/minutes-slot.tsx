import { useState } from 'react';
import { Slot } from './field.js';
import { minutesInWords } from './times.js';

interface Props {
  label: string;
  value: number;
  presets: readonly number[];
  min: number;
  max: number;
  onChange: (minutes: number) => void;
}

/** Minutes inside a sentence: the usual ones to choose from, any other to type. */
export function MinutesSlot({ label, value, presets, min, max, onChange }: Props) {
  const [isTyped, setTyped] = useState(false);
  const type = (minutes: number) => Number.isInteger(minutes) && onChange(Math.min(max, Math.max(min, minutes)));
  if (isTyped)
    return (
      <span className="whitespace-nowrap">
        <input
          type="number"
          aria-label={label}
          min={min}
          max={max}
          defaultValue={value}
          onChange={(event) => type(event.target.valueAsNumber)}
          className="h-7 w-20 rounded-md border border-line-strong bg-raised px-1.5 font-medium"
        />{' '}
        min
      </span>
    );
  return (
    <Slot
      label={label}
      value={value}
      onChange={(event) => (event.target.value === 'other' ? setTyped(true) : onChange(Number(event.target.value)))}
    >
      {[...new Set([...presets, value])]
        .toSorted((a, b) => a - b)
        .map((minutes) => (
          <option key={minutes} value={minutes}>
            {minutesInWords(minutes)}
          </option>
        ))}
      <option value="other">another time…</option>
    </Slot>
  );
}
