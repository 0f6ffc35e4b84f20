import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Names } from '../../../data/words/names.js';
import type { Column } from './list-choice.js';
import { StateMark } from '../shared/state-mark.js';
import { Age } from '../../../ui/time.js';
import { ResponsibilityText } from '../shared/responsibility-text.js';

interface Props {
  row: AlertGroupRow;
  names: Names;
  hides?: readonly Column[];
  isSelected?: boolean;
  /** Where a row belongs now, if it only keeps its place while the list holds still. */
  movedTo?: string | undefined;
  /** Of a search: the line of an alert in the group, if the group is listed because of that. */
  foundLine?: string | undefined;
  onSelect?: (id: string, isRange: boolean) => void;
  onAcknowledge?: (id: string) => void;
  /** In the long list: pixels below its top, the line, and the place among how many of its state. */
  top?: number | undefined;
  index?: number;
  position?: number;
  setSize?: number;
  measure?: ((element: HTMLElement | null) => void) | null;
}

/** One alert group as a sentence: state · #number title · service · assignee · since. */
export const AlertLine = memo(function AlertLine({
  row,
  names,
  hides = [],
  isSelected = false,
  movedTo,
  foundLine,
  onSelect,
  onAcknowledge,
  ...place
}: Props) {
  const { top, index, position, setSize, measure } = place;
  const serviceName = row.serviceId ? names.service(row.serviceId) : 'manual';
  const isOver = row.status === 'resolved';
  const canTake = onAcknowledge !== undefined && row.status === 'firing';
  return (
    <li
      data-id={row.id}
      data-index={index}
      data-swipes={canTake ? '' : undefined}
      ref={measure}
      aria-posinset={position}
      aria-setsize={setSize}
      style={{ top }}
      className={`group ${top === undefined ? 'relative' : 'absolute inset-x-0'} alert-line ${canTake ? 'alert-swipe' : ''} ${isSelected ? '!bg-selected' : ''} ${movedTo ? 'bg-well' : ''}`}
    >
      {onSelect && (
        <input
          type="checkbox"
          aria-label={`Select #${row.number}`}
          checked={isSelected}
          onChange={(event) => onSelect(row.id, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
          className={`absolute inset-y-0 -left-5 my-auto z-10 size-4 accent-act max-sm:hidden ${isSelected ? '' : 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100'}`}
        />
      )}
      <span className="max-sm:pt-[3px]">
        <StateMark status={row.status} urgency={row.urgency} />
      </span>
      <Title row={row} isOver={isOver} movedTo={movedTo} foundLine={foundLine} />
      <p className="truncate text-muted max-md:hidden" title={serviceName}>
        {serviceName}
      </p>
      <div className="relative min-w-0 text-right max-sm:col-start-2 max-sm:col-end-4 max-sm:row-start-2 max-sm:text-left max-sm:text-xs">
        {canTake && (
          <button
            type="button"
            aria-label={`Acknowledge #${row.number}`}
            onClick={() => onAcknowledge(row.id)}
            className="absolute top-1/2 left-0 z-10 hidden h-7 -translate-y-1/2 rounded-md border border-line bg-raised px-2.5 shadow-pop hover:bg-hover sm:group-focus-within:block sm:group-hover:block"
          >
            Acknowledge
          </button>
        )}
        <Who row={row} names={names} serviceName={serviceName} foundLine={foundLine} />
      </div>
      <p className="text-right text-xs text-faint max-sm:col-start-3 max-sm:row-start-1">
        <Age at={isOver ? (row.resolvedAt ?? row.openedAt) : row.firingSince} />
      </p>
    </li>
  );
});

/** Who has it or is next; on narrow screens also what has no column there. */
const Who = ({ row, names, serviceName, foundLine }: Pick<Props, 'row' | 'names' | 'foundLine'> & { serviceName: string }) => (
  <>
    <p className="sm:truncate">
      <span className="text-muted md:hidden">{serviceName} · </span>
      <ResponsibilityText row={row} names={names} />
    </p>
    {foundLine && (
      <p className="truncate text-muted sm:hidden">
        in #{row.number}: {foundLine}
      </p>
    )}
  </>
);

interface TitleProps extends Pick<Props, 'row' | 'movedTo' | 'foundLine'> {
  isOver: boolean;
}

function Title({ row, isOver, movedTo, foundLine }: TitleProps) {
  const { number, title, firing, cutList } = row;
  return (
    <p className="flex min-w-0 items-baseline gap-2">
      <Link
        to="/alerts/$number"
        params={{ number: String(number) }}
        data-row
        className={`line-clamp-2 min-w-0 outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus sm:block sm:truncate ${isOver || movedTo ? 'text-muted' : 'font-medium'}`}
      >
        <span className="mr-1.5 font-normal text-faint tabular-nums">#{number}</span>
        {title}
      </Link>
      {movedTo && <Tag>{`moved to ${movedTo}`}</Tag>}
      {foundLine && (
        <span className="max-w-[45%] shrink-0 truncate text-muted max-sm:hidden" title={foundLine}>
          in #{number}: {foundLine}
        </span>
      )}
      {row.staleSince && <Tag>stale</Tag>}
      {row.test && <Tag>test</Tag>}
      {(firing > 1 || cutList) && (
        <span className="shrink-0 text-xs text-faint max-sm:hidden">{cutList ? `${cutList.listed} of ${cutList.of}` : firing} alerts</span>
      )}
    </p>
  );
}

const Tag = ({ children }: { children: string }) => (
  <span className="shrink-0 rounded border border-line px-1 text-axis leading-4 text-muted">{children}</span>
);
