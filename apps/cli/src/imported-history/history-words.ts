import type { CompletenessOfKind } from '@tocsin/contracts/imported-history/events.js';
import type { ForeignSystemName } from '@tocsin/contracts/moving-in/systems.js';
import { historyReaders } from '@tocsin/domain/observers/moving-in/history/history-readers.js';
import { aboutKind, type Counted } from '@tocsin/domain/observers/moving-in/history/about-kind.js';
import type { ImportResult } from './history-import.js';

const kinds: Readonly<Record<Counted, string>> = { alerts: 'Alerts', acts: 'Acts', pages: 'Pages', duty: 'On call' };

const sumOf = (counts: readonly CompletenessOfKind[], kind: string) =>
  counts
    .filter((one) => one.kind === kind)
    .reduce(
      (sum, { listed, read, refused, notUnderstood }) => ({
        listed: sum.listed + listed,
        read: sum.read + read,
        refused: sum.refused + refused,
        notUnderstood: sum.notUnderstood + notUnderstood,
      }),
      { listed: 0, read: 0, refused: 0, notUnderstood: 0 },
    );

/** What there is now, by kind, and what the other system can’t tell: that is unknown, never nobody. */
export function resultWords(
  title: string,
  system: ForeignSystemName,
  { added, counts }: ImportResult,
  untold: readonly string[],
): readonly string[] {
  const told = new Set(Object.keys(historyReaders[system]).map((kind) => aboutKind[kind]));
  const lines = (Object.keys(kinds) as Counted[]).map((kind) => {
    if (!told.has(kind)) return `  ${kinds[kind]}: unknown, ${title} does not tell them.`;
    const { listed, read, refused, notUnderstood } = sumOf(counts, kind);
    const more = [
      ...(listed === 0 ? [] : [`${listed} listed`]),
      `${read} read`,
      ...(refused === 0 ? [] : [`${refused} refused`]),
      ...(notUnderstood === 0 ? [] : [`${notUnderstood} not understood`]),
    ];
    return `  ${kinds[kind]}: ${more.join(', ')}.`;
  });
  return [
    `${added} events from ${title} are in the imported history. They page nobody, and are in no figure of your own.`,
    ...lines,
    ...untold.map((what) => `  ${title} does not tell ${what}.`),
  ];
}
