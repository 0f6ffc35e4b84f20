import { useState } from 'react';
import { box, Field, TextField } from '../../../ui/field.js';

/** Source of a calendar, as the API expects it. */
export interface CalendarSource {
  readonly text?: string;
  readonly address?: string;
}

/** A file, or else an address. `onChoose`: null while there is neither. */
export function CalendarSourceFields({
  error,
  onChoose,
}: {
  error: string | undefined;
  onChoose: (source: CalendarSource | null) => void;
}) {
  const [text, setText] = useState<string | null>(null);
  const [address, setAddress] = useState('');
  const choose = (file: string | null, typed: string) => {
    setText(file);
    setAddress(typed);
    onChoose(file === null ? (typed.trim() === '' ? null : { address: typed.trim() }) : { text: file });
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Calendar file (.ics)">
        {(wired) => (
          <input
            {...wired}
            type="file"
            accept=".ics,text/calendar"
            className={`${box} h-8 max-sm:h-11 py-1 file:mr-3 file:h-6 file:rounded file:border file:border-solid file:border-line file:bg-hover file:px-2 file:text-xs file:text-ink`}
            onChange={({ target }) => void (target.files?.[0]?.text() ?? Promise.resolve(null)).then((read) => choose(read, address))}
          />
        )}
      </Field>
      <TextField
        label="Or its address"
        type="url"
        placeholder="https://"
        value={address}
        disabled={text !== null}
        error={error}
        onChange={({ target }) => choose(null, target.value)}
      />
    </div>
  );
}
