import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import { limits } from '@tocsin/contracts/limits.js';
import { doMatch } from '../../../rules/matchers.js';
import type { MuteSource } from './mute-source.js';

type Labels = Readonly<Record<string, string>>;

/** Labels that may have been left out or cut, by the door or where a group has too much text, mute nothing. */
const areKnown = (labels: Labels, matchers: readonly LabelMatcher[]): boolean => {
  const count = Object.keys(labels).length;
  if (count === 0 || count >= integrationLimits.labelsPerAlert) return false;
  return matchers.every(({ label }) => (labels[label] ?? '').length <= limits.matcherCharacters);
};

export const silenceSource: MuteSource = {
  kind: 'silence',
  of: ({ groupId, teamId }, { activeSilences }, now) => {
    const active = activeSilences.where('teamId', teamId).filter(({ until, exempt }) => now < until && !exempt.includes(groupId));
    if (active.length === 0) return null;
    return (labels) =>
      active
        .filter(({ matchers }) => areKnown(labels, matchers) && doMatch(matchers, labels))
        .map(({ id, until }) => ({ kind: 'silence', id, until }));
  },
};
