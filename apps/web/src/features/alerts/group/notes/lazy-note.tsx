import { withMentions } from '@tocsin/contracts/mentions.js';
import { Suspense } from 'react';
import { laterPart } from '../../../../ui/lazy-part.js';
import { useNames } from '../../../../data/words/names.js';

const NoteText = laterPart(() => import('./note-text.js'), 'NoteText');

/** What reads Markdown comes after the group is on the screen: until then the text stands as it was written. */
export function LazyNote({ text }: { text: string }) {
  const names = useNames();
  return (
    <Suspense fallback={<p className="wrap-anywhere whitespace-pre-wrap">{withMentions(text, names.mention)}</p>}>
      <NoteText text={text} />
    </Suspense>
  );
}
