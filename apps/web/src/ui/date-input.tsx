import { useState, type ComponentProps } from 'react';
import { withAnswer, draftOf, latest, put, withText, type DateDraft } from './date-draft.js';

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> {
  type: 'date' | 'datetime-local';
  value: string;
  onPut: (text: string) => void;
}

/**
 * A date field whose value is set asynchronously, by an address or a server. Input is stored here meanwhile, because a late value would interrupt
 * typing. A year typed digit by digit is passed on when it is complete, or on blur.
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
        // the value is empty also while only a part is typed
        const isWhole = text > '1900' || (text === '' && !validity.badInput);
        setDraft(isWhole ? putIfNew(next) : next);
      }}
      onBlur={() => {
        const { unanswered, ...left } = putIfNew(draft);
        // a required date is restored
        const text = left.text || value;
        // left unchanged: a pending answer is ignored
        setDraft({ ...left, text, unanswered: unanswered.at(-1) === value ? [] : unanswered });
      }}
    />
  );
}
