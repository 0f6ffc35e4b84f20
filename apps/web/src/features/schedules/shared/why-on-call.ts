import type { DutyReasonShown } from '@tocsin/contracts/people/duty.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import type { Names } from '../../../data/words/names.js';
import { stretchName } from '../../../data/time/zone-times.js';
import { reasonWords } from './duty-reasons.js';

/** `by rotation Weekly, turn of Mon 16 Nov 09:00 – Mon 23 Nov 09:00, version 2`. A rotation that is no more has no name. */
export function whyOnCall(
  why: DutyReasonShown,
  schedule: Pick<ScheduleRow, 'versions'> | undefined,
  names: Pick<Names, 'person'>,
  zone: string,
): string {
  const reason = reasonWords(why, names);
  if (why.kind !== 'rotation') return reason;
  const layer = schedule?.versions.flatMap(({ layers }) => layers).find(({ layerId }) => layerId === why.layerId);
  const turn = stretchName(Date.parse(why.from), Date.parse(why.to), zone);
  return `${reason}${layer ? ` ${layer.name}` : ''}, turn of ${turn}, version ${why.version}`;
}
