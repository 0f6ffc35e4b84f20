import { CalendarDays } from 'lucide-react';
import { useId, useState } from 'react';
import { serverNow } from '../../data/time/clock.js';
import { isDayFirst } from '../../data/time/date-order.js';
import { stretchName } from '../../data/time/zone-times.js';
import { useBarred } from '../../ui/use-barred.js';
import { readOverride } from './typed-override.js';
import { MomentSlot } from './typed-slots.js';
import type { Stretch } from './use-override-drag.js';
import { inputOf, instantOf } from './zone-inputs.js';

interface Props {
  /** What the times are of: `Times of shift 1`. */
  label: string;
  stretch: Stretch;
  zone: string;
  onChange: (stretch: Stretch) => void;
}

const hint = 'Enter a start and an end, such as “fri 9-17”.';

/** The times of a typed line; a string: what is wrong with it. */
function readLine(line: string, { from }: Stretch, zone: string): Stretch | string {
  const now = serverNow();
  const typed = readOverride(line, { now, zone, people: null, since: Math.min(now, from), dayFirst: isDayFirst(navigator.language) });
  return typed.problem === null && typed.from !== null && typed.to !== null ? { from: typed.from, to: typed.to } : (typed.problem ?? hint);
}

/** From when until when, typed as one line: `fri 9-17`. Its button opens both as dates with a calendar. */
export function StretchField({ label, stretch, zone, onChange }: Props) {
  const id = useId();
  const [line, setLine] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const read = line === null ? stretch : readLine(line, stretch, zone);
  const isWrong = typeof read === 'string';
  const type = (text: string) => {
    setLine(text);
    const next = readLine(text, stretch, zone);
    if (typeof next !== 'string') onChange(next);
  };
  const put = (input: string, edge: 'from' | 'to') => {
    const at = instantOf(input, zone);
    setLine(null);
    if (at !== null) onChange({ ...stretch, [edge]: at });
  };
  const about = [isWrong && `${id}-problem`, useBarred()].filter(Boolean).join(' ') || undefined;
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-1.5">
      <span className="flex h-8 w-80 max-w-full items-center rounded-md border border-line-field bg-panel has-aria-invalid:border-warn has-aria-invalid:bg-warn-tint max-sm:h-11">
        <input
          aria-label={label}
          aria-invalid={isWrong || undefined}
          aria-describedby={about}
          autoComplete="off"
          spellCheck={false}
          value={line ?? stretchName(stretch.from, stretch.to, zone)}
          onChange={({ target }) => type(target.value)}
          // once understood, it is shown as it was understood
          onBlur={() => !isWrong && setLine(null)}
          className="h-full min-w-0 flex-1 rounded-md bg-transparent px-2.5 tabular-nums"
        />
        <button
          type="button"
          aria-label={`Dates of ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="mr-0.5 grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-pressed hover:text-ink"
        >
          <CalendarDays aria-hidden size={16} strokeWidth={1.5} />
        </button>
      </span>
      {isOpen && (
        <span className="inline-flex flex-wrap items-center gap-1.5">
          <MomentSlot label={`Start, ${label}`} value={inputOf(stretch.from, zone)} onChange={(input) => put(input, 'from')} />
          until
          <MomentSlot label={`End, ${label}`} value={inputOf(stretch.to, zone)} onChange={(input) => put(input, 'to')} />
        </span>
      )}
      {isWrong && (
        <span id={`${id}-problem`} className="basis-full text-xs text-warn">
          {read}
        </span>
      )}
    </span>
  );
}
