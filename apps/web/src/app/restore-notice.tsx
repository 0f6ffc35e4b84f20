import type { OrganisationRow } from '@tocsin/contracts/organisation/noun.js';
import { useState } from 'react';
import { useMay } from '../data/session/session.js';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { At } from '../ui/time.js';
import { lazyPart } from '../ui/lazy-part.js';
import { DialogBoundary } from '../ui/part-boundary.js';

const GoLiveDialog = lazyPart(() => import('./go-live-dialog.js'), 'GoLiveDialog');

/** The notice of a restored store, with the button for those who may go live. */
export function RestoreNotice({ quarantine }: { quarantine: NonNullable<OrganisationRow['held']> }) {
  const mayLet = useMay('store.go_live');
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <section aria-label="Held">
      <Banner
        action={
          mayLet ? (
            <Button onClick={() => setAsking(true)}>Go live here</Button>
          ) : (
            <span className="text-muted">An owner can press “Go live here”.</span>
          )
        }
      >
        <span className="font-semibold">Paused: no one is paged from here.</span>{' '}
        {quarantine.isCopiedFolder ? 'Was the data folder moved here, or copied? It was last used at' : 'Restored from the backup of'}{' '}
        <At at={quarantine.backupAt} />
        {quarantine.isCopiedFolder
          ? '. If it was moved, go live here; if the original still runs, leave this one paused.'
          : '; it shows what it would send.'}
      </Banner>
      {isAsking && (
        <DialogBoundary onClose={close}>
          <GoLiveDialog onClose={close} />
        </DialogBoundary>
      )}
    </section>
  );
}
