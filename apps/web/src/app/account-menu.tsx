import { Suspense, useRef } from 'react';
import { laterPart } from '../ui/lazy-part.js';
import { usePerson } from '../data/words/names.js';
import { useMe } from '../data/session/session.js';
import { Avatar } from '../ui/avatar.js';
import { useEvery } from '../data/cache/use-view.js';

const AccountEntries = laterPart(() => import('./account-entries.js'), 'AccountEntries');

/** The account menu, behind the initials: own settings, and settings that are rarely needed. */
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
        className="grid size-7 shrink-0 place-items-center rounded-md hover:bg-pressed"
      >
        <Avatar personId={personId} name={isKnown ? name : ''} />
      </button>
      <div
        ref={popover}
        id="account"
        popover="auto"
        className="fixed inset-auto bottom-3 left-3 m-0 mb-9 w-60 rounded-lg border border-line-button bg-raised p-1 text-ink shadow-pop"
      >
        <p className="truncate px-2.5 py-1.5 font-medium">{name}</p>
        <Suspense>
          <AccountEntries close={() => popover.current?.hidePopover()} />
        </Suspense>
      </div>
    </>
  );
}
