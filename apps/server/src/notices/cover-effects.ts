import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { CoverRequest } from '@tocsin/contracts/schedules/covers.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import { choiceOf } from '@tocsin/contracts/notices/choices.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { methodFor } from '@tocsin/domain/operation/notices/shared/wanted.js';
import { listPeopleToAsk } from '@tocsin/domain/setup/schedules/covers/people-to-ask.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import type { EventEffects } from '../core/event-effect-table.js';
import type { TellDependencies } from '../reactor/tell-person.js';
import { acceptedWords, declinedWords, expiredWords, requestWords, withdrawnWords, type CoverContext } from './covers.js';
import { giveNotice } from './give-notice.js';
import type { NoticeWords } from './notice-kind.js';

interface CoverReference {
  readonly scheduleId: string;
  readonly coverId: string;
}

const unneededOutcome: EffectOutcome = { kind: 'unneeded' };

/** The request’s current state; undefined once it is answered and its time is over. */
const requestOf = ({ server }: TellDependencies, { scheduleId, coverId }: CoverReference): CoverRequest | undefined =>
  server.reads.coverRequests.get(scheduleId)?.requests.find((request) => request.coverId === coverId);

const contextFor = ({ server }: TellDependencies, scheduleId: string, { timeZone }: PersonRow): CoverContext => ({
  timeZone,
  schedule: server.reads.schedules.get(scheduleId)?.name ?? '',
  nameOf: (personId) => readablePersonal(server.reads.people.get(personId)?.name, 'someone'),
});

/** The active ones of these people who want to hear of covers, without the actor. */
const otherPeople = ({ server }: TellDependencies, personIds: readonly string[], actorId: string): readonly PersonRow[] =>
  [...new Set(personIds)]
    .filter((id) => id !== actorId)
    .flatMap((id) => server.reads.people.get(id) ?? [])
    .filter(({ id, state }) => state === 'active' && choiceOf(server.reads.contacts.get(id), 'covers').on);

/** By what each of them chose, mails first: what fails there is tried again with the same ids, so that nobody is told twice. */
const tell = async (
  dependencies: TellDependencies,
  { id, coverId }: CoverReference & { readonly id: string },
  people: readonly PersonRow[],
  wordsFor: (person: PersonRow) => NoticeWords,
): Promise<EffectOutcome> => {
  const readers = people.map((reader) => {
    const contact = dependencies.server.reads.contacts.get(reader.id);
    return { reader, contactMethodId: methodFor(contact, choiceOf(contact, 'covers').contactMethodId) };
  });
  const byMail = readers.filter(({ contactMethodId }) => contactMethodId === null);
  let outcome: EffectOutcome = unneededOutcome;
  for (const to of [...byMail, ...readers.filter((one) => !byMail.includes(one))]) {
    const asked = { ...to, id: `${id}.${to.reader.id}`, kind: 'covers' as const, about: coverId };
    const told = await giveNotice(dependencies, asked, wordsFor(to.reader));
    if (told.kind === 'failed' && told.retry) return told;
    // an address that never works keeps nobody else from hearing
    if (told.kind !== 'unneeded') outcome = told;
  }
  return outcome;
};

const ask = (
  dependencies: TellDependencies,
  { id, data, meta }: RecordedOf<'CoverRequested'> | RecordedOf<'CoverReminded'>,
  isReminder: boolean,
): Promise<EffectOutcome> | EffectOutcome => {
  const { reads } = dependencies.server;
  const request = requestOf(dependencies, data);
  const schedule = reads.schedules.get(data.scheduleId);
  if (dependencies.server.held || request?.state !== 'open' || !schedule) return unneededOutcome;
  const people = listPeopleToAsk(request, schedule.teamId, reads).filter((one) => !request.declinedBy.includes(one));
  const wordsFor = (person: PersonRow): NoticeWords => requestWords(request, contextFor(dependencies, data.scheduleId, person), isReminder);
  return tell(dependencies, { id, ...data }, otherPeople(dependencies, people, meta.actor.id), wordsFor);
};

/** Tells people who no longer need to answer a request; also the requester, if it was for another person, and the person on call. */
const tellOfWithdrawal = (
  dependencies: TellDependencies,
  { id, data, meta }: RecordedOf<'CoverWithdrawn'>,
): Promise<EffectOutcome> | EffectOutcome => {
  const { reads } = dependencies.server;
  const request = requestOf(dependencies, data);
  const schedule = reads.schedules.get(data.scheduleId);
  if (dependencies.server.held || !request || !schedule) return unneededOutcome;
  const people = listPeopleToAsk(request, schedule.teamId, reads).filter((one) => !request.declinedBy.includes(one));
  const concerned = otherPeople(dependencies, [...people, request.personId, request.askedById], meta.actor.id);
  return tell(dependencies, { id, ...data }, concerned, (person) =>
    withdrawnWords(request, contextFor(dependencies, data.scheduleId, person)),
  );
};

/** Tells the person who was on call, and the requester. People who did not answer were reminded before. */
const tellOfExpiry = (
  dependencies: TellDependencies,
  { id, data, meta }: RecordedOf<'CoverExpired'>,
): Promise<EffectOutcome> | EffectOutcome => {
  const request = requestOf(dependencies, data);
  if (dependencies.server.held || !request) return unneededOutcome;
  const concerned = otherPeople(dependencies, [request.personId, request.askedById], meta.actor.id);
  return tell(dependencies, { id, ...data }, concerned, (person) =>
    expiredWords(request, contextFor(dependencies, data.scheduleId, person)),
  );
};

const tellOfAnswer = (
  dependencies: TellDependencies,
  { id, data, meta }: RecordedOf<'CoverAccepted'> | RecordedOf<'CoverDeclined'>,
  wordsOf: (request: CoverRequest, words: CoverContext, person: PersonRow) => NoticeWords,
): Promise<EffectOutcome> | EffectOutcome => {
  const request = requestOf(dependencies, data);
  if (dependencies.server.held || !request) return unneededOutcome;
  const concerned = otherPeople(dependencies, [request.personId, ...(request.acceptedById ? [request.acceptedById] : [])], meta.actor.id);
  return tell(dependencies, { id, ...data }, concerned, (person) =>
    wordsOf(request, contextFor(dependencies, data.scheduleId, person), person),
  );
};

/** Messages about covers, which page no one: to people asked to cover, and to the person on call. */
export const createCoverEffects = (dependencies: TellDependencies): EventEffects => ({
  CoverRequested: async (event) => ask(dependencies, event, false),
  CoverReminded: async (event) => ask(dependencies, event, true),
  CoverAccepted: async (event) => tellOfAnswer(dependencies, event, acceptedWords),
  CoverDeclined: async (event) => tellOfAnswer(dependencies, event, declinedWords),
  CoverWithdrawn: async (event) => tellOfWithdrawal(dependencies, event),
  CoverExpired: async (event) => tellOfExpiry(dependencies, event),
});
