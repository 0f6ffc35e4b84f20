import type { OverrideSetting } from '@tocsin/contracts/schedules/overrides.js';
import type { scheduleEvents, scheduleOwnerEvents } from '@tocsin/contracts/schedules/schedules.js';
import type { coverEvents } from '@tocsin/contracts/schedules/covers.js';
import type { Share } from '@tocsin/contracts/schedules/quality.js';
import { dayAndTime as at } from '../../../data/time/times.js';
import type { Names } from '../../../data/words/names.js';
import { listPeople } from '../../covers/shared/sentences.js';
import { count, type Sentences } from '../../../data/words/sentence.js';

export const scheduleOwnerSentences: Sentences<keyof typeof scheduleOwnerEvents> = {
  ScheduleCreated: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} created the schedule ${data.name} with ${count(data.layers.length, 'layer')}.`,
  ScheduleRenamed: ({ data, meta }, names) => `${names.actor(meta.actor)} renamed a schedule to ${data.name}.`,
  ScheduleRemoved: ({ data, meta }, names) => `${names.actor(meta.actor)} removed the schedule ${data.name}.`,
};

type Override = Pick<OverrideSetting, 'kind' | 'personId' | 'replacesId' | 'from' | 'to'>;
type OverrideSentence = (override: Override, names: Names) => string;

const whoOf: Readonly<Record<Override['kind'], OverrideSentence>> = {
  add: ({ personId }, names) => `${names.person(personId)} on call`,
  replace: ({ personId, replacesId }, names) => `${names.person(personId)} on call instead of ${names.person(replacesId)}`,
  remove: ({ personId }, names) => `${names.person(personId)} not on call`,
  remove_everybody: () => 'no one on call',
};

const overrideWords: OverrideSentence = (override, names) =>
  `${whoOf[override.kind](override, names)}, ${at(override.from)} to ${at(override.to)}`;

const sharesWords = (shares: readonly Share[], names: Names): string =>
  shares.length === 0 ? 'everyone 100 %' : shares.map(({ personId, percent }) => `${names.person(personId)} ${percent} %`).join(', ');

export const scheduleSentences: Sentences<Exclude<keyof typeof scheduleEvents, keyof typeof coverEvents>> = {
  ScheduleBegan: ({ data }, names) => `${names.schedule(data.scheduleId)} started.`,
  ScheduleChanged: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} changed ${names.schedule(data.scheduleId)}: version ${data.version}, from ${at(data.effectiveFrom)}.`,
  ScheduleChangeWithdrawn: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} withdrew the planned version ${data.version} of ${names.schedule(data.scheduleId)}.`,
  ScheduleVersionTookEffect: ({ data }, names) =>
    `Version ${data.version} of ${names.schedule(data.scheduleId)} took effect at ${at(data.effectiveAt)}.`,
  OverridesAdded: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} ${data.taken ? 'went on call for' : 'overrode'} ${names.schedule(data.scheduleId)}: ${data.overrides.map((one) => overrideWords(one, names)).join('; ')}.`,
  OverridesImported: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} imported the calendar ${data.calendar} as overrides of ${names.schedule(data.scheduleId)}.`,
  OverrideChanged: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} changed an override of ${names.schedule(data.scheduleId)}: ${overrideWords(data.override, names)}.`,
  OverrideRemoved: ({ data, meta }, names) => `${names.actor(meta.actor)} removed an override of ${names.schedule(data.scheduleId)}.`,
  TemporaryScheduleAdded: ({ data: { scheduleId, temporary }, meta }, names) =>
    `${names.actor(meta.actor)} added a temporary schedule to ${names.schedule(scheduleId)}, ${at(temporary.from)} to ${at(temporary.to)}.`,
  TemporaryScheduleChanged: ({ data: { scheduleId, temporary, taken }, meta }, names) =>
    taken
      ? `${names.actor(meta.actor)} went on call for ${names.schedule(scheduleId)}, within its temporary schedule.`
      : `${names.actor(meta.actor)} changed the temporary schedule of ${names.schedule(scheduleId)}, ${at(temporary.from)} to ${at(temporary.to)}.`,
  TemporaryScheduleRemoved: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} removed a temporary schedule of ${names.schedule(data.scheduleId)}.`,
  ZoneTableTaken: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} updated the time zone data to ${data.zones} for ${names.schedule(data.scheduleId)}: ${count(data.movedCount, 'handoff')} moved.`,
  SharesSet: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} set the shares of ${names.schedule(data.scheduleId)}: ${sharesWords(data.shares, names)}.`,
  OnCallChanged: ({ data }, names) =>
    `On call for ${names.schedule(data.scheduleId)} since ${at(data.effectiveAt)}: ${listPeople(
      data.after.map(({ personId }) => personId),
      names,
    )}, previously ${listPeople(data.before, names)}.`,
  HandoffPlanned: ({ data }, names) => `The next handoff of ${names.schedule(data.scheduleId)} is at ${at(data.dueAt)}.`,
};
