import type { coverEvents } from '@tocsin/contracts/schedules/covers.js';
import { dayAndTime as at } from '../../../data/time/times.js';
import type { Names } from '../../../data/words/names.js';
import type { Sentences } from '../../../data/words/sentence.js';

export const listPeople = (personIds: readonly string[], names: Names): string =>
  personIds.length === 0 ? 'no one' : new Intl.ListFormat('en').format(personIds.map((id) => names.person(id)));

const partOf = ({ from, to }: { readonly from: string; readonly to: string }): string => `${at(from)} to ${at(to)}`;

export const coverSentences: Sentences<keyof typeof coverEvents> = {
  CoverRequested: ({ data, meta }, names) => {
    const whom = data.offeredTo === null ? 'the team' : listPeople(data.offeredTo, names);
    const whose = meta.actor.id === data.personId ? '' : ` for ${names.person(data.personId)}`;
    const inReturn = data.inReturn ? `, for ${partOf(data.inReturn)} in return` : '';
    return `${names.actor(meta.actor)} asked ${whom} to cover ${names.schedule(data.scheduleId)}${whose}, ${partOf(data)}${inReturn}.`;
  },
  CoverReminded: ({ data }, names) => `People asked to cover ${names.schedule(data.scheduleId)} were reminded.`,
  CoverAccepted: ({ data, meta }, names) =>
    `${names.person(data.personId)} covers ${names.schedule(data.scheduleId)}${meta.actor.id === data.personId ? '' : `, accepted by ${names.actor(meta.actor)}`}.`,
  CoverDeclined: ({ data }, names) =>
    data.left
      ? `${names.person(data.personId)} left and is no longer asked to cover ${names.schedule(data.scheduleId)}.`
      : `${names.person(data.personId)} declined to cover ${names.schedule(data.scheduleId)}${data.closes ? ': no one who was asked is left' : ''}.`,
  CoverWithdrawn: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} withdrew a request for cover of ${names.schedule(data.scheduleId)}.`,
  CoverExpired: ({ data }, names) => `A request for cover of ${names.schedule(data.scheduleId)} expired: no one accepted it.`,
};
