import { contactTraits, type ContactKind } from '@tocsin/contracts/contact-kinds.js';
import type { MessagePreview, PreviewsAnswer } from '@tocsin/contracts/previews.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogButtons } from '../../ui/dialog.js';
import { WhenRead } from '../../ui/when-read.js';

/** An example of a page, as this kind of contact method shows it: made by the server as the real ones are. */
export function PreviewDialog({ kind, onClose }: { kind: ContactKind; onClose: () => void }) {
  const reading = useQuery({
    queryKey: keys.previews,
    queryFn: ({ signal }) => api<PreviewsAnswer>('GET', '/previews', { signal }),
  });
  const preview = reading.data?.previews.find(({ channel }) => channel === kind);
  return (
    <Dialog title={`Preview: ${contactTraits[kind].word}`} onClose={onClose}>
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
    <figcaption className="mb-2 text-[13px] text-muted">An example. Links in it open nothing.</figcaption>
    <div className="max-h-[60vh] overflow-auto rounded-lg border border-line bg-sunken p-3">
      {title !== null && <p className="font-medium wrap-anywhere">{title}</p>}
      <p className={`mt-1 whitespace-pre-wrap wrap-anywhere ${isJson ? 'font-mono text-[12.5px] leading-5' : 'text-muted'}`}>{text}</p>
      {acts.length > 0 && <p className="mt-2 text-[13px] text-faint">Buttons: {acts.join(', ')}</p>}
    </div>
  </figure>
);
