import { Link, useLocation } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { Suspense } from 'react';
import { useOpenPlans } from '../features/tool-plans/shared/use-open-plans.js';
import { laterPart } from '../ui/lazy-part.js';
import { barEntries, type Entry } from './entries.js';
import { SearchButton } from './search-button.js';
import { SoundButton } from './sound-button.js';
import { useUnacknowledged } from './use-unacknowledged.js';

const DutyLine = laterPart(() => import('./duty-line.js'), 'DutyLine');
const MoreSheet = laterPart(() => import('./more-sheet.js'), 'MoreSheet');

/** On phones, what else stands in the rail: whether I’m on call and can be reached, the sound and the search. The place is reserved while unknown. */
export const PhoneTop = ({ isSilent }: { isSilent: boolean }) => (
  <>
    <div className="min-w-0 flex-1 overflow-x-clip pl-1">
      <Suspense>
        <DutyLine />
      </Suspense>
    </div>
    {isSilent && <SoundButton isSilent />}
    <SearchButton />
  </>
);

const cell =
  'relative flex h-[60px] flex-1 flex-col items-center justify-center gap-[3px] text-axis font-medium text-muted aria-[current]:text-ink aria-[current]:*:[svg]:text-bronze';

/** The bar of five at the bottom of phones; what is not in it is behind the last. */
export const BottomNavigation = () => (
  <>
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-panel pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      {barEntries.map((entry) => (
        <BarLink key={entry.to} entry={entry} />
      ))}
      <button type="button" popoverTarget="more" className={cell}>
        <Ellipsis aria-hidden size={20} strokeWidth={1.5} />
        More
        <PlanBadge />
      </button>
    </nav>
    <Suspense>
      <MoreSheet />
    </Suspense>
  </>
);

function BarLink({ entry: { to, label, Icon, holds } }: { entry: Entry }) {
  const isHere = useLocation({ select: ({ pathname }) => holds.test(pathname) });
  return (
    <Link to={to} aria-current={isHere ? 'page' : undefined} className={cell}>
      <Icon aria-hidden size={20} strokeWidth={1.5} />
      {label}
      {to === '/alerts' && <CountBadge />}
    </Link>
  );
}

/** Plans of programs that I may approve, which are behind it. */
function PlanBadge() {
  const count = useOpenPlans();
  if (count === 0) return null;
  return (
    <span className="absolute top-1.5 left-[calc(50%+6px)] h-4 min-w-4 rounded-full bg-act px-1 text-center text-axis leading-4 font-semibold text-on-act">
      {count}
      <span className="sr-only"> plans waiting for a person</span>
    </span>
  );
}

function CountBadge() {
  const count = useUnacknowledged();
  if (count === 0) return null;
  return (
    <span className="absolute top-1.5 left-[calc(50%+6px)] h-4 min-w-4 rounded-full bg-alarm-fill px-1 text-center text-axis leading-4 font-semibold text-on-alarm">
      {count.toLocaleString('en')}
      <span className="sr-only"> unacknowledged</span>
    </span>
  );
}
