import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { QualityAnswer } from '@tocsin/contracts/schedules/quality.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { useNames } from '../../../data/words/names.js';
import { Button } from '../../../ui/button.js';
import { Section } from '../../../ui/screen.js';
import { WhenRead } from '../../../ui/when-read.js';
import { stretchName } from '../../../data/time/zone-times.js';
import { api } from '../../../data/cache/api.js';
import { keys } from '../../../data/cache/keys.js';
import type { Stretch } from '../use-override-drag.js';
import { Loads } from './loads.js';
import { findingOf, furtherOf } from './quality-words.js';
import { ZoneTableNotice } from './zone-table-notice.js';

/** Coverage, gaps and balance of a schedule over the next 52 weeks. The previous answer is shown until the next one arrives. */
const useScheduleQuality = (schedule: ScheduleRow) =>
  useQuery({
    // an answer is valid while the row is unchanged
    queryKey: keys.scheduleQuality(schedule.id, schedule),
    queryFn: ({ signal }) => api<QualityAnswer>('GET', `/schedules/${schedule.id}/quality`, { signal }),
    placeholderData: keepPreviousData,
  });

interface Props {
  schedule: ScheduleRow;
  zone: string;
  /** Whether shares may be set, and a newer time zone table applied. */
  mayShare: boolean;
  /** Null: no permission to fill gaps. */
  onFill: ((gap: Stretch) => void) | null;
}

/** Forecast of the next 52 weeks: finding, load per person, next gaps. */
export function Balance({ schedule, zone, mayShare, onFill }: Props) {
  const reading = useScheduleQuality(schedule);
  const { data } = reading;
  return (
    <>
      <ZoneTableNotice schedule={schedule} zone={zone} may={mayShare} />
      <Section id="balance" title="Balance">
        <WhenRead of={[reading]} what="The balance" lines={4}>
          {data && <Finding quality={data} />}
          {data && <Loads schedule={schedule} quality={data} may={mayShare} />}
          {data && <Gaps gaps={data.gaps} zone={zone} onFill={onFill} />}
        </WhenRead>
      </Section>
    </>
  );
}

function Finding({ quality }: { quality: QualityAnswer }) {
  const names = useNames();
  const isFine = quality.gaps.count === 0 && quality.overloaded.length === 0;
  const further = furtherOf(quality, names.person);
  return (
    <div className="mb-3 py-1">
      <p className={isFine ? 'font-medium' : 'font-medium text-warn'}>{findingOf(quality, names.person)}</p>
      {further.map((line) => (
        <p key={line} className="text-xs text-muted">
          {line}
        </p>
      ))}
      <p className="text-xs text-muted">
        The next 52 weeks, if nothing changes.
        {quality.balance !== null && ` Fairness ${Math.round(quality.balance * 100)} %.`}
      </p>
    </div>
  );
}

function Gaps({ gaps, zone, onFill }: { gaps: QualityAnswer['gaps'] } & Pick<Props, 'zone' | 'onFill'>) {
  if (gaps.count === 0) return null;
  const more = gaps.count - gaps.first.length;
  return (
    <>
      <h3 className="mt-5 mb-1 text-xs font-medium text-muted">Gaps ahead</h3>
      <ul className="max-w-3xl">
        {gaps.first.map(({ from, to }) => {
          const [stretch, when] = [{ from: Date.parse(from), to: Date.parse(to) }, stretchName(Date.parse(from), Date.parse(to), zone)];
          return (
            <li key={from} className="flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line/70 py-1">
              <span className="tabular-nums">{when}</span>
              {onFill && (
                <Button kind="quiet" className="ml-auto !h-7 !px-2" aria-label={`Fill the gap ${when}`} onClick={() => onFill(stretch)}>
                  Fill
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {more > 0 && <p className="py-1.5 text-xs text-muted">{more === 1 ? 'And 1 more.' : `And ${more} more.`}</p>}
    </>
  );
}
