import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { serverNow } from '../data/time/clock.js';
import { isDayFirst } from '../data/time/date-order.js';
import { formatTime } from '../data/time/times.js';
import type { readMoment } from '../data/time/typed-moment.js';
import { browserZone } from '../data/time/zone-times.js';
import type { DateKind } from './date-draft.js';
import { loadLater } from './load-later.js';

interface Props {
  kind: Exclude<DateKind, 'time'>;
  /** What was typed so far. */
  start: string;
  /** The value before, whose time a day without one keeps. */
  value: string;
  label: string | undefined;
  zone: string | undefined;
  isPast: boolean;
  onRead: (value: string) => void;
  /** Back to the segments. `isLeft`: the focus is elsewhere. */
  onClose: (isLeft: boolean) => void;
}

const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
const clock = { hour: '2-digit', minute: '2-digit' } as const;

/** `Fri 27 Nov 2026, 09:00`: what the text means. */
const wordsOf = (kind: Props['kind'], value: string): string => {
  const at = new Date(kind === 'date' ? `${value}T00:00` : value);
  return [formatTime(at, day).replace(',', ''), ...(kind === 'date' ? [] : [formatTime(at, clock)])].join(', ');
};

/** Loaded once words are typed, as it needs all calendars; the field takes letters meanwhile. */
function useReader(): typeof readMoment {
  const [reader, setReader] = useState<typeof readMoment>(() => () => null);
  useEffect(() => void loadLater(() => import('../data/time/typed-moment.js')).then((loaded) => setReader(() => loaded.readMoment)), []);
  return reader;
}

/** A date as words, such as “tomorrow 9” or “28 mar”, read while they are typed. Enter takes it, Escape goes back. */
export function TypedDate({ kind, start, value, label, zone = browserZone(), isPast, onRead, onClose }: Props) {
  const [text, setText] = useState(start);
  const id = useId();
  const timeOfDay = value.slice(11) || '09:00';
  const moment = useReader()(text, { now: serverNow(), zone, dayFirst: isDayFirst(navigator.language), isPast, timeOfDay });
  const read = moment && (kind === 'date' ? moment.slice(0, 10) : moment);
  const isOver = useRef(false);
  const close = (isLeft: boolean) => {
    // the input that is removed loses the focus, too
    if (isOver.current) return;
    isOver.current = true;
    onClose(isLeft);
  };
  const take = (isLeft: boolean) => {
    if (read) onRead(read);
    if (read || isLeft || text.trim() === '') close(isLeft);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // the field around it takes spaces and arrows as presses of its own
    event.stopPropagation();
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // neither sends the form nor closes the dialog around it
    event.preventDefault();
    if (event.key === 'Enter') take(false);
    else close(false);
  };
  return (
    <>
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- typing began in a segment of this field
        autoFocus
        aria-label={label ? `${label}, in words` : 'In words'}
        aria-describedby={id}
        aria-invalid={(text.trim() !== '' && !read) || undefined}
        placeholder={isPast ? 'yesterday, 28 mar' : 'tomorrow 9, 28 mar'}
        autoComplete="off"
        spellCheck={false}
        size={10}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        onKeyUp={(event) => event.stopPropagation()}
        onBlur={() => !isOver.current && take(true)}
        className="w-full min-w-0 bg-transparent outline-none placeholder:text-faint"
      />
      <output
        id={id}
        className="absolute top-full left-0 z-10 mt-1 rounded-md border border-line bg-raised px-2 py-1 text-xs whitespace-nowrap text-muted shadow-pop empty:hidden"
      >
        {read ? wordsOf(kind, read) : text.trim() !== '' && 'not a date yet'}
      </output>
    </>
  );
}
