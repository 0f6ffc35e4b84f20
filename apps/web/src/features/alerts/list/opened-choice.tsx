import { dayOf, endsOf } from '../../../data/time/days.js';
import { DateInput } from '../../../ui/date-input.js';
import { filterClass } from '../../../ui/filter-class.js';
import { FilterSelect } from '../../../ui/select.js';
import { recentPeriods } from './opened-words.js';

interface Props {
  opened: string | undefined;
  onPut: (change: { opened: string }) => void;
}

/** On which days it was opened. */
export function OpenedChoice({ opened = '', onPut }: Props) {
  const isBetween = opened.includes('..');
  const [from = '', to = ''] = endsOf(opened);
  const choose = (value: string) => onPut({ opened: value === 'between' ? `${dayOf(new Date())}..` : value });
  return (
    <>
      <FilterSelect label="Opened" value={isBetween ? 'between' : opened} onChoose={choose}>
        <option value="">Opened any time</option>
        {Object.entries(recentPeriods).map(([days, words]) => (
          <option key={days} value={days}>
            Opened {words}
          </option>
        ))}
        {opened !== '' && !isBetween && !(opened in recentPeriods) && <option value={opened}>Opened in {opened.slice(0, -1)} days</option>}
        <option value="between">Opened between…</option>
      </FilterSelect>
      {isBetween && (
        <span className="flex items-center gap-1.5 max-sm:w-full">
          <DateInput
            kind="date"
            isPast
            aria-label="Opened from"
            className={`${filterClass} gap-2`}
            value={from}
            max={to}
            onPut={(day) => onPut({ opened: range(day, to) })}
          />
          <span className="text-faint">to</span>
          <DateInput
            kind="date"
            isPast
            aria-label="Opened until"
            className={`${filterClass} gap-2`}
            value={to}
            min={from}
            onPut={(day) => onPut({ opened: range(from, day) })}
          />
        </span>
      )}
    </>
  );
}

const range = (from: string, to: string): string => (from || to ? `${from}..${to}` : '');
