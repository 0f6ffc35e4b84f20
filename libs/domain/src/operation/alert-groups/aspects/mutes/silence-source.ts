import { canMatch } from '../../../../rules/known-labels.js';
import { fieldsOf, type MuteSource } from '../../../../rules/mute-source.js';
import { rowsFor } from '../../../../rules/team-rows.js';

export const silenceSource: MuteSource = ({ groupId, teamId }, { activeSilences }, now) => {
  const active = rowsFor(activeSilences, teamId).filter(({ until, exempt }) => now < until && !exempt.includes(groupId));
  if (active.length === 0) return null;
  return {
    fields: active.flatMap(fieldsOf),
    of: (labels) => active.filter(({ matchers }) => canMatch(matchers, labels)).map(({ id, until }) => ({ kind: 'silence', id, until })),
  };
};
