import type { TextHit, TextSearchAnswer } from '@tocsin/contracts/redactions/noun.js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, wordsOf } from '../../data/cache/api.js';
import { useCommand } from '../../data/cache/use-command.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { FormButtons } from '../../ui/dialog-buttons.js';
import { TextArea } from '../../ui/field.js';

const linesOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.length > 1),
  ),
];

/** Finds names in texts of people and sources, and redacts matches one by one. */
export function TextSearchDialog({ suggested, onClose }: { suggested: readonly string[]; onClose: () => void }) {
  const [text, setText] = useState(suggested.join('\n'));
  const search = useMutation<TextSearchAnswer, Error, readonly string[]>({
    mutationFn: (texts) => api<TextSearchAnswer>('POST', '/erasure/search', { body: { texts } }),
  });
  const texts = linesOf(text);
  return (
    <Dialog title="Search the history" onClose={onClose} wide>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search.mutate(texts);
        }}
      >
        <p className="text-muted">
          Searches notes, titles, descriptions and alerts. Redacted text is no longer shown anywhere. Text written by people is destroyed
          permanently; text from alerts is hidden, but its bytes stay on the log.
        </p>
        <TextArea className="mt-4" label="Search for, one per line" value={text} onChange={(event) => setText(event.target.value)} />
        <FormButtons busy={search.isPending} whyNot={texts.length === 0 && 'Enter a text'} onCancel={onClose} cancel="Close">
          Search
        </FormButtons>
      </form>
      {search.error && <p className="mt-4 text-warn">{wordsOf(search.error).says}</p>}
      {search.data && <Hits answer={search.data} />}
    </Dialog>
  );
}

function Hits({ answer: { hits, more, events } }: { answer: TextSearchAnswer }) {
  return (
    <section aria-label="Found" className="mt-5 border-t border-line pt-3">
      <p className="font-medium">
        {hits.length === 0
          ? `Nothing, in ${events} events.`
          : `${hits.length} ${hits.length === 1 ? 'place' : 'places'}${more ? ', and more: search again after these' : ''}`}
      </p>
      <ul className="mt-1">
        {hits.map((hit) => (
          <HitLine key={`${hit.ordinal} ${hit.path.join(' ')}`} hit={hit} />
        ))}
      </ul>
    </section>
  );
}

function HitLine({ hit }: { hit: TextHit }) {
  const redact = useCommand('RedactText', `redact a text in event ${hit.ordinal}`);
  return (
    <li className="flex items-center gap-3 border-b border-line/70 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="truncate">{hit.excerpt}</p>
        <p className="truncate text-xs text-muted">
          {hit.type}, event {hit.ordinal}, {hit.path.join(' › ')}
        </p>
      </div>
      {redact.isSuccess ? (
        <span className="text-muted">Redacted</span>
      ) : hit.redactable ? (
        <Button busy={redact.isPending} onClick={() => redact.mutate({ ordinal: hit.ordinal, path: [...hit.path] })}>
          Redact
        </Button>
      ) : (
        <span className="text-xs text-muted">a name: rename it</span>
      )}
    </li>
  );
}
