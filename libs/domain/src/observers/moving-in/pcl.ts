import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import { containing } from './settings.js';

/** Fields of an event, and the names by which conditions here ask for them. */
const labels: Readonly<Record<string, string>> = {
  'event.summary': 'summary',
  'event.source': 'source',
  'event.severity': 'severity',
  'event.component': 'component',
  'event.group': 'group',
  'event.class': 'class',
};

const term = /^(not\s+)?(event(?:\.\w+)+)\s+matches(?:\s+(part|regex))?\s+'((?:[^'\\]|\\.)*)'$/;

/** A pattern finds its text anywhere there; here it means the whole value. */
const anywhere = (pattern: string): string =>
  `(?s)${pattern.startsWith('^') ? '' : '.*'}(?:${pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')})${/(?<!\\)\$$/.test(pattern) ? '' : '.*'}`;

function readTerm(text: string): LabelMatcher | null {
  const [, not, field = '', how, written = ''] = term.exec(text.trim()) ?? [];
  const label = labels[field];
  if (label === undefined) return null;
  const value = written.replaceAll(/\\(['\\])/g, '$1');
  const [same, like] = not === undefined ? (['=', '=~'] as const) : (['!=', '!~'] as const);
  if (how === undefined) return { label, operator: same, value };
  return { label, operator: like, value: how === 'part' ? containing(value) : anywhere(value) };
}

/** A condition of PagerDuty’s language, where it compares known fields and joins them by “and”. Null: it has no counterpart. */
export function readExpression(expression: string): readonly LabelMatcher[] | null {
  const terms = expression.split(/\s+and\s+(?=(?:not\s+)?event\.)/).map(readTerm);
  const known = terms.filter((one) => one !== null);
  return known.length === terms.length ? known : null;
}
