import { withMentions } from '@tocsin/contracts/mentions.js';
import { Suspense } from 'react';
import { laterPart } from '../../../../ui/lazy-part.js';
import { useNames } from '../../../../data/words/names.js';

const NoteText = laterPart(() => import('./note-text.js'), 'NoteText');

/** Loads the Markdown renderer after the group is shown; until then the text is shown as written. */
export function LazyNote({ text }: { text: string }) {
  const names = useNames();
  return (
    <Suspense fallback={<p className="wrap-anywhere whitespace-pre-wrap">{withMentions(text, names.mention)}</p>}>
      <NoteText text={text} />
    </Suspense>
  );
}
