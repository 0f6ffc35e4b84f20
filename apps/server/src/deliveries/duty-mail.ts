import type { CoverRequest } from '@tocsin/contracts/covers.js';
import { readable } from '@tocsin/contracts/ids.js';
import type { LinkMail } from './link-mail.js';
import { wallClock } from './times.js';

/** Inputs of a mail about on-call changes: its reader, and names. */
export interface DutyWords {
  readonly reader: string;
  readonly timeZone: string;
  readonly schedule: string;
  readonly nameOf: (personId: string) => string;
  readonly link: (path: string) => string;
}
interface Part {
  readonly from: string;
  readonly to: string | null;
}
type Request = Pick<CoverRequest, 'personId' | 'askedById' | 'acceptedById' | 'from' | 'to' | 'inReturn' | 'note'>;

/** `from Sat 21 Nov, 09:00 CET to Sun 22 Nov, 09:00 CET` */
const partWords = ({ from, to }: Part, { timeZone }: DutyWords): string =>
  `from ${wallClock(from, timeZone)}${to === null ? '' : ` to ${wallClock(to, timeZone)}`}`;

const sentences = (...all: readonly (string | null)[]): string => all.filter((one) => one !== null && one !== '').join(' ');
const greeting = ({ reader }: DutyWords): string => `Hello ${reader},`;
const quietly = 'No one is paged for this.';

/** To a person asked to cover. */
export function requestMail(request: Request, words: DutyWords, isReminder: boolean): LinkMail {
  const { personId, askedById, inReturn } = request;
  const [asker, whose] = [words.nameOf(askedById), words.nameOf(personId)];
  const place = askedById === personId ? 'them' : whose;
  const note = readable(request.note, '');
  return {
    subject: `${isReminder ? 'Still open: ' : ''}${asker} asks you to cover ${words.schedule}, ${wallClock(request.from, words.timeZone)}`,
    greeting: greeting(words),
    says: sentences(
      `${asker} asks whether you can be on call for ${words.schedule} instead of ${place} ${partWords(request, words)}.`,
      inReturn && `In return ${whose} is on call instead of you ${partWords(inReturn, words)}.`,
      note && `Their note: ${note}`,
    ),
    press: 'Accept or decline',
    link: words.link('/on-call'),
    ends: `The first person to accept is on call then. ${quietly}`,
  };
}

/** To the person on call, and to a person for whom a manager accepted. */
export function acceptedMail(request: Request, words: DutyWords, { id }: { readonly id: string }): LinkMail {
  const { personId, acceptedById, inReturn } = request;
  const isForThem = id === personId;
  const other = words.nameOf(isForThem ? (acceptedById ?? '') : personId);
  const sentence = isForThem
    ? `${other} is on call for ${words.schedule} instead of you ${partWords(request, words)}.`
    : `you are on call for ${words.schedule} instead of ${other} ${partWords(request, words)}.`;
  const back = isForThem ? `In return you are on call instead of ${other}` : `In return ${other} is on call instead of you`;
  return {
    subject: `${isForThem ? `${other} covers you` : `You cover ${other}`} on ${words.schedule}, ${wallClock(request.from, words.timeZone)}`,
    greeting: greeting(words),
    says: sentences(sentence, inReturn && `${back} ${partWords(inReturn, words)}.`),
    press: 'See who is on call',
    link: words.link('/on-call'),
    ends: quietly,
  };
}

/** To the person on call, when everyone who was asked has declined. */
export const declinedMail = (request: Request, words: DutyWords): LinkMail => ({
  subject: `No one can cover ${words.schedule}, ${wallClock(request.from, words.timeZone)}`,
  greeting: greeting(words),
  says: `no one who was asked can cover ${words.schedule} ${partWords(request, words)}. You are still on call then.`,
  press: 'Ask someone else',
  link: words.link('/on-call'),
  ends: quietly,
});

/** To the people asked, and to the person on call if another person withdrew the request. */
export const withdrawnMail = (request: Request, words: DutyWords): LinkMail => ({
  subject: `No longer needed: cover of ${words.schedule}, ${wallClock(request.from, words.timeZone)}`,
  greeting: greeting(words),
  says: `the request to cover ${words.nameOf(request.personId)} on ${words.schedule} ${partWords(request, words)} was withdrawn.`,
  press: 'See who is on call',
  link: words.link('/on-call'),
  ends: quietly,
});

/** To the requester, once the requested time is over. */
export const expiredMail = (request: Request, words: DutyWords): LinkMail => ({
  subject: `No one covered ${words.schedule}, ${wallClock(request.from, words.timeZone)}`,
  greeting: greeting(words),
  says: `no one accepted the request to cover ${words.nameOf(request.personId)} on ${words.schedule} ${partWords(request, words)}. It has expired.`,
  press: 'See who is on call',
  link: words.link('/on-call'),
  ends: quietly,
});

type TakenPart = Part & { readonly byId: string | null };

/** To a person who was replaced or removed from a shift by another person. */
export const replacedMail = (parts: readonly TakenPart[], actorId: string, path: string, words: DutyWords): LinkMail => {
  const actor = words.nameOf(actorId);
  const lines = parts.map((part) =>
    part.byId === null
      ? `You are not on call ${partWords(part, words)}.`
      : `${words.nameOf(part.byId)} is on call instead of you ${partWords(part, words)}.`,
  );
  const isTakenByActor = parts.some(({ byId }) => byId === actorId);
  return {
    subject: isTakenByActor ? `${actor} took over ${words.schedule}` : `${actor} changed your time on call for ${words.schedule}`,
    greeting: greeting(words),
    says: sentences(`${actor} changed who is on call for ${words.schedule}.`, ...lines),
    press: 'Open the schedule',
    link: words.link(path),
    ends: quietly,
  };
};
