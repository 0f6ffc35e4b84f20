import type { ContactKind } from '@tocsin/contracts/contact-kinds.js';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.js';

const PreviewDialog = lazy(() => import('./preview-dialog.js').then((module) => ({ default: module.PreviewDialog })));

/** Shows what a page looks like by this kind of contact method. */
export function PreviewButton({ kind }: { kind: ContactKind }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Preview
      </Button>
      <Suspense>{isOpen && <PreviewDialog kind={kind} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
