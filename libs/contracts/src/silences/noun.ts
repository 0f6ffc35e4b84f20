import { z } from 'zod';
import { labelMatcher } from '../conditions.js';
import { exampleIds as ids, type Examples } from '../examples.js';
import { id, instant, personal } from '../ids.js';
import { command, event, late, writtenField, type Messages } from '../message.js';
import * as silenceLimits from './limits.js';

export { refusals } from './refusals.js';

/** `teamId` null: the whole organisation. */
const about = { silenceId: id, teamId: id.nullable() };
const comment = z.string().trim().max(silenceLimits.commentCharacters);
const matchers = z.array(labelMatcher);
const exempt = z.array(id);

/** Facts of a stream `silence-<id>`: alerts of a team’s services that match are muted. What follows for each group is in its stream. */
export const events = {
  SilenceStarted: event(
    1,
    ['alerts', 'Silence started'],
    'Matching alerts of the team’s services are muted until that time: no one is paged for them.',
    z.object({
      ...about,
      /** All must match. */
      matchers,
      until: instant,
      comment: personal(z.string()),
      /** Alert groups that it does not cover, as long as it lasts. */
      exempt,
      /** It ends early, once what it covers has been quiet for a while. */
      untilResolved: z.boolean(),
      /** Its conditions hold for any alert without their labels: so many alert groups were confirmed. */
      confirmedGroups: z.number().int().nullable(),
    }),
    [writtenField('comment')],
  ),
  SilenceFoundFiring: event(
    1,
    ['alerts', 'Silence covers alerts'],
    'Something that a silence “until it resolves” covers fires.',
    z.object(about),
  ),
  SilenceFoundQuiet: event(
    1,
    ['alerts', 'Silence covers nothing any more'],
    'Nothing that a silence “until it resolves” covers fires: it ends at that time if that stays so.',
    z.object({ ...about, endsAt: instant }),
  ),
  SilenceEndAnnounced: event(
    1,
    ['alerts', 'End of a silence announced'],
    'A silence ends soon: who started it, and who has what it covers, is told quietly.',
    z.object({ ...about, until: instant, /** Who is told. */ people: z.array(id), late }),
  ),
  SilenceEndChanged: event(
    1,
    ['alerts', 'End of a silence changed'],
    'A silence ends earlier or later than it was made for.',
    z.object({ ...about, until: instant }),
  ),
  SilenceEnded: event(
    1,
    ['alerts', 'Silence ended'],
    'A silence ended: what it muted and still fires pages after 5 minutes.',
    z.object({ ...about, because: z.enum(['person', 'time', 'resolved']), late }),
  ),
};
export type SilenceFact = Messages<typeof events>;

export const commands = {
  StartSilence: command(
    'Start a silence',
    'silence.start',
    z.strictObject({
      silenceId: id.optional(),
      /** Null: every team. */
      teamId: id.nullable(),
      matchers: matchers.min(1).max(silenceLimits.matchers),
      until: instant,
      comment: comment.default(''),
      exempt: exempt.max(silenceLimits.exempt).default([]),
      untilResolved: z.boolean().default(false),
      /** Where the conditions hold for any alert without their labels: the number of open alert groups that it covers now. */
      confirmedGroups: z.number().int().min(0).nullable().default(null),
    }),
  ),
  ChangeSilenceEnd: command('Change the end of a silence', 'silence.start', z.strictObject({ silenceId: id, until: instant })),
  EndSilence: command('End a silence now', 'silence.start', z.strictObject({ silenceId: id })),
};

export const examples: Examples<typeof commands> = {
  StartSilence: {
    body: {
      teamId: ids.team,
      matchers: [{ label: 'job', operator: '=', value: 'nightly-backup' }],
      until: '2040-01-01T00:00:00.000Z',
      comment: 'Database move',
    },
    refusedAs: 'silence.too_long',
  },
  ChangeSilenceEnd: { body: { silenceId: ids.other, until: '2040-01-01T00:00:00.000Z' }, refusedAs: 'silence.not_found' },
  EndSilence: { body: { silenceId: ids.other }, refusedAs: 'silence.not_found' },
};

/** A silence, active or ended. */
export const silenceRow = z.object({
  id,
  teamId: id.nullable(),
  matchers,
  from: instant,
  until: instant,
  /** From 1; counts each change of its end. */
  version: z.number().int(),
  comment: personal(z.string()),
  exempt,
  untilResolved: z.boolean(),
  /** Whether something that it covers fires; null: nothing has yet, or that is not asked. */
  firing: z.boolean().nullable(),
  /** Nothing that it covers fires: when it ends. */
  quietUntil: instant.nullable(),
  /** Its end was moved to later. */
  extended: z.boolean(),
  /** Its end was announced. */
  announced: z.boolean(),
  /** Who started it. */
  by: z.string(),
  state: z.enum(['active', 'ended']),
  endedAt: instant.nullable(),
});
export type SilenceRow = z.infer<typeof silenceRow>;

/** Response rows by view name. */
export const views = { silences: silenceRow };
