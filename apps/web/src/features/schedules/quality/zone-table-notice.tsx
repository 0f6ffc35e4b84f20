import { useQuery } from '@tanstack/react-query';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import type { MovedHandoff, ZoneTableAnswer } from '@tocsin/contracts/schedules/zone-tables.js';
import { useClock } from '../../../data/time/clock.js';
import { useNames, type Names } from '../../../data/words/names.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { Button } from '../../../ui/button.js';
import { momentName } from '../../../data/time/zone-times.js';
import { api } from '../../../data/cache/api.js';

/** The version of the time zone rules that a schedule is computed by, and the handoffs that newer rules would move. */
const useZoneTable = (schedule: ScheduleRow) =>
  useQuery({
    queryKey: ['zone-table', schedule.id, schedule],
    queryFn: ({ signal }) => api<ZoneTableAnswer>('GET', `/schedules/${schedule.id}/zone-table`, { signal }),
  });

const minute = 60_000;

/** The clock rules of this release are newer than those of the schedule: what taking them would move. Nothing where they are the same. */
export function ZoneTableNotice({ schedule, zone, may }: { schedule: ScheduleRow; zone: string; may: boolean }) {
  const names = useNames();
  const now = useClock((time) => time - (time % minute));
  const { data } = useZoneTable(schedule);
  const take = useCommand('TakeZoneTable', 'update the time zone data');
  if (!data || data.zones === data.newest) return null;
  const { movedCount, moved, newest } = data;
  return (
    <section aria-label="Time zone data" className="mt-6 rounded-lg border border-line bg-warn-tint px-4 py-3">
      <p className="font-medium">
        Newer time zone data is available ({newest}):{' '}
        {movedCount === 0 ? 'no handoff moves' : movedCount === 1 ? '1 handoff moves' : `${movedCount} handoffs move`}.
      </p>
      <ul className="text-xs text-muted">
        {moved.slice(0, maxHandoffs).map((one) => (
          <li key={one.before ?? one.after}>{movedWords(one, names, (at) => momentName(Date.parse(at), zone, now))}</li>
        ))}
      </ul>
      {may && (
        <Button className="mt-2" busy={take.isPending} onClick={() => take.mutate({ scheduleId: schedule.id, zones: newest })}>
          Update time zone data
        </Button>
      )}
    </section>
  );
}

const maxHandoffs = 5;

function movedWords({ before, after, people }: MovedHandoff, names: Names, momentOf: (at: string) => string): string {
  const who = people.map((id) => names.person(id)).join(', ') || 'No one';
  if (before === null) return `${who}: new at ${momentOf(after!)}.`;
  return after === null ? `${who}: no longer at ${momentOf(before)}.` : `${who}: ${momentOf(after)} instead of ${momentOf(before)}.`;
}
