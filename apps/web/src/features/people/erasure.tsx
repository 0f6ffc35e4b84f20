import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../data/session.js';
import { Button } from '../../ui/button.js';
import { Section } from '../../ui/screen.js';

const EraseDialog = lazy(() => import('./erase-dialog.js').then((module) => ({ default: module.EraseDialog })));

/** For owners and admins, about somebody who is disabled; and what is left of somebody who was erased. */
export function Erasure({ personId, name, state }: { personId: string; name: string; state: string }) {
  const mayErase = useMay('person.erase');
  const [isAsking, setAsking] = useState(false);
  if (state === 'erased')
    return <p className="mt-8 text-muted">Their name and addresses were destroyed. What they did stays in the history.</p>;
  if (!mayErase || state !== 'disabled') return null;
  return (
    <Section title="Erase">
      <div className="flex flex-wrap items-center justify-between gap-4 pt-2">
        <p className="max-w-prose text-muted">Destroys their name and addresses for ever. What they did stays, by “an erased person”.</p>
        <Button onClick={() => setAsking(true)}>Erase…</Button>
      </div>
      <Suspense>{isAsking && <EraseDialog personId={personId} name={name} onClose={() => setAsking(false)} />}</Suspense>
    </Section>
  );
}
