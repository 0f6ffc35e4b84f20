import { useClock } from '../../../data/time/clock.js';
import { useMe } from '../../../data/session/session.js';
import { useTeams } from '../../teams/shared/teams.js';
import { useAll } from '../../../data/cache/use-view.js';
import { offeredToMe, type RequestIn } from '../my-requests.js';

const minute = 60_000;

/** Requests that wait for my answer. */
export function useOpenRequests(): readonly RequestIn[] {
  const { personId: me } = useMe();
  const now = useClock((time) => time - (time % minute));
  const [teams, schedules] = [useTeams(), useAll('onCall')];
  const teamOf = (scheduleId: string) => teams.find(({ id }) => id === schedules.find((row) => row.id === scheduleId)?.teamId);
  return offeredToMe(useAll('coverRequests'), { me, now, teamOf });
}
