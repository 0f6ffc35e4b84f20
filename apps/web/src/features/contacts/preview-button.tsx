import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { Suspense, useState } from 'react';
import { Button } from '../../ui/button.js';
import { lazyPart } from '../../ui/lazy-part.js';

const PreviewDialog = lazyPart(() => import('./preview-dialog.js'), 'PreviewDialog');

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
