import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { useClock } from '../../data/time/clock.js';
import { useCommand } from '../../data/cache/use-command.js';
import { Button } from '../../ui/button.js';
import { momentName } from '../../data/time/zone-times.js';

/** Future versions, and when they take effect. The newest one is edited below. */
export function PlannedChanges({ schedule, zone, may }: { schedule: ScheduleRow; zone: string; may: boolean }) {
  const now = useClock((time) => time - (time % 60_000));
  const withdraw = useCommand('WithdrawScheduleChange', 'withdraw the planned change');
  const planned = schedule.versions.filter(({ rotations }) => rotations === null);
  return (
    <ul>
      {planned.map(({ version, effectiveFrom }) => (
        <li key={version} className="flex flex-wrap items-center gap-x-3 border-b border-line/70 py-1">
          <span>
            Version {version} takes effect {momentName(Date.parse(effectiveFrom), zone, now)}.
          </span>
          {may && (
            <Button
              kind="quiet"
              className="ml-auto !h-7 !px-2"
              aria-label={`Withdraw version ${version}`}
              busy={withdraw.isPending}
              onClick={() => withdraw.mutate({ scheduleId: schedule.id, version })}
            >
              Withdraw
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
