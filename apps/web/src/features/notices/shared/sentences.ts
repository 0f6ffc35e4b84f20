import type { events, NoticeAbout } from '@tocsin/contracts/notices/noun.js';
import { dayAndTime } from '../../../data/time/times.js';
import type { Names } from '../../../data/words/names.js';
import { count, type Sentences } from '../../../data/words/sentence.js';

type AboutWords = { readonly [K in NoticeAbout['kind']]: (about: Extract<NoticeAbout, { kind: K }>, names: Names) => string };

const aboutWords: AboutWords = {
  going_on: ({ from, scheduleIds }, names) => `going on call for ${scheduleIds.map(names.schedule).join(', ')} at ${dayAndTime(from)}`,
  going_off: ({ scheduleId, groups }, names) => `going off call for ${names.schedule(scheduleId)} with ${count(groups, 'alert group')}`,
  shifts_moved: ({ scheduleId, before, after, more }, names) =>
    `${count(before.length + after.length + more, 'changed shift')} on ${names.schedule(scheduleId)}`,
  gap_ahead: ({ scheduleId, gaps, more }, names) => `${count(gaps.length + more, 'gap')} ahead on ${names.schedule(scheduleId)}`,
};

export const noticeSentences: Sentences<keyof typeof events> = {
  NoticeGiven: ({ data: { personId, about } }, names) =>
    // the compiler can’t see that a kind and its words belong together
    `${names.person(personId)} was told quietly of ${(aboutWords[about.kind] as (about: NoticeAbout, names: Names) => string)(about, names)}.`,
  NoticePassedOver: ({ data }, names) => `Edits of ${names.schedule(data.scheduleId)} had settled, and there was nobody to tell.`,
};
