import type { OrganisationRow } from '@tocsin/contracts/organisation/noun.js';
import { useState } from 'react';
import { useMay } from '../data/session/session.js';
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
    <section
      aria-label="Held"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-[light-dark(#b81a19,#a61d1c)] px-4 py-2.5 text-on-act sm:px-5"
    >
      <p className="min-w-0 flex-1 basis-64">
        <span className="font-semibold">Paused: no one is paged from here.</span>{' '}
        {quarantine.isCopiedFolder ? 'Was the data folder moved here, or copied? It was last used at' : 'Restored from the backup of'}{' '}
        <At at={quarantine.backupAt} />
        {quarantine.isCopiedFolder
          ? '. If it was moved, go live here; if the original still runs, leave this one paused.'
          : '; it shows what it would send.'}
      </p>
      {mayLet ? (
        <button
          type="button"
          className="h-9 rounded-md bg-on-act px-3.5 font-semibold whitespace-nowrap text-[#8f1413] max-sm:h-11 max-sm:w-full"
          onClick={() => setAsking(true)}
        >
          Go live here
        </button>
      ) : (
        <span className="opacity-85">An owner can press “Go live here”.</span>
      )}
      {isAsking && (
        <DialogBoundary onClose={close}>
          <GoLiveDialog onClose={close} />
        </DialogBoundary>
      )}
    </section>
  );
}
