import { useState, type ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> {
  type: 'date' | 'datetime-local';
  value: string;
  onPut: (text: string) => void;
}

/**
 * A date whose choice is answered later, by an address or a server. What is typed is kept here meanwhile: a value that comes back
 * late would end the typing in the middle. A year that is typed digit by digit is passed on when it is whole, or when the field
 * is left.
 */
export function DateInput({ value, onPut, ...rest }: Props) {
  const [draft, setDraft] = useState({ of: value, text: value });
  if (draft.of !== value) setDraft({ of: value, text: value });
  const put = (text: string) => text !== value && onPut(text);
  return (
    <input
      {...rest}
      value={draft.text}
      onChange={({ target: { value: text, validity } }) => {
        setDraft({ of: value, text });
        // while only a part is typed, the value is empty, too
        if (text > '1900' || (text === '' && !validity.badInput)) put(text);
      }}
      onBlur={() => {
        put(draft.text);
        // where a day is always named, the named one is shown again
        if (draft.text === '') setDraft({ of: value, text: value });
      }}
    />
  );
}
