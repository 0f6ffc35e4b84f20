import type { CoverRequest } from '@tocsin/contracts/schedules/covers.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { LinkMail } from './link-mail.js';
import { formatWallClock } from './times.js';

/** Inputs of a mail about on-call changes: its reader, and names. */
export interface DutyMailContext {
  readonly reader: string;
  readonly timeZone: string;
  readonly schedule: string;
  readonly nameOf: (personId: string) => string;
  readonly link: (path: string) => string;
}
interface ShiftPart {
  readonly from: string;
  readonly to: string | null;
}
type CoverRequestParts = Pick<CoverRequest, 'personId' | 'askedById' | 'acceptedById' | 'from' | 'to' | 'inReturn' | 'note'>;

/** `from Sat 21 Nov, 09:00 CET to Sun 22 Nov, 09:00 CET` */
const partWords = ({ from, to }: ShiftPart, { timeZone }: DutyMailContext): string =>
  `from ${formatWallClock(from, timeZone)}${to === null ? '' : ` to ${formatWallClock(to, timeZone)}`}`;

const joinSentences = (...all: readonly (string | null)[]): string => all.filter((one) => one !== null && one !== '').join(' ');
const greeting = ({ reader }: DutyMailContext): string => `Hello ${reader},`;
const quietly = 'No one is paged for this.';

/** To a person asked to cover. */
export function requestMail(request: CoverRequestParts, context: DutyMailContext, isReminder: boolean): LinkMail {
  const { personId, askedById, inReturn } = request;
  const [asker, personName] = [context.nameOf(askedById), context.nameOf(personId)];
  const place = askedById === personId ? 'them' : personName;
  const note = readablePersonal(request.note, '');
  return {
    subject: `${isReminder ? 'Still open: ' : ''}${asker} asks you to cover ${context.schedule}, ${formatWallClock(request.from, context.timeZone)}`,
    greeting: greeting(context),
    says: joinSentences(
      `${asker} asks whether you can be on call for ${context.schedule} instead of ${place} ${partWords(request, context)}.`,
      inReturn && `In return ${personName} is on call instead of you ${partWords(inReturn, context)}.`,
      note && `Their note: ${note}`,
    ),
    press: 'Accept or decline',
    link: context.link('/on-call'),
    ends: `The first person to accept is on call then. ${quietly}`,
  };
}

/** To the person on call, and to a person for whom a manager accepted. */
export function acceptedMail(request: CoverRequestParts, context: DutyMailContext, { id }: { readonly id: string }): LinkMail {
  const { personId, acceptedById, inReturn } = request;
  const isForThem = id === personId;
  const other = context.nameOf(isForThem ? (acceptedById ?? '') : personId);
  const sentence = isForThem
    ? `${other} is on call for ${context.schedule} instead of you ${partWords(request, context)}.`
    : `you are on call for ${context.schedule} instead of ${other} ${partWords(request, context)}.`;
  const back = isForThem ? `In return you are on call instead of ${other}` : `In return ${other} is on call instead of you`;
  return {
    subject: `${isForThem ? `${other} covers you` : `You cover ${other}`} on ${context.schedule}, ${formatWallClock(request.from, context.timeZone)}`,
    greeting: greeting(context),
    says: joinSentences(sentence, inReturn && `${back} ${partWords(inReturn, context)}.`),
    press: 'See who is on call',
    link: context.link('/on-call'),
    ends: quietly,
  };
}

/** To the person on call, when everyone who was asked has declined. */
export const declinedMail = (request: CoverRequestParts, context: DutyMailContext): LinkMail => ({
  subject: `No one can cover ${context.schedule}, ${formatWallClock(request.from, context.timeZone)}`,
  greeting: greeting(context),
  says: `no one who was asked can cover ${context.schedule} ${partWords(request, context)}. You are still on call then.`,
  press: 'Ask someone else',
  link: context.link('/on-call'),
  ends: quietly,
});

/** To the people asked, and to the person on call if another person withdrew the request. */
export const withdrawnMail = (request: CoverRequestParts, context: DutyMailContext): LinkMail => ({
  subject: `No longer needed: cover of ${context.schedule}, ${formatWallClock(request.from, context.timeZone)}`,
  greeting: greeting(context),
  says: `the request to cover ${context.nameOf(request.personId)} on ${context.schedule} ${partWords(request, context)} was withdrawn.`,
  press: 'See who is on call',
  link: context.link('/on-call'),
  ends: quietly,
});

/** To the requester, after the end of the requested period. */
export const expiredMail = (request: CoverRequestParts, context: DutyMailContext): LinkMail => ({
  subject: `No one covered ${context.schedule}, ${formatWallClock(request.from, context.timeZone)}`,
  greeting: greeting(context),
  says: `no one accepted the request to cover ${context.nameOf(request.personId)} on ${context.schedule} ${partWords(request, context)}. It has expired.`,
  press: 'See who is on call',
  link: context.link('/on-call'),
  ends: quietly,
});
