import { Link } from '@tanstack/react-router';
import { History, SlidersHorizontal } from 'lucide-react';
import { Suspense } from 'react';
import { useRow } from '../data/cache/use-view.js';
import { BellMark } from '../ui/bell-mark.js';
import { buttonClass } from '../ui/button.js';
import { laterPart } from '../ui/lazy-part.js';
import { AccountMenu } from './account-menu.js';
import { entryGroups } from './entries.js';
import { EntryLink } from './entry-link.js';
import { chooseMoment } from './past/choosing.js';
import { SearchButton } from './search-button.js';
import { SoundButton } from './sound-button.js';

const DutyCard = laterPart(() => import('./duty-card.js'), 'DutyCard');

/** At the left of every screen: where to go, whether I’m on call, whether this is live. Between phones and desktops its icons. */
export const Rail = ({ isSilent }: { isSilent: boolean }) => (
  <div className="flex h-full flex-col gap-0.5 overflow-x-clip overflow-y-auto px-2.5 pt-3 pb-2.5">
    <Brand />
    <div className="mt-1.5 mb-2.5 flex gap-1 sm:max-lg:flex-col">
      <SearchButton className="min-w-0 grow" />
      <button
        type="button"
        aria-label="Go to a moment in the past"
        title="Go to a moment (G T)"
        onClick={chooseMoment}
        className={`${buttonClass('quiet')} w-8 shrink-0 !px-0 sm:max-lg:w-full`}
      >
        <History aria-hidden size={16} strokeWidth={1.5} />
      </button>
    </div>
    <nav aria-label="Main">
      {entryGroups.map(({ title, entries }) => (
        <div
          key={entries[0].to}
          className="grid gap-px sm:max-lg:not-first:not-empty:mt-2 sm:max-lg:not-first:not-empty:border-t sm:max-lg:not-first:border-line sm:max-lg:not-first:not-empty:pt-2"
        >
          {title && <p className="px-2 pt-3.5 pb-1 text-xs font-medium text-faint max-lg:sr-only">{title}</p>}
          {entries.map((entry) => (
            <EntryLink key={entry.to} entry={entry} />
          ))}
        </div>
      ))}
    </nav>
    <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-2 pt-3">
      <Suspense>
        <DutyCard />
      </Suspense>
      {/* the connection stands at its left, and folded below it: it is there before the rest */}
      <div className="flex h-8 items-center justify-end gap-0.5 sm:max-lg:mb-8 sm:max-lg:h-auto sm:max-lg:flex-col">
        <SoundButton isSilent={isSilent} />
        <Link to="/settings" aria-label="Settings" title="Settings" className={`${buttonClass('quiet', 'small')} w-7 !px-0`}>
          <SlidersHorizontal aria-hidden size={16} strokeWidth={1.5} />
        </Link>
        <AccountMenu />
      </div>
    </div>
  </div>
);

function Brand() {
  const organisation = useRow('organisation', 'organisation').data?.row?.name;
  return (
    <div className="flex h-8 shrink-0 items-center gap-2 px-2 sm:max-lg:justify-center sm:max-lg:px-0">
      <Link
        to="/alerts"
        className="flex min-h-6 items-center gap-2 rounded-md text-sm font-semibold tracking-[-0.01em]"
        aria-label="Tocsin: go to alerts"
      >
        <span className="text-bronze">
          <BellMark />
        </span>
        <span className="sm:max-lg:hidden">Tocsin</span>
      </Link>
      <span title={organisation} className="ml-auto min-w-0 truncate text-xs text-faint sm:max-lg:hidden">
        {organisation}
      </span>
    </div>
  );
}
