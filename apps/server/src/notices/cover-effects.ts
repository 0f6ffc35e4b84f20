import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { CoverRequest } from '@tocsin/contracts/schedules/covers.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { listPeopleToAsk } from '@tocsin/domain/setup/schedules/covers/people-to-ask.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import type { EventEffects } from '../core/event-effect-table.js';
import { acceptedWords, declinedWords, expiredWords, requestWords, withdrawnWords, type CoverContext } from './covers.js';
import { giveNotices, type NoticeDependencies } from './give-notice.js';
import type { NoticeWords } from './notice-kind.js';

type CoverEvent = RecordedOf<'CoverRequested' | 'CoverReminded' | 'CoverAccepted' | 'CoverDeclined' | 'CoverWithdrawn' | 'CoverExpired'>;
type Told = Promise<EffectOutcome> | EffectOutcome;
type RequestWords = (request: CoverRequest, context: CoverContext, person: PersonRow) => NoticeWords;

const unneeded: EffectOutcome = { kind: 'unneeded' };

/** The request’s current state; undefined once it is answered and its time is over. */
const requestOf = ({ server }: NoticeDependencies, { data: { scheduleId, coverId } }: CoverEvent): CoverRequest | undefined =>
  server.reads.coverRequests.get(scheduleId)?.requests.find((request) => request.coverId === coverId);

const contextFor = ({ server }: NoticeDependencies, scheduleId: string, { timeZone }: PersonRow): CoverContext => ({
  timeZone,
  schedule: server.reads.schedules.get(scheduleId)?.name ?? '',
  nameOf: (personId) => readablePersonal(server.reads.people.get(personId)?.name, 'someone'),
});

const askedBy = ({ server: { reads } }: NoticeDependencies, { data }: CoverEvent, request: CoverRequest): readonly string[] => {
  const schedule = reads.schedules.get(data.scheduleId);
  return schedule ? listPeopleToAsk(request, schedule.teamId, reads).filter((one) => !request.declinedBy.includes(one)) : [];
};

/** Nobody is told of what they did themselves. */
const tell = (
  dependencies: NoticeDependencies,
  event: CoverEvent,
  peopleOf: (request: CoverRequest) => readonly (string | null)[],
  wordsOf: RequestWords,
): Told => {
  const { id, data, meta } = event;
  const request = requestOf(dependencies, event);
  if (!request) return unneeded;
  const people = peopleOf(request).flatMap((personId) => (personId === null || personId === meta.actor.id ? [] : personId));
  return giveNotices(dependencies, { id, kind: 'covers', about: data.coverId }, people, (person) =>
    wordsOf(request, contextFor(dependencies, data.scheduleId, person), person),
  );
};

const ask = (dependencies: NoticeDependencies, event: RecordedOf<'CoverRequested' | 'CoverReminded'>, isReminder: boolean): Told =>
  tell(
    dependencies,
    event,
    (request) => (request.state === 'open' ? askedBy(dependencies, event, request) : []),
    (request, context) => requestWords(request, context, isReminder),
  );

const thoseOf = ({ personId, acceptedById }: CoverRequest) => [personId, acceptedById];

/** Messages about covers, which page no one: to people asked to cover, and to the person on call. */
export const createCoverEffects = (dependencies: NoticeDependencies): EventEffects => ({
  CoverRequested: async (event) => ask(dependencies, event, false),
  CoverReminded: async (event) => ask(dependencies, event, true),
  CoverAccepted: async (event) => tell(dependencies, event, thoseOf, acceptedWords),
  CoverDeclined: async (event) => tell(dependencies, event, thoseOf, declinedWords),
  // also the requester, if it was for another person, and the person on call
  CoverWithdrawn: async (event) =>
    tell(dependencies, event, (request) => [...askedBy(dependencies, event, request), request.personId, request.askedById], withdrawnWords),
  // people who did not answer were reminded before
  CoverExpired: async (event) => tell(dependencies, event, ({ personId, askedById }) => [personId, askedById], expiredWords),
});
