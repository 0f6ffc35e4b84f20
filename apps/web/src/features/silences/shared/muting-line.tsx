import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import { Bell, BellOff, CalendarClock, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useClock } from '../../../data/time/clock.js';
import { browserZone, stretchName } from '../../../data/time/zone-times.js';
import { useNames } from '../../../data/words/names.js';
import { Avatar } from '../../../ui/avatar.js';
import { Meter } from '../../../ui/progress.js';

const icons = { active: BellOff, planned: CalendarClock, over: Check, off: Bell } as const;

interface Props {
  state: keyof typeof icons;
  title: string;
  /** Beside the title: that it is off. */
  flag?: string | false;
  matchers?: readonly LabelMatcher[];
  /** Below the title: for whom, why. */
  note: string;
  /** Who started it. */
  by?: string;
  /** When it mutes; absent: always. */
  period?: { readonly from: string; readonly until: string } | undefined;
  /** When it ends, or ended. */
  end?: ReactNode;
  /** Its buttons. */
  children: ReactNode;
}

const none: readonly LabelMatcher[] = [];
const wide = '@4xl:grid-cols-[1rem_minmax(0,1fr)_1.25rem_14.5rem_9rem_15.5rem]';

/** What mutes alerts, in columns: state · title and conditions · who · when · end · buttons; where it is narrow, the last three below the title. */
export const MutingLine = ({ state, title, flag, matchers = none, note, by, period, end, children }: Props) => {
  const Icon = icons[state];
  return (
    <li className="@container border-b border-line-soft last:border-0">
      <div className={`grid min-h-13 grid-cols-[1rem_minmax(0,1fr)_1.25rem] items-center gap-x-4 gap-y-1 py-2 ${wide}`}>
        <Icon aria-label={state} size={16} strokeWidth={1.5} className={`shrink-0 ${state === 'active' ? 'text-ink' : 'text-faint'}`} />
        <span className="min-w-0">
          <span className={`block font-medium [overflow-wrap:anywhere] ${state === 'over' ? 'text-muted' : ''}`}>
            {title}
            {flag && <span className="font-normal text-muted"> · {flag}</span>}
          </span>
          {matchers.length > 0 && <MatcherChips matchers={matchers} />}
          <span className="block text-xs text-muted [overflow-wrap:anywhere]">{note}</span>
        </span>
        <Starter by={by} />
        <span className="col-span-2 col-start-2 flex flex-wrap items-baseline gap-x-3 @4xl:contents">
          {period ? <Period {...period} isActive={state === 'active'} /> : <span className="@max-4xl:hidden" />}
          <span className="text-muted tabular-nums @max-4xl:text-xs @4xl:text-right">{end}</span>
        </span>
        <span className="col-span-2 col-start-2 -ml-3 flex flex-wrap max-sm:-ml-3.5 @4xl:col-auto @4xl:ml-0 @4xl:justify-end">
          {children}
        </span>
      </div>
    </li>
  );
};

/** `cluster = eu-1`, a chip each. */
const MatcherChips = ({ matchers }: { matchers: readonly LabelMatcher[] }) => (
  <span className="my-0.5 flex flex-wrap gap-1">
    {matchers.map(({ label, operator, value }) => (
      <span
        key={`${label} ${operator} ${value}`}
        className="rounded-sm bg-quiet-tint px-1.5 text-xs leading-5 text-muted [overflow-wrap:anywhere]"
      >
        {label} {operator} <b className="font-medium text-ink">{value}</b>
      </span>
    ))}
  </span>
);

function Starter({ by }: { by: string | undefined }) {
  const names = useNames();
  if (by === undefined) return <span />;
  return (
    <span title={names.person(by)} className="flex">
      <Avatar personId={by} name={names.person(by)} />
      <span className="sr-only">{names.person(by)}</span>
    </span>
  );
}

/** The stretch, and how much of it is over. */
function Period({ from, until, isActive }: { from: string; until: string; isActive: boolean }) {
  const [start, end] = [Date.parse(from), Date.parse(until)];
  const share = useClock((now) => Math.round((100 * (now - start)) / Math.max(1, end - start)) / 100);
  return (
    <span className="tabular-nums">
      <span className="block text-xs text-muted">{stretchName(start, end, browserZone())}</span>
      {isActive && <Meter share={share} className="mt-1 w-full @max-4xl:hidden" />}
    </span>
  );
}
