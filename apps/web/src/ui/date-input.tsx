import { useState } from 'react';
import { withAnswer, draftOf, latest, put, withText, type DateDraft, type DateKind } from './date-draft.js';
import { BareDateField } from './date-field.js';

interface Props {
  'aria-label': string;
  kind: DateKind;
  value: string;
  onPut: (text: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  isPast?: boolean;
  className: string;
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
    <BareDateField
      {...rest}
      value={draft.text}
      onChange={(text) => {
        const next = withText(draft, text);
        setDraft(text > '1900' || text === '' ? putIfNew(next) : next);
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
