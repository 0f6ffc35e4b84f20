import type { DocumentOf } from '@tocsin/contracts/config-files/format.js';
import { weekdayNames } from '@tocsin/contracts/config-files/documents/shared.js';
import type { LayerSetting, TurnLengthSetting } from '@tocsin/contracts/schedules/layers.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import { nameKeyOf } from '../../rules/names.js';
import { lastMarkAt } from '../../setup/schedules/shared/last-mark.js';
import { hashOfValue, Unordered, type Fields } from './fields.js';
import type { FileReader } from './item-kind.js';
import { timesInOrder, toTimes } from './service-fields.js';

type FileLayer = NonNullable<DocumentOf<'Schedule'>['layers']>[number];
type Slots = LayerSetting['rotation']['slots'];

/** The newest rules, in force or planned: what an edit changes. */
export const newestRules = ({ versions, version }: ScheduleRow) => versions.find((one) => one.version === version) ?? versions.at(-1);

const toLength = (length: FileLayer['length']): TurnLengthSetting =>
  length.unit === 'weeks' ? { ...length, weekday: weekdayNames.indexOf(length.weekday) + 1 } : length;

const peopleOf = (layer: FileLayer, path: string, { person }: FileReader): readonly (readonly string[])[] =>
  layer.slots.map((slot, n) => {
    if (slot === 'nobody') return [];
    return (Array.isArray(slot) ? slot : [slot]).flatMap(
      (email, m) => person(email, `${path}.slots[${n}]${Array.isArray(slot) ? `[${m}]` : ''}`) ?? [],
    );
  });

interface LayerFields {
  readonly name: string;
  readonly priority: number;
  readonly timeZone: string | null;
  readonly from: string | null;
  readonly length: TurnLengthSetting;
  readonly countsCoveredTimeOnly: boolean;
  readonly restrictions: LayerSetting['restrictions'];
  readonly slots: readonly (readonly string[])[];
  readonly anchor: string | null;
}

const lengthField = (length: TurnLengthSetting) => Object.fromEntries(Object.entries(length).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const putLayer = (fields: Map<string, unknown>, { name, anchor, ...layer }: LayerFields): void => {
  for (const [field, value] of Object.entries(layer)) fields.set(`layers[${name}].${field}`, value);
  fields.set(`layers[${name}].length`, lengthField(layer.length));
  fields.set(`layers[${name}].restrictions`, timesInOrder(layer.restrictions));
  fields.set(
    `layers[${name}].slots`,
    layer.slots.map((people) => Unordered.listing(...people.toSorted())),
  );
  if (anchor !== null) fields.set(`layers[${name}].anchor`, anchor);
};

const fieldsOfLayer = ({ name, priority, timeZone, from, rotation, restrictions }: LayerSetting): LayerFields => ({
  name,
  priority,
  timeZone,
  from,
  length: rotation.length,
  countsCoveredTimeOnly: rotation.countsCoveredTimeOnly,
  restrictions,
  slots: rotation.slots.map(({ people }) => people),
  anchor: rotation.anchor,
});

export const fieldsOfSchedule = (row: ScheduleRow): Fields => {
  const rules = newestRules(row);
  const layers = rules?.layers ?? [];
  const fields = new Map<string, unknown>([
    ['name', row.name],
    ['timeZone', rules?.timeZone ?? row.timeZone],
    ['layers', layers.map(({ name }) => name)],
  ]);
  for (const layer of layers) putLayer(fields, fieldsOfLayer(layer));
  return fields;
};

const layerFieldsOf = (layer: FileLayer, path: string, reader: FileReader): LayerFields => ({
  name: layer.name,
  priority: layer.priority,
  timeZone: layer.timeZone,
  from: layer.from,
  length: toLength(layer.length),
  countsCoveredTimeOnly: layer.countsCoveredTimeOnly,
  restrictions: toTimes(layer.restrictions),
  slots: peopleOf(layer, path, reader),
  anchor: layer.anchor ?? null,
});

export const readSchedule = (document: DocumentOf<'Schedule'>, reader: FileReader): Fields => {
  const fields = new Map<string, unknown>([['name', document.name]]);
  if (document.timeZone !== undefined) fields.set('timeZone', document.timeZone);
  if (document.layers === undefined) return fields;
  const layers = document.layers ?? [];
  const names = layers.map(({ name }) => name);
  for (const [n, name] of names.entries())
    if (names.findIndex((one) => nameKeyOf(one) === nameKeyOf(name)) < n)
      reader.report(`layers[${n}].name`, 'config.duplicate', `Two layers are called “${name}”. Layers are told apart by their names.`);
  fields.set('layers', names);
  for (const [n, layer] of layers.entries()) putLayer(fields, layerFieldsOf(layer, `layers[${n}]`, reader));
  return fields;
};

/**
 * Slots have no names: a slot is the same if the same people are at the same place, else in the longest common run, else if the same
 * people are anywhere. So adding somebody moves nobody’s turn.
 */
const withSlotIds = (slots: readonly (readonly string[])[], before: Slots, layerId: string): Slots => {
  const keyOf = (people: readonly string[]): string => people.toSorted().join(' ');
  const [keys, oldKeys] = [slots.map(keyOf), before.map(({ people }) => keyOf(people))];
  const ids: (string | undefined)[] = keys.map((key, n) => (oldKeys[n] === key ? before[n]!.slotId : undefined));
  const used = new Set(ids);
  const isFree = (n: number): boolean => !used.has(before[n]!.slotId);
  const put = (n: number, old: number): void => {
    ids[n] = before[old]!.slotId;
    used.add(ids[n]);
  };
  for (const [n, old] of commonRun(keys, oldKeys)) if (ids[n] === undefined && isFree(old)) put(n, old);
  for (const [n, key] of keys.entries()) {
    const old = ids[n] === undefined ? oldKeys.findIndex((other, at) => other === key && isFree(at)) : -1;
    if (old >= 0) put(n, old);
  }
  return slots.map((people, n) => ({ slotId: ids[n] ?? newSlotId(layerId, keys[n]!, used), people: [...people] }));
};

const newSlotId = (layerId: string, key: string, used: Set<string | undefined>): string => {
  for (let n = 0; ; n += 1) {
    const id = deriveNamedId('config-slot', layerId, key, n);
    if (used.has(id)) continue;
    used.add(id);
    return id;
  }
};

/** Pairs of the longest common subsequence. */
const commonRun = (some: readonly string[], others: readonly string[]): readonly (readonly [number, number])[] => {
  const lengths = Array.from({ length: some.length + 1 }, () => Array.from({ length: others.length + 1 }, () => 0));
  for (let i = some.length - 1; i >= 0; i -= 1)
    for (let j = others.length - 1; j >= 0; j -= 1)
      lengths[i]![j] = some[i] === others[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < some.length && j < others.length) {
    if (some[i] === others[j]) pairs.push([i++, j++]);
    else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i += 1;
    else j += 1;
  }
  return pairs;
};

interface LayersInput {
  readonly scheduleId: string;
  readonly timeZone: string;
  readonly before: readonly LayerSetting[];
  /** Hashes of the file’s values at the last apply. */
  readonly owned: Readonly<Record<string, string>> | undefined;
  readonly reader: FileReader;
  readonly now: string;
}

/** The anchor is read when a layer is made, and when the file’s own value has changed: else who is on duty stays until the handoff. */
const anchorOf = (layer: FileLayer, before: LayerSetting | undefined, { owned, timeZone, now }: LayersInput): string => {
  const fresh = layer.anchor ?? lastMarkAt(toLength(layer.length), layer.timeZone ?? timeZone, now);
  if (!before) return fresh;
  const last = owned?.[`layers[${layer.name}].anchor`];
  const isRead = layer.anchor !== undefined && last !== hashOfValue(layer.anchor);
  return isRead ? fresh : before.rotation.anchor;
};

/** The layers as a command has them. Layers keep their ids by name. */
export const toLayers = (layers: readonly FileLayer[], input: LayersInput): LayerSetting[] =>
  layers.map((layer, n) => {
    const before = input.before.find(({ name }) => nameKeyOf(name) === nameKeyOf(layer.name));
    const layerId = before?.layerId ?? deriveNamedId('config-layer', input.scheduleId, nameKeyOf(layer.name));
    const { priority, timeZone, from, length, countsCoveredTimeOnly, restrictions, slots } = layerFieldsOf(
      layer,
      `layers[${n}]`,
      input.reader,
    );
    const rotation = {
      slots: withSlotIds(slots, before?.rotation.slots ?? [], layerId),
      length,
      anchor: anchorOf(layer, before, input),
      countsCoveredTimeOnly,
    };
    return { layerId, name: layer.name, timeZone, priority, from, rotation, restrictions };
  });
