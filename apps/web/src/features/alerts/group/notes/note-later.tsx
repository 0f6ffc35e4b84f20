import { withMentions } from '@tocsin/contracts/mentions.js';
import { lazy, Suspense } from 'react';
import { loadLater } from '../../../../ui/load-later.js';
import { useNames } from '../../../../data/words/names.js';

const NoteText = lazy(async () => ({ default: (await loadLater(() => import('./note-text.js'))).NoteText }));

/** What reads Markdown comes after the group is on the screen: until then the text stands as it was written. */
export function NoteLater({ text }: { text: string }) {
  const names = useNames();
  return (
    <Suspense fallback={<p className="wrap-anywhere whitespace-pre-wrap">{withMentions(text, names.mention)}</p>}>
      <NoteText text={text} />
    </Suspense>
  );
}
