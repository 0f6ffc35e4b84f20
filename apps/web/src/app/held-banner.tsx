import { lazy, Suspense, useState } from 'react';
import { useMay } from '../data/session.js';
import { useRow } from '../data/use-view.js';
import { At } from '../ui/time.js';

const GoLiveDialog = lazy(() => import('./go-live-dialog.js').then((module) => ({ default: module.GoLiveDialog })));

/** Over every screen of a store that was restored: nobody must take it for the one that rings. */
export function HeldBanner() {
  const held = useRow('organisation', 'organisation').data?.row?.held;
  const mayLet = useMay('store.go_live');
  const [isAsking, setAsking] = useState(false);
  if (!held) return null;
  return (
    <section
      aria-label="Held"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-[light-dark(#b81a19,#a61d1c)] px-4 py-2.5 text-on-act sm:px-5"
    >
      <p className="min-w-0 flex-1 basis-64">
        <span className="font-semibold">Held: nobody is paged from here.</span> Restored from the backup of <At at={held.backupAt} />; it
        shows what it would send.
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
        <span className="opacity-85">An owner can let it go live.</span>
      )}
      <Suspense>{isAsking && <GoLiveDialog onClose={() => setAsking(false)} />}</Suspense>
    </section>
  );
}
