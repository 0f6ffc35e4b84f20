import { z } from 'zod';
import * as inhibitionLimits from '../../inhibition/limits.js';
import { limits } from '../../limits.js';
import { inTeamOrAll, kept, matcher } from './shared.js';

export const inhibitionDocument = z
  .strictObject({
    kind: z.literal('InhibitionRule'),
    ...inTeamOrAll,
    source: z.array(matcher).min(1).max(inhibitionLimits.matchers).describe('While an alert fires that matches all of these'),
    target: z.array(matcher).min(1).max(inhibitionLimits.matchers).describe('Alerts that match all of these are muted'),
    equal: z
      .array(z.string().trim().min(1).max(limits.matcherCharacters))
      .max(inhibitionLimits.equalLabels)
      .default([])
      .describe('Labels that both must have with the same value, or both lack'),
    enabled: kept(z.boolean(), 'Whether it mutes anything'),
  })
  .describe('A rule by which one alert mutes others');
