import { z } from 'zod';
import { urgency } from '../contacts/events.js';
import { labelMatcher } from '../conditions.js';
import { alertGroupStates } from '../alert-groups/rows.js';
import { id } from '../ids.js';
import { limits } from '../limits.js';
import * as silenceLimits from './limits.js';

export const silencePreviewRequest = z.strictObject({
  /** Null: every team. */
  teamId: id.nullable(),
  matchers: z.array(labelMatcher).min(1).max(silenceLimits.matchers),
  /** Labels of which it is counted how many alerts lack them. */
  labels: z.array(z.string().min(1).max(limits.matcherCharacters)).max(silenceLimits.matchers).default([]),
});
export type SilencePreviewRequest = z.input<typeof silencePreviewRequest>;

/** `POST /api/silences/preview`: what conditions cover now, and would have covered in the last days. */
export const silencePreview = z.object({
  /** Open alert groups with an alert that fires and matches, high urgency first; `groups` are all of them. */
  open: z.array(
    z.object({
      groupId: id,
      number: z.number().int(),
      title: z.string(),
      status: z.enum(alertGroupStates),
      urgency,
      /** Alerts that fire, and how many of them match. */
      firing: z.number().int(),
      covered: z.number().int(),
    }),
  ),
  groups: z.number().int(),
  /** Alert groups opened in the last days with an alert that matches, and these alerts; `isCut`: there were more than are looked at. */
  past: z.object({ days: z.number().int(), groups: z.number().int(), alerts: z.number().int(), isCut: z.boolean() }),
  /** Of the matching alerts of these days, how many lack each label. */
  lacking: z.record(z.string(), z.number().int()),
  /** The conditions hold for an alert without their labels. */
  matchesMissing: z.boolean(),
});
export type SilencePreview = z.infer<typeof silencePreview>;
