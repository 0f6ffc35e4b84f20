import type { CoverRequest } from '@tocsin/contracts/schedules/covers.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import { formatWallClock } from '../deliveries/times.js';
import type { NoticeWords } from './notice-kind.js';

/** Inputs of a message about covers: the zone of its reader, and names. */
export interface CoverContext {
  readonly timeZone: string;
  readonly schedule: string;
  readonly nameOf: (personId: string) => string;
}
interface ShiftPart {
  readonly from: string;
  readonly to: string | null;
}
type CoverRequestParts = Pick<CoverRequest, 'personId' | 'askedById' | 'acceptedById' | 'from' | 'to' | 'inReturn' | 'note'>;

/** `from Sat 21 Nov, 09:00 CET to Sun 22 Nov, 09:00 CET` */
const partWords = ({ from, to }: ShiftPart, { timeZone }: CoverContext): string =>
  `from ${formatWallClock(from, timeZone)}${to === null ? '' : ` to ${formatWallClock(to, timeZone)}`}`;

const joinSentences = (...all: readonly (string | null)[]): string => all.filter((one) => one !== null && one !== '').join(' ');

/** To a person asked to cover. */
export function requestWords(request: CoverRequestParts, context: CoverContext, isReminder: boolean): NoticeWords {
  const { personId, askedById, inReturn } = request;
  const [asker, personName] = [context.nameOf(askedById), context.nameOf(personId)];
  const place = askedById === personId ? 'them' : personName;
  const note = readablePersonal(request.note, '');
  return {
    subject: `${isReminder ? 'Still open: ' : ''}${asker} asks you to cover ${context.schedule}, ${formatWallClock(request.from, context.timeZone)}`,
    lines: [
      joinSentences(
        `${asker} asks whether you can be on call for ${context.schedule} instead of ${place} ${partWords(request, context)}.`,
        inReturn && `In return ${personName} is on call instead of you ${partWords(inReturn, context)}.`,
        note && `Their note: ${note}`,
      ),
      'The first person to accept is on call then.',
    ],
    link: '/on-call',
    label: 'Accept or decline',
  };
}

/** To the person on call, and to a person for whom a manager accepted. */
export function acceptedWords(request: CoverRequestParts, context: CoverContext, { id }: { readonly id: string }): NoticeWords {
  const { personId, acceptedById, inReturn } = request;
  const isForThem = id === personId;
  const other = context.nameOf(isForThem ? (acceptedById ?? '') : personId);
  const sentence = isForThem
    ? `${other} is on call for ${context.schedule} instead of you ${partWords(request, context)}.`
    : `You are on call for ${context.schedule} instead of ${other} ${partWords(request, context)}.`;
  const back = isForThem ? `In return you are on call instead of ${other}` : `In return ${other} is on call instead of you`;
  return {
    subject: `${isForThem ? `${other} covers you` : `You cover ${other}`} on ${context.schedule}, ${formatWallClock(request.from, context.timeZone)}`,
    lines: [joinSentences(sentence, inReturn && `${back} ${partWords(inReturn, context)}.`)],
    link: '/on-call',
    label: 'See who is on call',
  };
}

/** To the person on call, when everyone who was asked has declined. */
export const declinedWords = (request: CoverRequestParts, context: CoverContext): NoticeWords => ({
  subject: `No one can cover ${context.schedule}, ${formatWallClock(request.from, context.timeZone)}`,
  lines: [`No one who was asked can cover ${context.schedule} ${partWords(request, context)}. You are still on call then.`],
  link: '/on-call',
  label: 'Ask someone else',
});

/** To the people asked, and to the person on call if another person withdrew the request. */
export const withdrawnWords = (request: CoverRequestParts, context: CoverContext): NoticeWords => ({
  subject: `No longer needed: cover of ${context.schedule}, ${formatWallClock(request.from, context.timeZone)}`,
  lines: [`The request to cover ${context.nameOf(request.personId)} on ${context.schedule} ${partWords(request, context)} was withdrawn.`],
  link: '/on-call',
  label: 'See who is on call',
});

/** To the requester, after the end of the requested period. */
export const expiredWords = (request: CoverRequestParts, context: CoverContext): NoticeWords => ({
  subject: `No one covered ${context.schedule}, ${formatWallClock(request.from, context.timeZone)}`,
  lines: [
    `No one accepted the request to cover ${context.nameOf(request.personId)} on ${context.schedule} ${partWords(request, context)}. It has expired.`,
  ],
  link: '/on-call',
  label: 'See who is on call',
});
