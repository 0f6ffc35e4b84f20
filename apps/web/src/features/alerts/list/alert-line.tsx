import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Names } from '../../../data/words/names.js';
import type { Column } from './list-choice.js';
import { StateMark } from '../shared/state-mark.js';
import { Age } from '../../../ui/age.js';
import { ResponsibilityCell } from '../shared/responsibility-cell.js';

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
  /** On a phone, which has neither keys nor a pointer over the row. */
  onMenu?: (id: string) => void;
  /** In the long list: pixels below its top, the line, and the place among how many of its state. */
  top?: number | undefined;
  index?: number;
  position?: number;
  setSize?: number;
  measure?: ((element: HTMLElement | null) => void) | null;
}

/** The edge and ground of a row: red fires and nobody has it, blue is mine. */
function lookOf({ status, urgency, holder }: AlertGroupRow, me: string, isSelected: boolean, movedTo: string | undefined): string {
  if (isSelected) return 'bg-selected edge-bronze';
  if (movedTo) return 'bg-well';
  if (status === 'firing') return urgency === 'high' ? 'alert-red' : 'edge-low hover:bg-hover focus-within:bg-hover';
  const isMine = holder?.kind === 'person' && holder.personId === me && status !== 'resolved';
  return `hover:bg-hover focus-within:bg-hover ${isMine ? 'edge-held' : ''}`;
}

const none: readonly Column[] = [];

/** One alert group in columns: state · #number title · service · who · since. */
export const AlertLine = memo(function AlertLine({
  row,
  names,
  hides = none,
  isSelected = false,
  movedTo,
  foundLine,
  onSelect,
  onAcknowledge,
  onMenu,
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
      className={`group ${top === undefined ? 'relative' : 'absolute inset-x-0'} alert-line ${hides.includes('service') ? 'alert-short' : ''} ${canTake ? 'alert-swipe' : ''} ${lookOf(row, names.me, isSelected, movedTo)}`}
    >
      <Tick number={row.number} id={row.id} isSelected={isSelected} onSelect={onSelect} />
      <span className="max-sm:pt-0.5">
        <StateMark status={row.status} urgency={row.urgency} />
      </span>
      <Title row={row} isOver={isOver} movedTo={movedTo} foundLine={foundLine} hidesLabels={hides.includes('labels')} />
      {!hides.includes('service') && (
        <p className="truncate text-muted max-xl:hidden" title={serviceName}>
          {serviceName}
        </p>
      )}
      <div className="relative min-w-0 max-sm:col-start-2 max-sm:col-end-4 max-sm:row-start-2 max-sm:pr-9 sm:col-[-3/-2]">
        {canTake && <Take number={row.number} onPress={() => onAcknowledge(row.id)} />}
        <ResponsibilityCell row={row} names={names} />
        {foundLine && (
          <p className="truncate text-muted sm:hidden">
            in #{row.number}: {foundLine}
          </p>
        )}
      </div>
      <MenuButton row={row} onMenu={onMenu} />
      <p className={ageClass(hides)}>
        <Age at={isOver ? (row.resolvedAt ?? row.openedAt) : row.firingSince} />
      </p>
    </li>
  );
});

const ageClass = (hides: readonly Column[]): string =>
  `text-right text-muted max-sm:col-start-3 max-sm:row-start-1 ${hides.includes('age') ? 'sm:hidden' : ''}`;

interface TickProps {
  number: number;
  id: string;
  isSelected: boolean;
  onSelect: Props['onSelect'] | undefined;
}

const Tick = ({ number, id, isSelected, onSelect }: TickProps) => (
  <span className="grid place-items-center max-sm:hidden">
    {onSelect && (
      <input
        type="checkbox"
        aria-label={`Select #${number}`}
        checked={isSelected}
        onChange={(event) => onSelect(id, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
        className="relative z-10 size-4 accent-act after:absolute after:-inset-2"
      />
    )}
  </span>
);

const Take = ({ number, onPress }: { number: number; onPress: () => void }) => (
  <button
    type="button"
    aria-label={`Acknowledge #${number}`}
    onClick={onPress}
    className="absolute top-1/2 left-0 z-10 hidden h-7 -translate-y-1/2 rounded-md border border-line-button bg-panel px-2.5 font-medium shadow-panel hover:bg-hover sm:group-focus-within:block sm:group-hover:block"
  >
    Acknowledge
  </button>
);

const MenuButton = ({ row: { number, id }, onMenu }: { row: AlertGroupRow; onMenu: Props['onMenu'] | undefined }) =>
  onMenu && (
    <button
      type="button"
      aria-label={`More actions for #${number}`}
      onClick={() => onMenu(id)}
      className="absolute right-0 bottom-0 z-10 size-11 text-lg text-muted sm:hidden"
    >
      ⋯
    </button>
  );

/** At most so many labels are shown beside a title. */
const mostChips = 2;
const impliedLabels = /^(alertname|severity|job)=/;

/** Labels that say more than the title. */
const chipsOf = ({ labels, title }: AlertGroupRow): readonly string[] =>
  labels.filter((label) => !impliedLabels.test(label) && !title.includes(label.slice(label.indexOf('=') + 1))).slice(0, mostChips);

const tagsOf = ({ staleSince, flaps, linked, follows, test, drillId, rehearses }: AlertGroupRow): readonly string[] => [
  ...(staleSince ? ['stale'] : []),
  ...(flaps ? [flaps.quietSince ? 'flaps, quiet' : 'flaps'] : []),
  ...(linked && !follows ? ['leads linked alerts'] : []),
  ...(drillId ? ['drill'] : test ? ['test'] : []),
  ...(rehearses ? ['rehearsal'] : []),
];

interface TitleProps extends Pick<Props, 'row' | 'movedTo' | 'foundLine'> {
  isOver: boolean;
  hidesLabels: boolean;
}

function Title({ row, isOver, movedTo, foundLine, hidesLabels }: TitleProps) {
  const { number, title, firing, cutList } = row;
  return (
    <p className="flex min-w-0 items-center gap-2">
      <Link
        to="/alerts/$number"
        params={{ number: String(number) }}
        data-row
        className={`line-clamp-2 min-w-0 outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus sm:block sm:truncate ${isOver || movedTo ? 'text-muted' : 'font-medium'}`}
      >
        <span className="mr-2.5 font-normal text-muted tabular-nums">#{number}</span>
        {title}
      </Link>
      {movedTo && <Tag>{`moved to ${movedTo}`}</Tag>}
      {foundLine && (
        <span className="max-w-[45%] shrink-0 truncate text-muted max-sm:hidden" title={foundLine}>
          in #{number}: {foundLine}
        </span>
      )}
      {tagsOf(row).map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {(firing > 1 || cutList) && (
        <span className="shrink-0 text-xs text-muted max-sm:hidden">{cutList ? `${cutList.listed} of ${cutList.of}` : firing} alerts</span>
      )}
      {!hidesLabels && !foundLine && (
        // a chip without room wraps out of sight, the first one too, as it isn’t the first on its line
        <span className="flex h-5 min-w-0 flex-1 flex-wrap gap-1 overflow-hidden before:h-5 before:content-[''] max-xl:hidden">
          {chipsOf(row).map((label) => (
            <Chip key={label} label={label} />
          ))}
        </span>
      )}
    </p>
  );
}

const Chip = ({ label }: { label: string }) => {
  const at = label.indexOf('=');
  return (
    <span title={label} className="shrink-0 rounded-sm bg-quiet-tint px-1.5 text-xs leading-5 text-muted group-[.alert-red]:bg-panel">
      {label.slice(0, at)} <b className="font-medium text-ink">{label.slice(at + 1, at + 25)}</b>
    </span>
  );
};

const Tag = ({ children }: { children: string }) => (
  <span className="shrink-0 rounded-sm bg-quiet-tint px-1.5 text-xs leading-5 text-muted">{children}</span>
);
