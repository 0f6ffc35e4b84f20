import { z } from 'zod';
import { id, instant } from '../ids.js';
import * as movingInLimits from './limits.js';
import { phoneNumbersAnswer } from './phone-numbers.js';
import { foreignSystemNames } from './systems.js';

const line = z.string().trim().min(1).max(500);

const requested = {
  system: z.enum(foreignSystemNames),
  /** The team of policies and schedules that have none there. */
  team: z.string().trim().min(1).max(80).default('Moved in'),
  /** `id,email,name`, a line for each account whose address the system does not tell. */
  accounts: z.string().max(movingInLimits.accountCharacters).optional(),
  /** New services page nobody until they go live. */
  rehearses: z.boolean().default(false),
};

/** From another system, or from a folder of `tocsin rescue` on the server. */
export const movingInRequest = z.discriminatedUnion('from', [
  z.strictObject({
    from: z.literal('system'),
    ...requested,
    /** Left out: the system’s own. */
    address: line.optional(),
    /** Jira’s: the site, and whose token it is. */
    cloud: line.optional(),
    user: line.optional(),
    /** From when on alerts are copied. Null: all there are. */
    since: instant.nullable().default(null),
    /** Read rights are enough. It is in memory only, until everything was read. Not needed once everything was. */
    token: z.string().trim().min(1).max(5_000).optional(),
  }),
  z.strictObject({ from: z.literal('folder'), ...requested, folder: line }),
]);
export type MovingInRequest = z.infer<typeof movingInRequest>;
export type MovingInRequestInput = z.input<typeof movingInRequest>;

const count = z.number().int();
const people = z.array(z.string());

const fates = ['changed', 'no counterpart', 'missing', 'by hand'] as const;

/** Who is on call there and here, of one schedule over one stretch of time. */
const comparedSchedule = z.object({
  schedule: z.string(),
  timeZone: z.string(),
  from: instant,
  to: instant,
  unexplainedHours: z.number(),
  /** The system renders it otherwise than its rules read; the rendering was compared. */
  isReadOtherwise: z.boolean(),
  /** Rule null: unexplained. */
  differences: z.array(z.object({ from: instant, to: instant, there: people, here: people, rule: z.string().nullable() })),
  more: count,
});

/** What came whole, what changed by which rule, what is missing, and who is on call there and here. */
export const movingInReport = z.object({
  counts: z.array(z.object({ one: z.string(), many: z.string(), count })),
  /** One for each rule. */
  remarks: z.array(z.object({ fate: z.enum(fates), rule: z.string(), count, about: people })),
  /** Questions that the other system did not answer. */
  missing: people,
  schedules: z.array(comparedSchedule),
  /** Would differ for more than an hour without a reason: nothing is applied before somebody accepts it. */
  refused: people,
  /** On call or in a step: each has to confirm a contact method first. */
  toConfirm: count,
  /** People with phone numbers there, which are in no file. */
  withNumbers: count.default(0),
  /** Granted by a person. */
  admins: people,
  /** Accounts whose address the system does not tell. */
  withoutAddress: count,
});
export type MovingInReport = z.infer<typeof movingInReport>;

/** `waiting`: for the token, because the server ended or the other system is away. `done`: read and compared. */
const movingInStates = ['reading', 'waiting', 'comparing', 'done', 'failed'] as const;

export const movingIn = z.object({
  id,
  by: id,
  at: instant,
  system: z.enum(foreignSystemNames),
  from: z.enum(['system', 'folder']),
  /** The address, or the folder. */
  place: z.string(),
  cloud: z.string().nullable(),
  user: z.string().nullable(),
  since: instant.nullable(),
  team: z.string(),
  /** New services page nobody until they go live. */
  rehearses: z.boolean().default(false),
  state: z.enum(movingInStates),
  /** What is being read, and how far it is. */
  progress: z.string().nullable(),
  /** What the copy has, whose data it holds, and how it is deleted. */
  said: people,
  /** Why it waits or failed. */
  trouble: z.string().nullable(),
  report: movingInReport.nullable(),
  /** To whom phone numbers were offered. Null: not yet. */
  offered: phoneNumbersAnswer.nullable().default(null),
});
export type MovingIn = z.infer<typeof movingIn>;

/** People who were invited and got no mail, and whether they are being sent now. */
export const unsentInvitations = z.object({ unsent: count, isSending: z.boolean() });

export const movingInAnswer = z.object({ current: movingIn.nullable(), invitations: unsentInvitations });
export type MovingInAnswer = z.infer<typeof movingInAnswer>;
