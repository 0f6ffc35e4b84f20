import { File } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import { Field, type FieldProps } from './field.js';

interface Props extends Omit<FieldProps, 'beside'> {
  /** As of an input: `.ics,text/calendar`. */
  accept: string;
  /** With the chosen file; null: none. */
  onFile: (file: File | null) => void;
}

/** A file: dropped here, or chosen. */
export function FileField({ accept, onFile, ...field }: Props) {
  const [name, setName] = useState('');
  const [isOver, setOver] = useState(false);
  const put = (file: globalThis.File | undefined) => {
    setName(file?.name ?? '');
    onFile(file ?? null);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover');
  };
  const drop = (event: DragEvent) => {
    over(event);
    put(event.dataTransfer.files[0]);
  };
  return (
    <Field {...field}>
      {(wired) => (
        // the whole ground is the input, which lies on it unseen
        <span
          onDragOver={over}
          onDragLeave={over}
          onDrop={drop}
          className={`relative grid w-full justify-items-center gap-1 rounded-lg border border-dashed border-line-field p-4 text-center text-muted has-focus-visible:outline-2 has-focus-visible:outline-focus ${isOver ? 'bg-selected' : 'bg-well'}`}
        >
          <input
            {...wired}
            type="file"
            accept={accept}
            onChange={({ target }) => put(target.files?.[0])}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <File aria-hidden size={20} strokeWidth={1.5} />
          {name === '' ? (
            <span>
              <b className="font-medium text-ink">Drop a file</b> or <span className="link">choose one</span>
            </span>
          ) : (
            <b className="max-w-full truncate font-medium text-ink">{name}</b>
          )}
        </span>
      )}
    </Field>
  );
}
