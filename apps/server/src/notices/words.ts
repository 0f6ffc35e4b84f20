import { readablePersonal } from '@tocsin/contracts/ids.js';
import { formatWallClock } from '../deliveries/times.js';
import type { TellDependencies } from '../reactor/tell-person.js';

type Reads = TellDependencies['server']['reads'];

export const scheduleName = ({ schedules }: Reads, scheduleId: string): string => schedules.get(scheduleId)?.name ?? 'a schedule';

const and = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;

/** `Ana, Bo and Cleo`, or nobody. */
export const namesOf = ({ people }: Reads, ids: readonly string[]): string =>
  ids.length === 0 ? 'no one' : and(ids.map((id) => readablePersonal(people.get(id)?.name, 'someone')));

export const listNames = and;

/** `Sat 21 Nov, 09:00 CET to Sun 22 Nov, 09:00 CET` */
export const stretchWords = ({ from, to }: { readonly from: string; readonly to: string | null }, timeZone: string): string =>
  `${formatWallClock(from, timeZone)} ${to === null ? 'on, without an end' : `to ${formatWallClock(to, timeZone)}`}`;

export const moreLine = (more: number): readonly string[] => (more > 0 ? [`and ${more} more`] : []);

export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

export const ownersOf = ({ people }: Reads): readonly string[] => people.where('role', 'owner').map(({ id }) => id);
export const managersOf = ({ teams }: Reads, teamId: string | null): readonly string[] =>
  (teamId === null ? [] : (teams.get(teamId)?.members ?? [])).flatMap(({ personId, role }) => (role === 'manager' ? personId : []));
