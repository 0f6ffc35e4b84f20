import { Suspense, useState } from 'react';
import { useMay } from '../../data/session/session.js';
import { useRow } from '../../data/cache/use-view.js';
import { Button } from '../../ui/button.js';
import { Section } from '../../ui/screen.js';
import { lazyPart } from '../../ui/lazy-part.js';

const EraseDialog = lazyPart(() => import('./erase-dialog.js'), 'EraseDialog');
const TextSearchDialog = lazyPart(() => import('./text-search-dialog.js'), 'TextSearchDialog');

/** For owners and admins: erases a disabled person, and searches for text that names an erased one. */
export function Erasure({ personId, name, email, state }: { personId: string; name: string; email: unknown; state: string }) {
  const mayErase = useMay('person.erase');
  if (state === 'erased') {
    return (
      <>
        <p className="mt-8 text-muted">Their name and addresses were destroyed. Their actions stay in the history.</p>
        {mayErase && <Search suggested={[]} />}
      </>
    );
  }
  return mayErase && state === 'disabled' ? <Erase personId={personId} name={name} email={email} /> : null;
}

function Erase({ personId, name, email }: { personId: string; name: string; email: unknown }) {
  const [isAsking, setAsking] = useState(false);
  const methods = useRow('contacts', personId).data?.row?.methods ?? [];
  const suggested = [name, email, ...methods.map(({ address }) => address)].filter((text) => typeof text === 'string' && text !== '');
  return (
    <Section title="Erase">
      <div className="flex flex-wrap items-center justify-between gap-4 pt-2">
        <p className="max-w-prose text-muted">
          Destroys their name and addresses permanently. Their actions stay in the history, as “an erased person”. Text that others typed
          about them stays: search for it first, while you know the name.
        </p>
        <div className="flex flex-wrap gap-2">
          <Search suggested={[...new Set(suggested as string[])]} />
          <Button onClick={() => setAsking(true)}>Erase…</Button>
        </div>
      </div>
      <Suspense>{isAsking && <EraseDialog personId={personId} name={name} onClose={() => setAsking(false)} />}</Suspense>
    </Section>
  );
}

function Search({ suggested }: { suggested: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Search the history…
      </Button>
      <Suspense>{isOpen && <TextSearchDialog suggested={suggested} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
