import { z } from 'zod';
import { id, instant, personal } from '../ids.js';
import * as scheduleLimits from './limits.js';
import { command, event, late, writtenField, type Messages } from '../message.js';
import { exampleIds as ids, type Examples } from '../examples.js';

/** States of a request; all but the first are final. */
export const coverStates = ['open', 'accepted', 'declined', 'withdrawn', 'expired'] as const;

const part = { from: instant, to: instant };
const note = z.string().trim().max(scheduleLimits.coverNoteCharacters);

/** Null: every responder of the team. */
const offeredTo = z.array(id).max(scheduleLimits.coverOfferedTo).nullable();
/** A swap: the part of the accepter’s duty that the asker takes in return. */
const inReturn = z.strictObject(part).nullable();
/** When people are asked again or, at the end, the request expires. */
const nextAt = instant;

const about = { scheduleId: id, coverId: id };
/** The person who was to answer left. */
const left = z.literal(true).optional();

/** Events of a stream `schedule-<id>` about requests to cover for a person on call. */
export const coverEvents = {
  CoverRequested: event(
    1,
    ['teams', 'Cover requested'],
    'People were asked to cover part of a shift.',
    z.object({ ...about, /** Whose duty it is. */ personId: id, ...part, offeredTo, inReturn, note: personal(note), nextAt }),
    [writtenField('note')],
  ),
  CoverReminded: event(
    1,
    ['teams', 'Cover request repeated'],
    'The people asked to cover were reminded.',
    z.object({ ...about, nextAt, late }),
  ),
  CoverAccepted: event(
    1,
    ['teams', 'Cover accepted'],
    'A cover request was accepted: an override puts the person who accepted on call for that part.',
    z.object({ ...about, personId: id, overrideIds: z.array(id) }),
  ),
  CoverDeclined: event(
    1,
    ['teams', 'Cover declined'],
    'A person who was asked declined to cover.',
    z.object({ ...about, personId: id, /** No person asked is left. */ closes: z.boolean(), left }),
  ),
  CoverWithdrawn: event(1, ['teams', 'Cover request withdrawn'], 'A cover request was withdrawn.', z.object({ ...about, left })),
  CoverExpired: event(1, ['teams', 'Cover request expired'], 'A cover request expired: no one accepted it.', z.object({ ...about, late })),
};
export type CoverFact = Messages<typeof coverEvents>;

/** Absent: oneself. A manager of the team acts for others. */
const personId = id.optional();

export const coverCommands = {
  AskForCover: command(
    'Request cover for part of a shift',
    'schedule.override',
    z.strictObject({
      scheduleId: id,
      personId,
      ...part,
      offeredTo: offeredTo.default(null),
      inReturn: inReturn.default(null),
      note: note.default(''),
    }),
  ),
  AcceptCover: command('Accept a cover request', 'schedule.override', z.strictObject({ ...about, personId })),
  DeclineCover: command('Decline a cover request', 'schedule.override', z.strictObject({ ...about, personId })),
  WithdrawCover: command('Withdraw a cover request', 'schedule.override', z.strictObject(about)),
};

const ofCover = { scheduleId: ids.schedule, coverId: ids.other };
const withoutCover = { refusedAs: 'schedule.cover_not_found' } as const;

export const coverExamples: Examples<typeof coverCommands> = {
  AskForCover: {
    about: 'duty',
    body: { scheduleId: ids.schedule, personId: ids.person, from: '2040-01-02T09:00:00Z', to: '2040-01-03T09:00:00Z', note: 'A wedding' },
    refusedAs: 'schedule.cover_too_far',
  },
  AcceptCover: { body: ofCover, ...withoutCover },
  DeclineCover: { body: ofCover, ...withoutCover },
  WithdrawCover: { body: ofCover, ...withoutCover },
};

const request = z.object({
  coverId: id,
  state: z.enum(coverStates),
  /** The person on call. */
  personId: id,
  /** The requester: the person on call, or a manager. */
  askedById: id,
  ...part,
  offeredTo,
  inReturn,
  note: personal(note),
  declinedBy: z.array(id),
  /** For an accepted request. */
  acceptedById: id.nullable(),
  /** Time of the last state change. */
  changedAt: instant,
  /** While it is open: when people are asked again or it expires, and the event that planned it. */
  next: z.object({ dueAt: instant, plannedBy: z.string() }).nullable(),
});
export type CoverRequest = z.infer<typeof request>;

/** The requests of one schedule, in the order in which they were made: the open ones, and those that were answered lately. Id: the schedule’s. */
export const coverRequestsRow = z.object({ id, requests: z.array(request) });
export type CoverRequestsRow = z.infer<typeof coverRequestsRow>;

/** The schemas of the rows of `GET /api/views/:view`, by the name of the view. */
export const coverViews = { coverRequests: coverRequestsRow };
