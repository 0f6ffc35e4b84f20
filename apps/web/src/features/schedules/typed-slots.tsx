import { useBarred } from '../../ui/use-barred.js';
import { BareDateField } from '../../ui/date-field.js';

const look = 'h-7 rounded-md border border-line bg-panel px-1.5 font-medium hover:border-line-field disabled:opacity-60';

interface NumberProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** A whole number inside a sentence; while none is typed the last one counts. */
export const NumberSlot = ({ label, value, min, max, onChange }: NumberProps) => (
  <input
    type="number"
    aria-label={label}
    aria-describedby={useBarred()}
    className={`${look} w-16`}
    key={value}
    defaultValue={value}
    min={min}
    max={max}
    onBlur={({ target }) => Number.isInteger(target.valueAsNumber) && onChange(Math.min(max, Math.max(min, target.valueAsNumber)))}
    onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
  />
);

/** A time of day inside a sentence. */
export const TimeSlot = ({ label, value, onChange }: { label: string; value: string; onChange: (time: string) => void }) => (
  <BareDateField
    kind="time"
    aria-label={label}
    aria-describedby={useBarred()}
    className={`${look} inline-flex align-bottom`}
    value={value}
    onChange={(text) => text !== '' && onChange(text)}
  />
);

/** A day and a time inside a sentence, on the clock of the sentence. */
export const MomentSlot = ({ label, value, onChange }: { label: string; value: string; onChange: (input: string) => void }) => (
  <BareDateField
    kind="datetime"
    aria-label={label}
    aria-describedby={useBarred()}
    className={`${look} inline-flex max-w-full gap-2 align-bottom`}
    value={value}
    onChange={(text) => text !== '' && onChange(text)}
  />
);
