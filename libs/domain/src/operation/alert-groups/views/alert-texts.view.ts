import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';
import type { AlertTextsRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { leavesWithGroup } from './stream-of-group.js';

type AlertsFact = RecordedOf<'AlertGroupOpened' | 'AlertsFired' | 'AlertsReworded'>;

/** Characters of a part: the text that a view searches is cut behind them. */
const charactersOfPart = 400;
/** Characters of a line: one part may have several. */
const charactersOfLine = 200;

const linesOf = ({ summary, labels }: Alert): readonly string[] => [
  ...Object.entries(labels).map(([label, value]) => `${label}=${value}`),
  summary,
];

/** The lines without duplicates, in parts that are searched whole. */
const partsOf = (alerts: readonly Alert[]): readonly string[] => {
  const lines = new Set(alerts.flatMap(linesOf).map((line) => line.slice(0, charactersOfLine).replaceAll('\n', ' ')));
  const parts: string[] = [];
  for (const line of lines) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + line.length < charactersOfPart) parts[parts.length - 1] = `${last}\n${line}`;
    else if (line !== '') parts.push(line);
  }
  return parts;
};

const known = new WeakMap<object, ReadonlyMap<string, string>>();

/** Row id → text of what an event adds. */
const textsIn = ({ data }: AlertsFact): ReadonlyMap<string, string> => {
  let texts = known.get(data);
  if (!texts) {
    texts = new Map(partsOf(data.alerts).map((text) => [`${data.groupId}:${deriveNamedId(text)}`, text]));
    known.set(data, texts);
  }
  return texts;
};

const add: RowChange<AlertTextsRow, RecordedFact> = {
  keys: (event) => [...textsIn(event as AlertsFact).keys()],
  row: (row, event, id) =>
    row ? undefined : { id, groupId: (event as AlertsFact).data.groupId, text: textsIn(event as AlertsFact).get(id)! },
};

/** What a search finds in the alerts of a group. Rows are added, never changed: an alert that joins a storm of thousands rewrites none of it. */
export const alertTextsView: View<AlertTextsRow, RecordedFact> = {
  name: 'alertTexts',
  hasHistory: false,
  leaves: leavesWithGroup,
  columns: { groupId: ({ groupId }) => groupId },
  words: ({ text }) => text.toLowerCase(),
  on: { AlertGroupOpened: add, AlertsFired: add, AlertsReworded: add },
};
