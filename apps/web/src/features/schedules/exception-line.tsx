import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { useCommand } from '../../data/cache/use-command.js';
import { Button } from '../../ui/button.js';
import { Difference } from './difference.js';
import type { Stretch } from './use-override-drag.js';
import { useFocusInside } from './use-focus-inside.js';
import type { PlanEdit, Removal } from './use-plan-edit.js';
import { stretchName } from '../../data/time/zone-times.js';

interface Props {
  schedule: ScheduleRow;
  edit: PlanEdit;
  zone: string;
  what: Removal;
  noun: 'override' | 'temporary schedule';
  says: string;
  stretch: Stretch;
  reason: string;
  /** Null: no permission. */
  onChange: (() => void) | null;
}

/** “Bo for Ana Sat 28 Nov 09:00 – 17:00 [Change] [Remove]” */
export function ExceptionLine({ edit, zone, what, says, stretch, reason, onChange, ...removing }: Props) {
  const when = stretchName(stretch.from, stretch.to, zone);
  const isRemoved = JSON.stringify(edit.removal) === JSON.stringify(what);
  const name = `the ${removing.noun} ${removing.noun === 'override' ? says : ''}`.trim();
  return (
    <li className="border-b border-line/70 py-1">
      <div className="flex min-h-7 flex-wrap items-center gap-x-3">
        <span className="font-medium wrap-anywhere">{says}</span>
        <span className="text-muted tabular-nums">{when}</span>
        {reason && <span className="min-w-0 wrap-anywhere text-muted">{reason}</span>}
        {onChange && !isRemoved && (
          <span className="ml-auto flex">
            <Button kind="quiet" className="!h-7 !px-2" aria-label={`Change ${name}, ${when}`} onClick={onChange}>
              Change
            </Button>
            <Button kind="quiet" className="!h-7 !px-2" aria-label={`Remove ${name}, ${when}`} onClick={() => edit.remove(what)}>
              Remove
            </Button>
          </span>
        )}
      </div>
      {isRemoved && <ConfirmRemoval {...removing} {...{ edit, what, stretch, zone }} />}
    </li>
  );
}

/** Confirms a removal, showing its effects. */
function ConfirmRemoval({
  schedule,
  edit,
  what,
  noun,
  stretch,
  zone,
}: Pick<Props, 'schedule' | 'edit' | 'what' | 'noun' | 'stretch' | 'zone'>) {
  const removeOverride = useCommand('RemoveOverride', 'remove the override');
  const removeTemporary = useCommand('RemoveTemporarySchedule', 'remove the temporary schedule');
  // the cancel button has the focus, so that a key held down removes nothing
  const ref = useFocusInside<HTMLDivElement>();
  const send = () =>
    'overrideId' in what
      ? removeOverride.mutateAsync({ scheduleId: schedule.id, ...what })
      : removeTemporary.mutateAsync({ scheduleId: schedule.id, ...what });
  return (
    <div ref={ref} className="my-2 rounded-lg border border-line bg-panel p-3">
      <Difference schedule={schedule} change={{ acts: edit.acts }} within={stretch} when="" zone={zone} />
      <div className="mt-3 flex gap-2">
        <Button kind="quiet" onClick={edit.close}>
          Keep
        </Button>
        <Button
          kind="final"
          busy={removeOverride.isPending || removeTemporary.isPending}
          onClick={() => void send().then(edit.close, () => undefined)}
        >
          Remove {noun}
        </Button>
      </div>
    </div>
  );
}
