import type { ScheduleRow } from '@tocsin/contracts/schedules.js';
import { useState } from 'react';
import { wordsOf } from '../../data/api.js';
import { serverNow } from '../../data/clock.js';
import { useNames } from '../../data/names.js';
import { useShiftDraft } from '../../data/use-shifts.js';
import { differenceLines } from './difference-words.js';
import { draftRequestOf, type ScheduleDraft } from './use-schedule-edit.js';
import { browserZone, momentName } from './zone-times.js';

const fourWeeks = 28 * 86_400_000;

/** What an edit changes, before it is saved. */
export function Difference({ schedule, draft }: { schedule: ScheduleRow; draft: ScheduleDraft }) {
  const names = useNames();
  const [from] = useState(serverNow);
  const { data, error } = useShiftDraft(schedule, draftRequestOf(draft, { from, to: from + fourWeeks }));
  const lines = data
    ? differenceLines(data, {
        nameOf: names.person,
        momentOf: (at) => momentName(at, browserZone(), from),
        within: 'the next 4 weeks',
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
