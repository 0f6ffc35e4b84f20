interface Props<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly of: readonly (readonly [id: T, word: string])[];
  readonly onChoose: (id: T) => void;
}

/** One of a few, of what a plot shows. */
export const Choice = <T extends string>({ label, value, of, onChoose }: Props<T>) => (
  <fieldset aria-label={label} className="flex gap-0.5 rounded-md bg-hover p-0.5 print:hidden">
    {of.map(([id, word]) => (
      <button
        key={id}
        type="button"
        aria-pressed={id === value}
        className="h-7 rounded px-2.5 text-muted aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-ink"
        onClick={() => onChoose(id)}
      >
        {word}
      </button>
    ))}
  </fieldset>
);
