import type { LabelPattern } from '@tocsin/contracts/search.js';
import { limits } from '@tocsin/contracts/limits.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { doMatch } from '@tocsin/domain/rules/matchers.js';
import type { ViewReader } from './view-reader.js';

/** A group with an alert whose label fits a pattern: `label=value`. */
export interface LabelMatch {
  readonly groupId: string;
  readonly text: string;
}

/** `atMost`: of groups. */
export interface WantedLabels extends LabelPattern {
  readonly atMost: number;
}

/** Searches ignore case. */
export const foldPattern = (pattern: string): string => `(?i)${pattern}`;

/** The newest groups with an alert that has a label whose whole value fits the pattern, among the newest texts that have the label. */
export async function listLabelMatches(
  { viewReader }: { readonly viewReader: Pick<ViewReader, 'list'> },
  { label, pattern, atMost }: WantedLabels,
): Promise<readonly LabelMatch[]> {
  const matches = new Map<string, LabelMatch>();
  const matcher = { label, operator: '=~', value: foldPattern(pattern) } as const;
  const isMatch = (line: string): boolean =>
    line.slice(0, label.length + 1).toLowerCase() === `${label}=` && doMatch([matcher], { [label]: line.slice(label.length + 1) });
  let cursor: string | undefined;
  for (let pages = 0; pages < alertGroupLimits.alertSearch.patternPages && matches.size < atMost; pages += 1) {
    const { rows, next } = await viewReader.list('alertTexts', {
      words: [{ text: `${label}=` }],
      sort: 'groupId',
      descending: true,
      limit: limits.pageSizeMax,
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const { row } of rows) {
      const text = matches.has(row.groupId) ? undefined : row.text.split('\n').find(isMatch);
      if (text !== undefined) matches.set(row.groupId, { groupId: row.groupId, text });
    }
    if (next === null) break;
    cursor = next;
  }
  return [...matches.values()];
}
