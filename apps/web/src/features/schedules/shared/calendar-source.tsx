import { useState } from 'react';
import { TextField } from '../../../ui/field.js';
import { FileField } from '../../../ui/file-field.js';

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
      <FileField
        label="Calendar file (.ics)"
        accept=".ics,text/calendar"
        onFile={(file) => void (file?.text() ?? Promise.resolve(null)).then((read) => choose(read, address))}
      />
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
