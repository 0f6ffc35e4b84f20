import { aheadWords } from './ahead-words.js';
import { useAll } from '../../../data/cache/use-view.js';
import { useClock } from '../../../data/time/clock.js';
import { coverOfGap, coverWords } from './gap-words.js';
import { useAhead } from './use-ahead.js';

const minute = 60_000;

/** `Gap Sat 09:00 – Sat 17:00, covered by step 2`: the next future gap of a schedule within four weeks. Empty if there is none. */
export function GapAhead({ scheduleId }: { scheduleId: string }) {
  const now = useClock((time) => time - (time % minute));
  const policies = useAll('policies');
  const gaps = useAhead().data?.gaps ?? [];
  const gap = gaps.find((one) => one.scheduleId === scheduleId)?.first.find(({ from }) => Date.parse(from) > now);
  if (!gap) return null;
  const cover = coverOfGap(policies, scheduleId, (id) => gaps.some((one) => one.scheduleId === id));
  const words = `Gap ${aheadWords(gap, now)}`;
  return cover === null ? (
    <span className="text-warn">{words}</span>
  ) : (
    <span className="text-muted">{`${words}, ${coverWords(cover)}`}</span>
  );
}
