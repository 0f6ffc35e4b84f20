import { useState } from 'react';
import { Slot } from './select.js';
import { minutesInWords } from '../data/time/times.js';

interface Props<Value extends number | null> {
  label: string;
  value: Value;
  presets: readonly number[];
  min: number;
  max: number;
  /** Text of the empty value; makes it a choice. */
  none?: null extends Value ? string : never;
  /** Text of 0, where that is not a duration. */
  zero?: string;
  onChange: (minutes: Value | number) => void;
}

/** Minutes inside a sentence: the usual ones to choose from, any other to type. */
export function MinutesSlot<Value extends number | null>({ label, value, presets, min, max, none, zero, onChange }: Props<Value>) {
  const [isTyped, setTyped] = useState(false);
  const type = (minutes: number) => Number.isInteger(minutes) && onChange(Math.min(max, Math.max(min, minutes)));
  const choose = (chosen: string) => {
    if (chosen === 'other') setTyped(true);
    else onChange(chosen === '' ? (null as Value) : Number(chosen));
  };
  if (isTyped)
    return (
      <span className="whitespace-nowrap">
        <input
          type="number"
          aria-label={label}
          min={min}
          max={max}
          defaultValue={value ?? ''}
          onChange={(event) => type(event.target.valueAsNumber)}
          className="h-7 w-20 rounded-md border border-line-field bg-panel px-1.5 font-medium"
        />{' '}
        min
      </span>
    );
  const offered = [...new Set([...presets, ...(value === null ? [] : [value])])].toSorted((a, b) => a - b);
  return (
    <Slot label={label} value={value ?? ''} onChange={(event) => choose(event.target.value)}>
      {none !== undefined && <option value="">{none}</option>}
      {zero !== undefined && <option value={0}>{zero}</option>}
      {offered
        .filter((minutes) => zero === undefined || minutes !== 0)
        .map((minutes) => (
          <option key={minutes} value={minutes}>
            {minutesInWords(minutes)}
          </option>
        ))}
      <option value="other">another time…</option>
    </Slot>
  );
}
