import { z } from 'zod';
import { labelMatcher } from '../conditions.js';
import { exampleIds as ids, type Examples } from '../examples.js';
import { id, instant, personal } from '../ids.js';
import { command, event, late, writtenField, type Messages } from '../message.js';
import * as silenceLimits from './limits.js';

export { refusals } from './refusals.js';

const about = { silenceId: id, teamId: id };
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
    }),
    [writtenField('comment')],
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
    z.object({ ...about, because: z.enum(['person', 'time']), late }),
  ),
};
export type SilenceFact = Messages<typeof events>;

export const commands = {
  StartSilence: command(
    'Start a silence',
    'silence.start',
    z.strictObject({
      silenceId: id.optional(),
      teamId: id,
      matchers: matchers.min(1).max(silenceLimits.matchers),
      until: instant,
      comment: comment.default(''),
      exempt: exempt.max(silenceLimits.exempt).default([]),
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
  teamId: id,
  matchers,
  from: instant,
  until: instant,
  comment: personal(z.string()),
  exempt,
  /** Who started it. */
  by: id,
  state: z.enum(['active', 'ended']),
  endedAt: instant.nullable(),
});
export type SilenceRow = z.infer<typeof silenceRow>;

/** Response rows by view name. */
export const views = { silences: silenceRow };
