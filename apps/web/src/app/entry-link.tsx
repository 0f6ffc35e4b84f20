import { Link, useLocation } from '@tanstack/react-router';
import { useHasPlans, useOpenPlans } from '../features/tool-plans/shared/use-open-plans.js';
import { StateShape } from '../ui/state-shape.js';
import type { Entry } from './entries.js';
import { useUnacknowledged } from './use-unacknowledged.js';

const look =
  'relative flex h-[30px] items-center gap-[9px] rounded-md px-2 font-medium text-muted hover:bg-pressed hover:text-ink aria-[current]:bg-panel aria-[current]:text-ink aria-[current]:shadow-[0_0_0_1px_var(--line),var(--panel-shadow)] *:[svg]:text-faint aria-[current]:*:[svg]:text-bronze sm:max-lg:justify-center max-sm:h-11';

interface Props {
  entry: Entry;
  onPress?: () => void;
}

/** An entry of the rail; that of plans once a program may make one. */
export const EntryLink = ({ entry, onPress }: Props) =>
  entry.to === '/plans' ? <PlansLink entry={entry} onPress={onPress} /> : <ShownLink entry={entry} onPress={onPress} />;

const PlansLink = (props: Props) => useHasPlans() && <ShownLink {...props} />;

/** Folded, its word is only for who hears it. */
function ShownLink({ entry: { to, label, Icon, holds }, onPress }: Props) {
  const isHere = useLocation({ select: ({ pathname }) => holds.test(pathname) });
  return (
    <Link to={to} title={label} aria-current={isHere ? 'page' : undefined} onClick={onPress} className={look}>
      <Icon aria-hidden size={16} strokeWidth={1.5} className="shrink-0" />
      <span className="sm:max-lg:sr-only">{label}</span>
      {to === '/alerts' && <UnacknowledgedCount />}
      {to === '/plans' && <PlanCount />}
    </Link>
  );
}

/** Plans that I may approve. */
function PlanCount() {
  const count = useOpenPlans();
  if (count === 0) return null;
  return (
    <span className="ml-auto text-xs font-semibold tabular-nums sm:max-lg:absolute sm:max-lg:-top-0.5 sm:max-lg:right-0.5">
      {count}
      <span className="sr-only"> waiting for a person</span>
    </span>
  );
}

/** Red, as nobody has them. */
function UnacknowledgedCount() {
  const count = useUnacknowledged();
  if (count === 0) return null;
  return (
    <span className="ml-auto flex items-center gap-1 text-xs font-semibold text-alarm tabular-nums sm:max-lg:absolute sm:max-lg:-top-0.5 sm:max-lg:right-0.5">
      <span aria-hidden className="max-lg:hidden">
        <StateShape shape="filledDiamond" size={10} />
      </span>
      {count.toLocaleString('en')}
      <span className="sr-only"> unacknowledged</span>
    </span>
  );
}
