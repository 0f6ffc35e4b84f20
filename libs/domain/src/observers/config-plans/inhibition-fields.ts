import type { DocumentOf } from '@tocsin/contracts/config-files/format.js';
import type { InhibitionRuleRow } from '@tocsin/contracts/inhibition/noun.js';
import { Unordered, type Fields } from './fields.js';
import type { FileReader } from './item-kind.js';
import { readMatcher } from './policy-fields.js';

type Document = DocumentOf<'InhibitionRule'>;
type Settings = Pick<InhibitionRuleRow, 'name' | 'source' | 'target' | 'equal' | 'isOn'>;

const fieldsOf = ({ name, source, target, equal, isOn }: Settings): Map<string, unknown> =>
  new Map<string, unknown>([
    ['name', name],
    ['source', source],
    ['target', target],
    ['equal', Unordered.listing(...equal.toSorted())],
    ['enabled', isOn],
  ]);

export const fieldsOfInhibition = (row: InhibitionRuleRow): Fields => fieldsOf(row);

/** As the command has it. */
export const inhibitionSettings = (
  { name, source, target, equal, enabled }: Document,
  reader: FileReader,
  before?: InhibitionRuleRow,
): Settings => ({
  name,
  source: source.flatMap((text, n) => readMatcher(text, `source[${n}]`, reader)),
  target: target.flatMap((text, n) => readMatcher(text, `target[${n}]`, reader)),
  equal,
  isOn: enabled === undefined ? (before?.isOn ?? true) : (enabled ?? true),
});

export const readInhibition = (document: Document, reader: FileReader): Fields => {
  const fields = fieldsOf(inhibitionSettings(document, reader));
  if (document.enabled === undefined) fields.delete('enabled');
  return fields;
};
