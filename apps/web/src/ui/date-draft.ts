/** Which text the value of a field is: `2026-11-26`, `2026-11-26T22:30` or `22:30`. */
export type DateKind = 'date' | 'datetime' | 'time';

/** A date field while its answers come late. */
export interface DateDraft {
  /** The value that was given last. */
  readonly value: string;
  readonly text: string;
  /** Submitted values without an answer yet, oldest first. */
  readonly unanswered: readonly string[];
  /** Typed since something was put. */
  readonly isTyped: boolean;
}

export const draftOf = (value: string): DateDraft => ({ value, text: value, unanswered: [], isTyped: false });

export const withText = (draft: DateDraft, text: string): DateDraft => ({ ...draft, text, isTyped: true });

/** The last submitted value, or the saved one. */
export const latest = ({ value, unanswered }: DateDraft): string => unanswered.at(-1) ?? value;

export const put = (draft: DateDraft): DateDraft => ({ ...draft, unanswered: [...draft.unanswered, draft.text], isTyped: false });

/** Accepts a value, unless it answers an older submission than the last one, or the field is being edited. */
export function withAnswer(draft: DateDraft, value: string): DateDraft {
  const place = draft.unanswered.lastIndexOf(value);
  if (place < 0) return draftOf(value);
  const unanswered = draft.unanswered.slice(place + 1);
  const isLate = unanswered.length > 0 || draft.isTyped;
  return { ...draft, value, unanswered, text: isLate ? draft.text : value };
}
