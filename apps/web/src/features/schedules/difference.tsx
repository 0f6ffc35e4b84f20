import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { wordsOf } from '../../data/cache/api.js';
import { useMe } from '../../data/session/session.js';
import { useClock } from '../../data/time/clock.js';
import { useNames } from '../../data/words/names.js';
import { useShiftDraft, type DraftChange } from './shared/use-shifts.js';
import { differenceLines } from './difference-words.js';
import { overrideWords } from './shared/pieces.js';
import type { Stretch } from './use-override-drag.js';
import { momentName, stretchName } from '../../data/time/zone-times.js';

interface Props {
  schedule: ScheduleRow;
  /** Null: no comparison is available yet. */
  change: DraftChange | null;
  within: Stretch;
  /** `in the next 4 weeks`; empty where the change itself has dates. */
  when: string;
  zone: string;
}

const minute = 60_000;

/** Preview of the effects of an edit. */
export function Difference({ schedule, change, within: { from, to }, when, zone }: Props) {
  const names = useNames();
  const { personId: meId } = useMe();
  const now = useClock((time) => time - (time % minute));
  const { data, error } = useShiftDraft(schedule, change, { from, to: Math.min(to, from + scheduleLimits.scheduleRange) });
  const overrideOf = (id: string) => schedule.overrides.find(({ overrideId }) => overrideId === id);
  const lines =
    data && change
      ? differenceLines(data, {
          meId,
          nameOf: names.person,
          momentOf: (at) => momentName(at, zone, now),
          stretchOf: (first, last) => stretchName(first, last, zone),
          overrideOf: (id) => overrideWords(overrideOf(id) ?? { kind: 'remove_everybody', personId: null, replacesId: null }, names.person),
          when,
        })
      : [];
  return (
    <section aria-label="What changes" aria-live="polite">
      {error ? (
        <p className="text-warn">{wordsOf(error).says}</p>
      ) : (
        <ul>
          {lines.map((line, n) => (
            <li key={line} className={n === 0 ? 'font-medium' : 'text-muted'}>
              {line}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
