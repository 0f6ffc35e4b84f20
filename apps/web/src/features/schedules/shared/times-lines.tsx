import { Button } from '../../../ui/button.js';
import { officeHours, TimesOfWeekLine, type TimesOfWeek } from './times-of-week.js';

/** Most intervals per week. */
const most = 10;

interface Props {
  of: string;
  times: TimesOfWeek[];
  onChange: (times: TimesOfWeek[]) => void;
}

/** A line for each of the times of the week, and one more. There is one at least. */
export const TimesLines = ({ of, times, onChange }: Props) => (
  <>
    {times.map((line, at) => (
      <TimesOfWeekLine
        // oxlint-disable-next-line react/no-array-index-key -- a line is known by its place alone
        key={at}
        of={`hours ${at + 1} of ${of}`}
        before={at === 0 ? '' : 'and'}
        times={line}
        onChange={(next) => onChange(times.with(at, next))}
        {...(times.length > 1 ? { onRemove: () => onChange(times.toSpliced(at, 1)) } : {})}
      />
    ))}
    {times.length < most && (
      <Button kind="quiet" className="-ml-2 !h-7 !px-2" onClick={() => onChange([...times, officeHours])}>
        + Add times
      </Button>
    )}
  </>
);
