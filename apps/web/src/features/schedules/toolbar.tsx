import { SegmentedControl } from '../../ui/segmented-control.js';
import { Slot } from '../../ui/select.js';
import { dateAt, movedBy, type Period } from './shared/period.js';
import { spans, spanWords, type Span } from './shared/spans.js';
import { placeName } from '../../data/time/zone-times.js';
import { periodName } from './shared/period-name.js';
import { PeriodSteps } from './shared/period-steps.js';

interface Props {
  span: Span;
  day: string;
  period: Period;
  zone: string;
  /** The schedule’s clock, where it is another than mine. */
  zones: { readonly mine: string; readonly schedule: string };
  now: number;
  onSpan: (span: Span) => void;
  /** Undefined: today. */
  onDay: (day: string | undefined) => void;
  onZone: (zone: 'schedule' | undefined) => void;
}

const segments = spans.map((value) => ({ value, label: spanWords[value] }));

export const Toolbar = ({ span, day, period, zone, zones, now, onSpan, onDay, onZone }: Props) => (
  <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
    <PeriodSteps
      heading={periodName(period, zone)}
      day={day}
      isToday={dateAt(now, zone) === day}
      onDay={onDay}
      moved={(by) => movedBy(span, day, by)}
    />
    <div className="ml-auto flex flex-wrap items-center gap-2">
      {zones.mine !== zones.schedule && (
        <Slot
          label="Times are shown in"
          value={zone === zones.mine ? 'mine' : 'schedule'}
          onChange={(event) => onZone(event.target.value === 'schedule' ? 'schedule' : undefined)}
        >
          <option value="mine">My time ({placeName(zones.mine)})</option>
          <option value="schedule">Schedule’s time ({placeName(zones.schedule)})</option>
        </Slot>
      )}
      <SegmentedControl label="Time range" segments={segments} value={span} onChange={onSpan} />
    </div>
  </div>
);
