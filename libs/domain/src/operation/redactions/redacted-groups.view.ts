import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import type { RedactedGroup } from './shared/redacted-group.js';

const prefix = 'alertGroup-';
/** Fields with texts of alerts, from which titles are made. A note is in none of them. */
const titleSources: ReadonlySet<string> = new Set(['title', 'alerts']);

/** The alert group whose title may repeat the redacted text. */
const groupIdsOf = ({ data: { stream, path } }: RecordedOf<'TextRedacted'>): readonly string[] =>
  stream.startsWith(prefix) && titleSources.has(path[0]!) ? [stream.slice(prefix.length)] : [];

/** Alert groups with a redacted text. In memory only; their titles are not made from it again. */
export const redactedGroupsView: View<RedactedGroup, RecordedFact> = {
  name: 'redactedGroups',
  hasHistory: false,
  on: {
    TextRedacted: { keys: groupIdsOf, row: (_row, { meta: { at } }, groupId) => ({ groupId, at }) },
  },
};
