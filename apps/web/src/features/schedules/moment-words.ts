import type { OnCallAnswer } from '@tocsin/contracts/schedules/answers.js';
import type { DutyShown } from '@tocsin/contracts/people/duty.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { formatTime } from '../../data/time/times.js';
import { timeName } from '../../data/time/zone-times.js';
import { capital } from '../../data/words/capital.js';
import { listNames } from '../../data/words/list-names.js';
import type { Names } from '../../data/words/names.js';
import { whyOnCall } from './shared/why-on-call.js';

type Moment = Pick<OnCallAnswer['schedules'][number], 'at' | 'now'>;

/** `Mon 23 Nov 2026 03:12: Ana was on call.` */
export function momentWords({ at, now: duties }: Moment, names: Names, zone: string, now: number): string {
  const when = Date.parse(at);
  const day = formatTime(new Date(when), { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: zone });
  const people = [...new Set(duties.map(({ personId }) => personId))];
  const who = capital(listNames(people, names)) || 'No one';
  return `${day.replace(',', '')} ${timeName(when, zone)}: ${who} ${verb(people, names.me, when, now)} on call.`;
}

function verb(people: readonly string[], me: string, when: number, now: number): string {
  if (when > now) return 'will be';
  return people.length > 1 || people[0] === me ? 'were' : 'was';
}

/** `Ana: by rotation Weekly, turn of Mon 16 Nov 09:00 – Mon 23 Nov 09:00, version 2` */
export function whyThen({ personId, why }: DutyShown, schedule: Pick<ScheduleRow, 'versions'>, names: Names, zone: string): string {
  return `${capital(listNames([personId], names))}: ${whyOnCall(why, schedule, names, zone)}`;
}
