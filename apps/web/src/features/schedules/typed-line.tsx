import { useState } from 'react';
import { box } from '../../ui/field.js';
import { readOverride, type TypedOverride } from './typed-override.js';

interface Props {
  /** Called with the parsed line and its problem. */
  onRead: (read: TypedOverride) => void;
  known: () => Parameters<typeof readOverride>[1];
}

/** An input for an override as one line of text: `sat 9-17 bo`. */
export function TypedLine({ onRead, known }: Props) {
  const [line, setLine] = useState('');
  const { problem } = readOverride(line, known());
  return (
    <div>
      <input
        aria-label="Type an override"
        aria-describedby="typed-override-hint"
        placeholder="sat 9-17 bo"
        autoComplete="off"
        spellCheck={false}
        value={line}
        onChange={({ target: { value } }) => {
          setLine(value);
          onRead(readOverride(value, known()));
        }}
        className={`${box} h-9`}
      />
      <p id="typed-override-hint" className="mt-1 text-[13px] text-muted">
        {problem ?? 'A day, from–to and a name. Or fill in the fields below.'}
      </p>
    </div>
  );
}
