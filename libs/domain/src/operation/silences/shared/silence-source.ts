import type { ConfigurationReads } from '../../../reads.js';
import { canMatch } from '../../../rules/known-labels.js';
import { fieldsOf, type MuteSource } from '../../../rules/mute-source.js';
import { rowsFor } from '../../../rules/team-rows.js';

export const silenceSource: MuteSource<Pick<ConfigurationReads, 'activeSilences'>> = ({ groupId, teamId }, { activeSilences }, now) => {
  const active = rowsFor(activeSilences, teamId).filter(({ until, exempt }) => now < until && !exempt.includes(groupId));
  if (active.length === 0) return null;
  return {
    fields: active.flatMap(fieldsOf),
    of: (labels) =>
      active
        .filter(({ matchers }) => canMatch(matchers, labels))
        .map(({ id, version, until }) => ({ kind: 'silence', id, version, until })),
  };
};
