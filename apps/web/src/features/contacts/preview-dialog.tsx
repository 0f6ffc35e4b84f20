import { contactTraits, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { MessagePreview, PreviewsAnswer } from '@tocsin/contracts/alert-groups/previews.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { WhenRead } from '../../ui/when-read.js';

type PreviewTab = keyof PreviewsAnswer;

const choices: readonly { readonly of: PreviewTab; readonly label: string }[] = [
  { of: 'previews', label: 'One alert group' },
  { of: 'bundles', label: 'Several alert groups' },
];

/** An example of a page, or of a message for several, as this kind of contact method shows it: made by the server as the real ones are. */
export function PreviewDialog({ kind, onClose }: { kind: ContactKind; onClose: () => void }) {
  const reading = useQuery({
    queryKey: keys.previews,
    queryFn: ({ signal }) => api<PreviewsAnswer>('GET', '/previews', { signal }),
  });
  const [tab, setShown] = useState<PreviewTab>('previews');
  const preview = reading.data?.[tab].find(({ channel }) => channel === kind);
  return (
    <Dialog title={`Preview: ${contactTraits[kind].word}`} onClose={onClose}>
      <fieldset aria-label="Alert groups in the message" className="mb-3 -ml-3 flex flex-wrap">
        {choices.map(({ of, label }) => (
          <Button
            key={of}
            kind="quiet"
            aria-pressed={of === tab}
            className={of === tab ? '!bg-hover font-medium !text-ink' : ''}
            onClick={() => setShown(of)}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <WhenRead of={[reading]} what="The preview">
        {preview && <Preview preview={preview} />}
      </WhenRead>
      <DialogButtons>
        <Button onClick={onClose}>Close</Button>
      </DialogButtons>
    </Dialog>
  );
}

const Preview = ({ preview: { title, text, isJson, acts } }: { preview: MessagePreview }) => (
  <figure className="m-0">
    <figcaption className="mb-2 text-xs text-muted">Example. Its links don’t work.</figcaption>
    <div className="max-h-[60vh] overflow-auto rounded-lg border border-line bg-well p-3">
      {title !== null && <p className="font-medium wrap-anywhere">{title}</p>}
      <p className={`mt-1 whitespace-pre-wrap wrap-anywhere ${isJson ? 'font-mono text-[12.5px] leading-5' : 'text-muted'}`}>{text}</p>
      {acts.length > 0 && <p className="mt-2 text-xs text-faint">Buttons: {acts.join(', ')}</p>}
    </div>
  </figure>
);
