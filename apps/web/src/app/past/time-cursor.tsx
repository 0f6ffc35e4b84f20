import type { MomentAnswer } from '@tocsin/contracts/http.js';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { formatTime, wholeTime } from '../../data/time/times.js';
import { Button } from '../../ui/button.js';
import { Key } from '../../ui/key.js';
import { useKeyboard } from '../../ui/use-keyboard.js';
import { WarnMark } from '../../ui/warn-mark.js';
import { chooseMoment } from './choosing.js';
import { momentQuery } from './moment-query.js';
import { useGoTo } from './use-go-to.js';

type Step = 'event' | 'minute' | 'hour';
const minute = 60_000;
const millisOf = { minute, hour: 60 * minute } as const;

/** Steps from one moment to another: at least one event ahead, so that quiet hours are passed. */
function useStep({ ordinal, at, isEnd }: MomentAnswer): (step: Step, direction: -1 | 1) => Promise<void> {
  const client = useQueryClient();
  const goTo = useGoTo();
  return async (step, direction) => {
    if (direction === 1 && isEnd) return;
    if (step === 'event') return goTo(Math.max(1, ordinal + direction));
    const asked = new Date(Date.parse(at) + direction * millisOf[step]).toISOString();
    const found = await client.fetchQuery(momentQuery(asked)).catch(() => null);
    if (found) goTo(direction === 1 ? Math.max(found.ordinal, ordinal + 1) : Math.max(1, found.ordinal));
  };
}

const stepOf = ({ shiftKey, ctrlKey, metaKey }: KeyboardEvent): Step => (ctrlKey || metaKey ? 'hour' : shiftKey ? 'minute' : 'event');

/** Above a screen of the past: which moment it shows, the way to others and back. */
export function TimeCursor({ moment }: { moment: MomentAnswer }) {
  const goTo = useGoTo();
  const step = useStep(moment);
  useKeyboard([
    { key: '0', says: 'go back to now', run: () => goTo(undefined) },
    { key: 'ArrowLeft', says: 'go to the event before (Shift: a minute, Ctrl: an hour, on the cursor)', run: () => void step('event', -1) },
    { key: 'ArrowRight', says: 'go to the next event', run: () => void step('event', 1) },
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null;
    if (direction === null || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    void step(stepOf(event), direction);
  };
  const steps = (direction: -1 | 1) => ({ isOff: direction === 1 && moment.isEnd, onStep: (by: Step) => void step(by, direction) });
  return (
    <div
      role="toolbar"
      tabIndex={0}
      aria-label="Time cursor"
      onKeyDown={onKeyDown}
      className="sticky top-0 z-20 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-t-md border-b border-warn-line bg-warn-tint px-3 py-2 sm:px-5 print:hidden"
    >
      <WarnMark size={16} />
      <p aria-live="polite" className="min-w-0 font-medium">
        <span className="sr-only">The past: </span>
        <time dateTime={moment.at} title={wholeTime(moment.at)} className="tabular-nums">
          {formatTime(new Date(moment.at), {
            weekday: 'short',
            day: 'numeric',
            month: 'short',
            year: 'numeric',
            hour: '2-digit',
            minute: '2-digit',
            second: '2-digit',
          })}
        </time>
        <span className="ml-2 font-normal text-muted">
          {moment.isEnd ? 'nothing is later: this is now' : `event ${moment.ordinal.toLocaleString('en')}`}
        </span>
      </p>
      <div className="ml-auto flex items-center gap-1 max-sm:w-full max-sm:justify-between">
        <Steps direction={-1} {...steps(-1)} />
        <Button size="small" onClick={chooseMoment}>
          Choose…
        </Button>
        <Steps direction={1} {...steps(1)} />
        <Button size="small" className="ml-2 max-sm:ml-0" onClick={() => goTo(undefined)}>
          Back to now
          <span className="max-sm:hidden">
            <Key>0</Key>
          </span>
        </Button>
      </div>
    </div>
  );
}

interface StepsProps {
  direction: -1 | 1;
  isOff: boolean;
  onStep: (by: Step) => void;
}

function Steps({ direction, isOff, onStep }: StepsProps) {
  const [One, More] = direction === 1 ? [ChevronRight, ChevronsRight] : [ChevronLeft, ChevronsLeft];
  const word = direction === 1 ? 'ahead' : 'back';
  const marks: readonly (readonly [Step, string, ReactNode])[] = [
    ['hour', `An hour ${word}`, <More key="more" aria-hidden size={16} strokeWidth={1.5} />],
    ['minute', `A minute ${word}`, <One key="one" aria-hidden size={16} strokeWidth={1.5} />],
    ['event', `One event ${word}`, <span key="dot" aria-hidden className="size-1.5 rounded-full bg-current" />],
  ];
  return (direction === 1 ? marks.toReversed() : marks).map(([by, name, mark]) => (
    <Button
      key={by}
      kind="quiet"
      size="small"
      className={`w-7 !px-0 ${by === 'hour' ? 'max-sm:hidden' : ''}`}
      aria-label={name}
      title={name}
      {...(isOff ? { whyNot: 'Nothing is later.' } : {})}
      onClick={() => onStep(by)}
    >
      {mark}
    </Button>
  ));
}
