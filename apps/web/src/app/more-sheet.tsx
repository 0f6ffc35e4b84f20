import { useRef } from 'react';
import { AccountEntries, entryClass } from './account-entries.js';
import { moreEntries } from './entries.js';
import { EntryLink } from './entry-link.js';
import { chooseMoment } from './past/choosing.js';

/** On phones: what has no place in the bar. */
export function MoreSheet() {
  const sheet = useRef<HTMLDivElement>(null);
  const close = () => sheet.current?.hidePopover();
  return (
    <div
      ref={sheet}
      id="more"
      popover="auto"
      className="fixed inset-x-2 top-auto bottom-[calc(68px+env(safe-area-inset-bottom))] m-0 max-h-[75dvh] w-auto overflow-y-auto rounded-xl border border-line-button bg-raised p-2 text-ink shadow-pop"
    >
      <nav aria-label="More" className="mb-1.5 grid border-b border-line pb-1.5">
        {moreEntries.map((entry) => (
          <EntryLink key={entry.to} entry={entry} onPress={close} />
        ))}
        <button
          type="button"
          className={entryClass}
          onClick={() => {
            close();
            chooseMoment();
          }}
        >
          Go to a moment…
        </button>
      </nav>
      <AccountEntries close={close} />
    </div>
  );
}
