import type { ReactNode } from 'react';
import { Check } from '../field.js';

interface Props<Choice extends string> {
  legend: string;
  choices: readonly Choice[];
  words: Readonly<Record<Choice, string>>;
  chosen: readonly Choice[];
  onChange: (chosen: Choice[]) => void;
  isWide?: boolean;
  error?: string | false;
  children?: ReactNode;
}

/** Any of a few choices. */
export const CheckList = <Choice extends string>(props: Props<Choice>) => {
  const { legend, choices, words, chosen, onChange, isWide = false, error = false, children } = props;
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className={isWide ? 'space-y-1.5' : 'grid grid-cols-2 gap-y-1.5'}>
        {choices.map((choice) => (
          <Check
            key={choice}
            label={words[choice]}
            checked={chosen.includes(choice)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, choice] : chosen.filter((one) => one !== choice))}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1 text-warn">
          {error}
        </p>
      )}
      {children}
    </fieldset>
  );
};
