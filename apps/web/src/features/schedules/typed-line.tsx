import { useState } from 'react';
import { box } from '../../ui/field.js';
import { isDayFirst } from '../../data/time/date-order.js';
import { isUnderstood, readOverride, type TypedOverride } from './typed-override.js';

interface Props {
  /** Called with the parsed line; null while it is not understood. */
  onRead: (read: TypedOverride | null) => void;
  known: () => Parameters<typeof readOverride>[1];
}

const hint = 'A day, from–to and a name, such as “sat 9-17 bo” or “28 mar 9am-5pm”. Or fill in the fields below.';

/** An input for an override as one line of text: `sat 9-17 bo`. */
export function TypedLine({ onRead, known }: Props) {
  const [line, setLine] = useState('');
  const read = (text: string) => readOverride(text, { dayFirst: isDayFirst(navigator.language), ...known() });
  const typed = read(line);
  const isWrong = !isUnderstood(line, typed);
  return (
    <div>
      <input
        aria-label="Type an override"
        aria-describedby="typed-override-hint"
        aria-invalid={isWrong || undefined}
        placeholder="sat 9-17 bo"
        autoComplete="off"
        spellCheck={false}
        value={line}
        onChange={({ target: { value } }) => {
          setLine(value);
          const next = read(value);
          onRead(isUnderstood(value, next) ? next : null);
        }}
        className={`${box} h-8 max-sm:h-11`}
      />
      <p id="typed-override-hint" className={`mt-1 text-xs ${isWrong ? 'text-warn' : 'text-muted'}`}>
        {isWrong ? (typed.problem ?? 'Enter a start and an end, such as “sat 9-17”.') : hint}
      </p>
    </div>
  );
}
