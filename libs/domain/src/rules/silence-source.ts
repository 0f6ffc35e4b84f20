import type { SilenceRow } from '@tocsin/contracts/silences/noun.js';
import type { ConfigurationReads } from '../reads.js';
import { canMatch } from './known-labels.js';
import { indexedBy } from './matcher-index.js';
import { fieldsOf, type Labels, type MuteSource } from './mute-source.js';
import { fieldsNamedBy } from './seen-alert.js';
import { inOrder, listsFor } from './team-rows.js';

type Silences = readonly SilenceRow[];

const placesIn = indexedBy<SilenceRow>(({ matchers }) => [matchers]);
const matching = (list: Silences, labels: Labels): Silences =>
  placesIn(list, labels).flatMap((places) => places.flatMap((place) => (canMatch(list[place]!.matchers, labels) ? list[place]! : [])));

export const silenceSource: MuteSource<Pick<ConfigurationReads, 'activeSilences'>> = ({ groupId, teamId }, { activeSilences }, now) => {
  const lists = listsFor(activeSilences, teamId).filter((list) => list.length > 0);
  if (lists.length === 0) return null;
  return {
    fields: lists.flatMap((list) => fieldsNamedBy(list, () => list.flatMap(fieldsOf))),
    of: (labels) =>
      lists
        .flatMap((list) => matching(list, labels))
        .filter(({ until, exempt }) => now < until && !exempt.includes(groupId))
        .toSorted(inOrder)
        .map(({ id, version, until }) => ({ kind: 'silence', id, version, until })),
  };
};
