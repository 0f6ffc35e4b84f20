import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { CoverRequest } from '@tocsin/contracts/schedules/covers.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import { choiceOf } from '@tocsin/contracts/notices/choices.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { listPeopleToAsk } from '@tocsin/domain/setup/schedules/covers/people-to-ask.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import type { LinkMail } from '../deliveries/link-mail.js';
import { acceptedMail, declinedMail, expiredMail, requestMail, withdrawnMail, type DutyMailContext } from '../deliveries/duty-mail.js';
import type { EventEffects } from '../core/event-effect-table.js';
import { canMail, sendMails, type MailDependencies } from './mail-people.js';

interface CoverReference {
  readonly scheduleId: string;
  readonly coverId: string;
}

const unneededOutcome: EffectOutcome = { kind: 'unneeded' };

/** The request’s current state; undefined once it is answered and its time is over. */
const requestOf = ({ server }: MailDependencies, { scheduleId, coverId }: CoverReference): CoverRequest | undefined =>
  server.reads.coverRequests.get(scheduleId)?.requests.find((request) => request.coverId === coverId);

const mailContextFor = ({ server, address }: MailDependencies, scheduleId: string, { name, timeZone }: PersonRow): DutyMailContext => ({
  reader: readablePersonal(name),
  timeZone,
  schedule: server.reads.schedules.get(scheduleId)?.name ?? '',
  nameOf: (personId) => readablePersonal(server.reads.people.get(personId)?.name, 'someone'),
  link: (path) => `${address.url()}${path}`,
});

/** The active ones of these people who want to hear of covers, without the actor. */
const otherPeople = ({ server }: MailDependencies, personIds: readonly string[], actorId: string): readonly PersonRow[] =>
  [...new Set(personIds)]
    .filter((id) => id !== actorId)
    .flatMap((id) => server.reads.people.get(id) ?? [])
    .filter(({ id, state }) => state === 'active' && choiceOf(server.reads.contacts.get(id), 'covers').on);

const ask = (
  dependencies: MailDependencies,
  { id, data, meta }: RecordedOf<'CoverRequested'> | RecordedOf<'CoverReminded'>,
  isReminder: boolean,
): Promise<EffectOutcome> | EffectOutcome => {
  const { reads } = dependencies.server;
  const request = requestOf(dependencies, data);
  const schedule = reads.schedules.get(data.scheduleId);
  if (!canMail(dependencies) || request?.state !== 'open' || !schedule) return unneededOutcome;
  const people = listPeopleToAsk(request, schedule.teamId, reads).filter((one) => !request.declinedBy.includes(one));
  const mailFor = (person: PersonRow): LinkMail => requestMail(request, mailContextFor(dependencies, data.scheduleId, person), isReminder);
  return sendMails(dependencies, id, otherPeople(dependencies, people, meta.actor.id), mailFor);
};

/** Mails people who no longer need to answer a request; also the requester, if it was for another person, and the person on call. */
const mailWithdrawal = (
  dependencies: MailDependencies,
  { id, data, meta }: RecordedOf<'CoverWithdrawn'>,
): Promise<EffectOutcome> | EffectOutcome => {
  const { reads } = dependencies.server;
  const request = requestOf(dependencies, data);
  const schedule = reads.schedules.get(data.scheduleId);
  if (!canMail(dependencies) || !request || !schedule) return unneededOutcome;
  const people = listPeopleToAsk(request, schedule.teamId, reads).filter((one) => !request.declinedBy.includes(one));
  const concerned = otherPeople(dependencies, [...people, request.personId, request.askedById], meta.actor.id);
  return sendMails(dependencies, id, concerned, (person) => withdrawnMail(request, mailContextFor(dependencies, data.scheduleId, person)));
};

/** Mails the person who was on call, and the requester. People who did not answer were reminded before. */
const mailExpiry = (
  dependencies: MailDependencies,
  { id, data, meta }: RecordedOf<'CoverExpired'>,
): Promise<EffectOutcome> | EffectOutcome => {
  const request = requestOf(dependencies, data);
  if (!canMail(dependencies) || !request) return unneededOutcome;
  const concerned = otherPeople(dependencies, [request.personId, request.askedById], meta.actor.id);
  return sendMails(dependencies, id, concerned, (person) => expiredMail(request, mailContextFor(dependencies, data.scheduleId, person)));
};

const mailAnswer = (
  dependencies: MailDependencies,
  { id, data, meta }: RecordedOf<'CoverAccepted'> | RecordedOf<'CoverDeclined'>,
  mailOf: (request: CoverRequest, words: DutyMailContext, person: PersonRow) => LinkMail,
): Promise<EffectOutcome> | EffectOutcome => {
  const request = requestOf(dependencies, data);
  if (!canMail(dependencies) || !request) return unneededOutcome;
  const concerned = otherPeople(dependencies, [request.personId, ...(request.acceptedById ? [request.acceptedById] : [])], meta.actor.id);
  return sendMails(dependencies, id, concerned, (person) => mailOf(request, mailContextFor(dependencies, data.scheduleId, person), person));
};

/** Mails about on-call changes, which page no one: to people asked to cover, and to the person on call. */
export const createDutyMailEffects = (dependencies: MailDependencies): EventEffects => ({
  CoverRequested: async (event) => ask(dependencies, event, false),
  CoverReminded: async (event) => ask(dependencies, event, true),
  CoverAccepted: async (event) => mailAnswer(dependencies, event, acceptedMail),
  CoverDeclined: async (event) => mailAnswer(dependencies, event, declinedMail),
  CoverWithdrawn: async (event) => mailWithdrawal(dependencies, event),
  CoverExpired: async (event) => mailExpiry(dependencies, event),
});
