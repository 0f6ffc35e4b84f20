import { useState, type ComponentProps } from 'react';
import { withAnswer, draftOf, latest, put, withText, type DateDraft } from './date-draft.js';

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
  const [draft, setDraft] = useState(() => draftOf(value));
  if (draft.value !== value) setDraft(withAnswer(draft, value));
  const putIfNew = (next: DateDraft): DateDraft => {
    if (next.text === latest(next)) return { ...next, isTyped: false };
    onPut(next.text);
    return put(next);
  };
  return (
    <input
      {...rest}
      value={draft.text}
      onChange={({ target: { value: text, validity } }) => {
        const next = withText(draft, text);
        // while only a part is typed, the value is empty, too
        const isWhole = text > '1900' || (text === '' && !validity.badInput);
        setDraft(isWhole ? putIfNew(next) : next);
      }}
      onBlur={() => {
        const { unanswered, ...left } = putIfNew(draft);
        // where a day is always named, the named one is shown again
        const text = left.text || value;
        // left at what it is: an answer that is still missing was passed over
        setDraft({ ...left, text, unanswered: unanswered.at(-1) === value ? [] : unanswered });
      }}
    />
  );
}
