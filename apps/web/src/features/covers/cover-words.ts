import type { CoverRequest } from '@tocsin/contracts/schedules/covers.js';
import type { Names } from '../../data/words/names.js';
import { browserZone, stretchName } from '../../data/time/zone-times.js';

interface Part {
  readonly from: string;
  readonly to: string;
}

/** `Sat 21 Nov 09:00 – 17:00`, in my zone. */
export const partWords = ({ from, to }: Part): string => stretchName(Date.parse(from), Date.parse(to), browserZone());

/** `Ana asks you to cover`, `Olga asks you to cover for Ana`. */
export const askWords = ({ personId, askedById }: CoverRequest, names: Names): string =>
  `${names.person(askedById)} asks you to cover${personId === askedById ? '' : ` for ${names.person(personId)}`}`;

const list = new Intl.ListFormat('en', { type: 'disjunction' });

/** The state of a request, for the person who asked. */
export function stateWords({ state, offeredTo, acceptedById, declinedBy }: CoverRequest, names: Names): string {
  if (state === 'accepted') return `${names.person(acceptedById)} covers`;
  if (state === 'declined') return 'Everyone declined';
  if (state === 'expired') return 'No one accepted';
  const waiting = offeredTo?.filter((id) => !declinedBy.includes(id)).map((id) => names.person(id));
  return `Waiting for ${waiting ? list.format(waiting) : 'the team'}`;
}
