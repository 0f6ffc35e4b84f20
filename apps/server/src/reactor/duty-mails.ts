import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { CoverRequest } from '@tocsin/contracts/covers.js';
import { readable } from '@tocsin/contracts/ids.js';
import type { PersonRow } from '@tocsin/contracts/people.js';
import { listPeopleToAsk } from '@tocsin/domain/schedules/covers/people-to-ask.js';
import { listReplacedByOverrides, listReplacedByTaking, type ReplacedDuty } from '@tocsin/domain/schedules/shared/replaced-duties.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import type { LinkMail } from '../deliveries/link-mail.js';
import {
  acceptedMail,
  declinedMail,
  expiredMail,
  replacedMail,
  requestMail,
  withdrawnMail,
  type DutyWords,
} from '../deliveries/duty-mail.js';
import type { EventEffects } from '../core/event-effect-table.js';
import { canMail, mailPeople, type MailParts } from './mail-people.js';

interface About {
  readonly scheduleId: string;
  readonly coverId: string;
}

const unneeded: EffectOutcome = { kind: 'unneeded' };

/** The request’s current state; undefined once it is answered and its time is over. */
const requestOf = ({ server }: MailParts, { scheduleId, coverId }: About): CoverRequest | undefined =>
  server.reads.coverRequests.get(scheduleId)?.requests.find((request) => request.coverId === coverId);

const wordsFor = ({ server, address }: MailParts, scheduleId: string, { name, timeZone }: PersonRow): DutyWords => ({
  reader: readable(name),
  timeZone,
  schedule: server.reads.schedules.get(scheduleId)?.name ?? '',
  nameOf: (personId) => readable(server.reads.people.get(personId)?.name, 'someone'),
  link: (path) => `${address.url()}${path}`,
});

/** The active ones of these people, without the actor. */
const others = ({ server }: MailParts, personIds: readonly string[], actorId: string): readonly PersonRow[] =>
  [...new Set(personIds)]
    .filter((id) => id !== actorId)
    .flatMap((id) => server.reads.people.get(id) ?? [])
    .filter(({ state }) => state === 'active');

const ask = (
  parts: MailParts,
  { id, data, meta }: RecordedOf<'CoverRequested'> | RecordedOf<'CoverReminded'>,
  isReminder: boolean,
): Promise<EffectOutcome> | EffectOutcome => {
  const { reads } = parts.server;
  const request = requestOf(parts, data);
  const schedule = reads.schedules.get(data.scheduleId);
  if (!canMail(parts) || request?.state !== 'open' || !schedule) return unneeded;
  const people = listPeopleToAsk(request, schedule.teamId, reads).filter((one) => !request.declinedBy.includes(one));
  const mail = (person: PersonRow): LinkMail => requestMail(request, wordsFor(parts, data.scheduleId, person), isReminder);
  return mailPeople(parts, id, others(parts, people, meta.actor.id), mail);
};

/** Mails people who no longer need to answer a request; also the requester, if it was for another person, and the person on call. */
const withdrawn = (parts: MailParts, { id, data, meta }: RecordedOf<'CoverWithdrawn'>): Promise<EffectOutcome> | EffectOutcome => {
  const { reads } = parts.server;
  const request = requestOf(parts, data);
  const schedule = reads.schedules.get(data.scheduleId);
  if (!canMail(parts) || !request || !schedule) return unneeded;
  const people = listPeopleToAsk(request, schedule.teamId, reads).filter((one) => !request.declinedBy.includes(one));
  const concerned = others(parts, [...people, request.personId, request.askedById], meta.actor.id);
  return mailPeople(parts, id, concerned, (person) => withdrawnMail(request, wordsFor(parts, data.scheduleId, person)));
};

/** Mails the person who was on call, and the requester. People who did not answer were reminded before. */
const expired = (parts: MailParts, { id, data, meta }: RecordedOf<'CoverExpired'>): Promise<EffectOutcome> | EffectOutcome => {
  const request = requestOf(parts, data);
  if (!canMail(parts) || !request) return unneeded;
  const concerned = others(parts, [request.personId, request.askedById], meta.actor.id);
  return mailPeople(parts, id, concerned, (person) => expiredMail(request, wordsFor(parts, data.scheduleId, person)));
};

const answered = (
  parts: MailParts,
  { id, data, meta }: RecordedOf<'CoverAccepted'> | RecordedOf<'CoverDeclined'>,
  mailOf: (request: CoverRequest, words: DutyWords, person: PersonRow) => LinkMail,
): Promise<EffectOutcome> | EffectOutcome => {
  const request = requestOf(parts, data);
  if (!canMail(parts) || !request) return unneeded;
  const concerned = others(parts, [request.personId, ...(request.acceptedById ? [request.acceptedById] : [])], meta.actor.id);
  return mailPeople(parts, id, concerned, (person) => mailOf(request, wordsFor(parts, data.scheduleId, person), person));
};

const replaced = (
  parts: MailParts,
  { id, data, meta }: RecordedOf<'OverridesAdded'> | RecordedOf<'TemporaryScheduleChanged'>,
  all: readonly ReplacedDuty[],
): Promise<EffectOutcome> | EffectOutcome => {
  if (!canMail(parts)) return unneeded;
  const people = others(
    parts,
    all.map(({ personId }) => personId),
    meta.actor.id,
  );
  return mailPeople(parts, id, people, (person) => {
    const ofPerson = all.filter(({ personId }) => personId === person.id);
    return replacedMail(ofPerson, meta.actor.id, `/schedules/${data.scheduleId}`, wordsFor(parts, data.scheduleId, person));
  });
};

/** Mails about on-call changes, which page no one: to people asked to cover, to the person on call, and to people replaced without their request. */
export const dutyMails = (parts: MailParts): EventEffects => ({
  CoverRequested: async (event) => ask(parts, event, false),
  CoverReminded: async (event) => ask(parts, event, true),
  CoverAccepted: async (event) => answered(parts, event, acceptedMail),
  CoverDeclined: async (event) => answered(parts, event, declinedMail),
  CoverWithdrawn: async (event) => withdrawn(parts, event),
  CoverExpired: async (event) => expired(parts, event),
  OverridesAdded: async (event) => replaced(parts, event, listReplacedByOverrides(event)),
  TemporaryScheduleChanged: async (event) => replaced(parts, event, listReplacedByTaking(event)),
});
