import { aheadWords } from '../../../data/words/ahead-words.js';
import { useClock } from '../../../data/time/clock.js';
import { useAhead } from './use-ahead.js';

const minute = 60_000;

/** `Gap Sat 09:00 – Sat 17:00`: the next future gap of a schedule within four weeks. Empty if there is none. */
export function GapAhead({ scheduleId }: { scheduleId: string }) {
  const now = useClock((time) => time - (time % minute));
  const gaps = useAhead().data?.gaps.find((one) => one.scheduleId === scheduleId);
  const gap = gaps?.first.find(({ from }) => Date.parse(from) > now);
  return gap ? <span className="text-warn">Gap {aheadWords(gap, now)}</span> : null;
}
