import type { OnCallAnswer } from '@tocsin/contracts/schedules/answers.js';
import type { DutyShown } from '@tocsin/contracts/people/duty.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { formatTime } from '../../data/time/times.js';
import { stretchName, timeName } from '../../data/time/zone-times.js';
import { capital } from '../../data/words/capital.js';
import { listNames } from '../../data/words/list-names.js';
import type { Names } from '../../data/words/names.js';
import { reasonWords } from './shared/duty-reasons.js';

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

/** `Ana: by rotation Weekly, turn of Mon 16 Nov 09:00 – Mon 23 Nov 09:00, version 2`. A rotation that is no more has no name. */
export function whyThen({ personId, why }: DutyShown, { versions }: Pick<ScheduleRow, 'versions'>, names: Names, zone: string): string {
  const reason = reasonWords(why, names);
  const who = capital(listNames([personId], names));
  if (why.kind !== 'rotation') return `${who}: ${reason}`;
  const layer = versions.flatMap(({ layers }) => layers).find(({ layerId }) => layerId === why.layerId);
  const turn = stretchName(Date.parse(why.from), Date.parse(why.to), zone);
  return `${who}: ${reason}${layer ? ` ${layer.name}` : ''}, turn of ${turn}, version ${why.version}`;
}
