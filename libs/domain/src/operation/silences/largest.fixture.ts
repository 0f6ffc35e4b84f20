import type { Fact } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import * as silenceLimits from '@tocsin/contracts/silences/limits.js';
import { laterInstant, peopleWorld } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { bySystem, LargeWorld, longest, longName, many, nth } from '@tocsin/testing/largest/large-world.js';

const silenceId = nth('51', 0);
const silence = {
  silenceId,
  teamId: nth('7e', 0),
  matchers: many(silenceLimits.matchers, (n) => ({
    label: `${n}`.padEnd(limits.matcherCharacters, '漢'),
    operator: '=' as const,
    value: longest(limits.matcherCharacters),
  })),
  until: laterInstant,
  comment: longest(silenceLimits.commentCharacters),
  exempt: many(silenceLimits.exempt, (n) => nth('6c', n)),
  untilResolved: true,
  confirmedGroups: null,
};
const team: Fact = { type: 'TeamCreated', data: { teamId: silence.teamId, name: longName(), description: '' } };
const silencedWorld = (): LargeWorld =>
  peopleWorld()
    .has(`team-${silence.teamId}`, team)
    .has(`silence-${silenceId}`, { type: 'SilenceStarted', data: { ...silence, until: '2026-11-22T03:12:00.000Z' } });

export const largest: LargestCases = {
  StartSilence: () => ({
    large: peopleWorld().has(`team-${silence.teamId}`, team),
    data: { ...silence, until: '2026-11-22T03:12:00.000Z' },
  }),
  ChangeSilenceEnd: () => ({ large: silencedWorld(), data: { silenceId, until: '2026-11-23T03:12:00.000Z' } }),
  EndSilence: () => ({ large: silencedWorld(), data: { silenceId } }),
  EndSilenceOnTime: () => ({ large: silencedWorld(), data: { silenceId, dueAt: '2026-11-22T03:12:00.000Z' }, actor: bySystem }),
  AnnounceSilenceEnd: () => ({ large: silencedWorld(), data: { silenceId, dueAt: '2026-11-22T02:42:00.000Z' }, actor: bySystem }),
  EndQuietSilence: () => ({
    large: silencedWorld().has(
      `silence-${silenceId}`,
      { type: 'SilenceFoundFiring', data: { silenceId, teamId: silence.teamId } },
      { type: 'SilenceFoundQuiet', data: { silenceId, teamId: silence.teamId, endsAt: '2026-11-21T03:22:00.000Z' } },
    ),
    data: { silenceId, dueAt: '2026-11-21T03:22:00.000Z' },
    actor: bySystem,
  }),
  ReviewSilence: () => ({
    large: silencedWorld().has(`silence-${silenceId}`, { type: 'SilenceFoundFiring', data: { silenceId, teamId: silence.teamId } }),
    data: { silenceId },
    actor: bySystem,
  }),
};
