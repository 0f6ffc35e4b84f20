import { z } from 'zod';
import { exampleIds as ids, type Examples } from '../examples.js';
import { id, instant } from '../ids.js';
import { command, event, type Messages } from '../message.js';
import * as drillLimits from './limits.js';
import { drillOpening as opening } from './opening.js';

export { refusals } from './refusals.js';

const { planned } = drillLimits;

/** Why somebody is no longer paged by it. */
const withdrawnBecause = z.enum(['person', 'real_page']);
const endedBecause = z.enum(['person', 'time']);

/** Facts of the stream `drills`: alert groups that page people who agreed to it, so that a team sees whether a night would be answered. */
export const events = {
  DrillPlanned: event(
    1,
    ['paging', 'Drill planned'],
    'A drill that pages people is planned: those whom it would page are asked. Without their consent it pages no one.',
    z.object({
      drillId: id,
      from: instant,
      to: instant,
      /** The hour whose alerts are played; null: chosen by hand. */
      night: instant.nullable(),
      /** Who is asked. */
      personIds: z.array(id),
      openings: z.array(opening),
    }),
  ),
  DrillConsentGiven: event(
    1,
    ['paging', 'Drill consent given'],
    'A person agreed to be paged by a drill in this time.',
    z.object({ drillId: id, personId: id, from: instant, to: instant }),
  ),
  DrillConsentWithdrawn: event(
    1,
    ['paging', 'Drill consent withdrawn'],
    'A drill no longer pages this person: they withdrew their consent, or a real page of high urgency fell due for them.',
    z.object({
      drillId: id,
      personId: id,
      because: withdrawnBecause,
      /** Its alert groups, whose pages to them end. */
      groupIds: z.array(id),
    }),
  ),
  DrillStarted: event(
    1,
    ['paging', 'Drill started'],
    'From now on the alert groups of a drill open, and page the people who agreed.',
    z.object({ drillId: id, /** One for each of its openings, in their order. */ groupIds: z.array(id) }),
  ),
  DrillEnded: event(
    1,
    ['paging', 'Drill ended'],
    'A drill was ended, or its time is over: its alert groups are resolved, and no one is paged by it any more.',
    z.object({
      drillId: id,
      because: endedBecause,
      /** Its alert groups; none: it was never started. */
      groupIds: z.array(id),
      /** Those who were asked: they are told. */
      personIds: z.array(id),
    }),
  ),
};
export type DrillFact = Messages<typeof events>;

export const commands = {
  PlanDrill: command(
    'Plan a drill that pages people, and ask them',
    'drill.ring',
    z.strictObject({
      from: instant,
      to: instant,
      night: instant.nullable().default(null),
      personIds: z.array(id).min(1).max(planned.people),
      openings: z.array(opening).min(1).max(planned.groups),
    }),
  ),
  StartDrill: command('Start a planned drill', 'drill.ring', z.strictObject({ drillId: id })),
  EndDrill: command('End a drill, or call it off', 'drill.ring', z.strictObject({ drillId: id })),
  GiveDrillConsent: command('Agree to be paged by a drill', 'self.secure', z.strictObject({ drillId: id })),
  WithdrawDrillConsent: command('No longer be paged by a drill', 'self.secure', z.strictObject({ drillId: id })),
};

export const examples: Examples<typeof commands> = {
  PlanDrill: {
    body: {
      from: '2036-12-01T14:00:00.000Z',
      to: '2036-12-01T15:00:00.000Z',
      night: null,
      personIds: [ids.person],
      openings: [{ serviceId: ids.service, policyId: null, urgency: 'high', after: 0 }],
    },
    refusedAs: 'drill.window_invalid',
  },
  StartDrill: { body: { drillId: ids.other }, refusedAs: 'drill.not_found' },
  EndDrill: { body: { drillId: ids.other }, refusedAs: 'drill.not_found' },
  GiveDrillConsent: { about: 'own thing', body: { drillId: ids.other }, refusedAs: 'drill.not_found' },
  WithdrawDrillConsent: { about: 'own thing', body: { drillId: ids.other }, refusedAs: 'drill.not_found' },
};

/** A drill that pages people, also once it is over. */
export const drillRow = z.object({
  id,
  state: z.enum(['planned', 'running', 'ended']),
  from: instant,
  to: instant,
  night: instant.nullable(),
  plannedBy: z.string(),
  plannedAt: instant,
  personIds: z.array(id),
  /** Whom it pages. */
  consenting: z.array(id),
  /** Whom it no longer pages. */
  withdrawn: z.array(z.object({ personId: id, because: withdrawnBecause })),
  /** `groupId`: once it has started. */
  openings: z.array(opening.extend({ groupId: id.optional(), number: z.number().int().optional() })),
  startedAt: instant.nullable(),
  ended: z.object({ at: instant, because: endedBecause }).nullable(),
});
export type DrillRow = z.infer<typeof drillRow>;

/** Response rows by view name. */
export const views = { drills: drillRow };
