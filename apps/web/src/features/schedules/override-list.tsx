import { shownText } from '@tocsin/contracts/redactions.js';
import type { OverrideSetting, ScheduleRow } from '@tocsin/contracts/schedules.js';
import type { ReactNode } from 'react';
import { useClock } from '../../data/clock.js';
import { useNames } from '../../data/names.js';
import { useMay } from '../../data/session.js';
import { useCommand } from '../../data/use-command.js';
import { Button } from '../../ui/button.js';
import { Nothing, Section } from '../../ui/screen.js';
import { overrideWords } from './pieces.js';
import { stretchName } from './zone-times.js';

/** Overrides that are not over, the next first; each can be removed. */
export function OverrideList({
  schedule,
  zone,
  aside,
  children,
}: {
  schedule: ScheduleRow;
  zone: string;
  aside: ReactNode;
  children: ReactNode;
}) {
  const now = useClock((time) => time - (time % 60_000));
  const ahead = schedule.overrides.filter(({ to }) => Date.parse(to) > now).toSorted((one, other) => one.from.localeCompare(other.from));
  return (
    <Section title="Overrides" aside={aside}>
      {children}
      {ahead.length === 0 && <Nothing>No overrides ahead.</Nothing>}
      <ul>
        {ahead.map((one) => (
          <OverrideLine key={one.overrideId} {...{ schedule, zone }} override={one} />
        ))}
      </ul>
    </Section>
  );
}

function OverrideLine({ schedule, zone, override }: { schedule: ScheduleRow; zone: string; override: OverrideSetting }) {
  const names = useNames();
  const isManager = useMay('service.configure', { teamId: schedule.teamId });
  const mayOwn = useMay('schedule.override', { teamId: schedule.teamId });
  const remove = useCommand('RemoveOverride', 'remove the override');
  const says = overrideWords(override, names.person);
  const when = stretchName(Date.parse(override.from), Date.parse(override.to), zone);
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line/70 py-1">
      <span className="font-medium">{says}</span>
      <span className="text-muted tabular-nums">{when}</span>
      {override.reason && <span className="min-w-0 wrap-anywhere text-muted">{shownText(override.reason)}</span>}
      {(isManager || (mayOwn && override.personId === names.me)) && (
        <Button
          kind="quiet"
          className="ml-auto !h-7 !px-2"
          aria-label={`Remove the override ${says}, ${when}`}
          busy={remove.isPending}
          onClick={() => remove.mutate({ scheduleId: schedule.id, overrideId: override.overrideId })}
        >
          Remove
        </Button>
      )}
    </li>
  );
}
