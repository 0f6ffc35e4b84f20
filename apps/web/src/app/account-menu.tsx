import { Suspense, useRef } from 'react';
import { laterPart } from '../ui/lazy-part.js';
import { usePerson } from '../data/words/names.js';
import { useMe } from '../data/session/session.js';
import { useEvery } from '../data/cache/use-view.js';

const AccountEntries = laterPart(() => import('./account-entries.js'), 'AccountEntries');

/** The account menu, behind the initial: own settings, and settings that are rarely needed. */
export function AccountMenu() {
  const { personId } = useMe();
  const name = usePerson(personId);
  const isKnown = useEvery('people').data !== undefined;
  const popover = useRef<HTMLDivElement>(null);
  return (
    <>
      <button
        type="button"
        popoverTarget="account"
        aria-label={`Account of ${name}`}
        className="grid size-8 shrink-0 place-items-center rounded-full border border-line bg-panel font-semibold uppercase hover:bg-hover"
      >
        {isKnown ? name.slice(0, 1) : <span className="text-faint">·</span>}
      </button>
      <div
        ref={popover}
        id="account"
        popover="auto"
        className="fixed inset-auto top-12 right-3 m-0 w-60 rounded-lg border border-line bg-raised p-1.5 text-ink shadow-pop"
      >
        <p className="truncate px-2.5 py-1.5 font-medium">{name}</p>
        <Suspense>
          <AccountEntries close={() => popover.current?.hidePopover()} />
        </Suspense>
      </div>
    </>
  );
}
