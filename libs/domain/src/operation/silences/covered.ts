import type { SilenceRow } from '@tocsin/contracts/silences/noun.js';
import { canMatch } from '../../rules/known-labels.js';
import { fieldsOf } from '../../rules/mute-source.js';
import { canBeMuted, firingLabelsOf, openGroupsOf } from '../alert-groups/shared/mutable.js';
import type { GroupReads, OpenGroup } from '../alert-groups/shared/reads.js';

type Scope = Pick<SilenceRow, 'teamId' | 'matchers' | 'exempt'>;

/** Open alert groups of which a silence covers some alert, now. Lazy. */
export function* coveredBy({ teamId, matchers, exempt }: Scope, reads: GroupReads): Generator<OpenGroup> {
  const left = new Set(exempt);
  const fields = fieldsOf({ matchers });
  const isCovered = (group: OpenGroup): boolean => firingLabelsOf(group, reads, fields).some((labels) => canMatch(matchers, labels));
  for (const group of openGroupsOf(teamId, reads))
    if (!left.has(group.groupId) && canBeMuted(group, reads) && isCovered(group)) yield group;
}
