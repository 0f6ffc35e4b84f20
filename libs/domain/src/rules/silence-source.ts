import type { ConfigurationReads } from '../reads.js';
import { canMatch } from './known-labels.js';
import { fieldsOf, type MuteSource } from './mute-source.js';
import { eachFor, inOrder } from './team-rows.js';

export const silenceSource: MuteSource<Pick<ConfigurationReads, 'activeSilences'>> = ({ groupId, teamId }, { activeSilences }, now) => {
  const active = [...eachFor(activeSilences, teamId)].filter(({ until, exempt }) => now < until && !exempt.includes(groupId));
  if (active.length === 0) return null;
  return {
    fields: active.flatMap(fieldsOf),
    // few match of the hundreds that are asked: only these are put in order
    of: (labels) =>
      active
        .filter(({ matchers }) => canMatch(matchers, labels))
        .toSorted(inOrder)
        .map(({ id, version, until }) => ({ kind: 'silence', id, version, until })),
  };
};
