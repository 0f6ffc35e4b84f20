import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import { Button } from '../../ui/button.js';
import { officeHours, TimesOfWeekLine } from './shared/times-of-week.js';

type Restriction = LayerSetting['restrictions'][number];

interface Props {
  of: string;
  restrictions: readonly Restriction[];
  onChange: (restrictions: Restriction[]) => void;
}

/** “Only [Mo Tu We Th Fr] from [09:00] to [17:00]”, a line each; none means all the time. */
export const RestrictionSlots = ({ of, restrictions, onChange }: Props) => (
  <>
    {restrictions.map((restriction, at) => (
      <TimesOfWeekLine
        // oxlint-disable-next-line react/no-array-index-key -- a restriction is known by its place alone
        key={at}
        of={`restriction ${at + 1} of ${of}`}
        before={at === 0 ? 'only' : 'and'}
        times={restriction}
        onChange={(next) => onChange(restrictions.with(at, next))}
        onRemove={() => onChange(restrictions.toSpliced(at, 1))}
      />
    ))}
    {restrictions.length < scheduleLimits.restrictionsPerLayer && (
      <Button kind="quiet" className="-ml-2 !h-7 !px-2" onClick={() => onChange([...restrictions, officeHours])}>
        {restrictions.length === 0 ? '+ Only at certain times' : '+ Add times'}
      </Button>
    )}
  </>
);
