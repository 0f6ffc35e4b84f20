import { Link } from '@tanstack/react-router';
import { ChevronIcon } from '../../../ui/first-icons.js';
import { StateMark } from '../shared/state-mark.js';
import { partsOf, type Part } from './parts.js';

/** What is said above the rows of one service, alert name or team. */
export interface GroupHeading {
  readonly title: string;
  readonly counts: readonly (readonly [part: Part, count: number])[];
  readonly hint?: string;
  readonly serviceId?: string;
}

interface Props {
  group: string;
  /** Undefined: a part of the list, named by its state. */
  says: GroupHeading | undefined;
  part: Part;
  count: number;
  moved: number;
  top: number | undefined;
  isClosed: boolean;
  onClose: (group: string, isClosed: boolean) => void;
}

/** The line above a group, which opens and closes it. */
export function Heading({ group, says, part, count, moved, top, isClosed, onClose }: Props) {
  const { status, urgency = 'high', heading } = partsOf[part];
  return (
    <div
      style={{ top }}
      className={`${top === undefined ? '' : 'absolute inset-x-0'} flex h-9 items-center gap-2 border-b border-line bg-well pr-4 pl-3`}
    >
      <h2 className="flex min-w-0 items-center gap-2">
        <button
          type="button"
          aria-expanded={!isClosed}
          onClick={() => onClose(group, !isClosed)}
          className="flex max-w-full items-center gap-2 font-semibold"
        >
          <ChevronIcon
            className={`text-muted transition-transform duration-100 motion-reduce:transition-none ${isClosed ? '-rotate-90' : ''}`}
          />
          {!says && <StateMark status={status} urgency={urgency} isPlain />}
          <span className="truncate">{says?.title ?? heading}</span>
          {!says && <span className="font-normal text-faint tabular-nums">{count.toLocaleString('en')}</span>}
        </button>
        {moved > 0 && <span className="shrink-0 font-normal text-faint">{moved.toLocaleString('en')} moved</span>}
      </h2>
      {says?.counts.map(([one, number]) => (
        <span key={one} title={`${number.toLocaleString('en')} ${partsOf[one].heading.toLowerCase()}`} className="flex items-center gap-1">
          <StateMark status={partsOf[one].status} urgency={partsOf[one].urgency ?? 'high'} size={12} />
          <span className="font-medium tabular-nums">{number.toLocaleString('en')}</span>
        </span>
      ))}
      {says?.serviceId && (
        <Link to="/services/$id" params={{ id: says.serviceId }} className="text-muted hover:underline max-sm:hidden">
          Service
        </Link>
      )}
      {says?.hint && <span className="ml-auto truncate text-xs font-medium text-muted max-sm:hidden">{says.hint}</span>}
    </div>
  );
}
