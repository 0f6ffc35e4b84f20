import type { ResponseFigures } from '@tocsin/contracts/reports.js';
import { percent, plural, tookWords } from './report-words.js';

/** What the report comes to, in a sentence or two. */
export function responseFinding({ openings, acknowledged, escalated, measures: [first] }: ResponseFigures): string {
  if (openings === 0) return 'No alert group was opened in this period.';
  const all = first?.all;
  if (!all || all.p50 === null || all.p90 === null)
    return `${plural(openings, 'alert group')}; no one acknowledged ${openings === 1 ? 'it' : 'any'}.`;
  const half = `Half of the ${plural(all.measured, 'acknowledged alert group')} were acknowledged within ${tookWords(all.p50)}, 9 of 10 within ${tookWords(all.p90)}.`;
  const rest = openings - acknowledged;
  const others = rest === 0 ? '' : ` ${plural(rest, 'other was', 'others were')} never acknowledged by a person.`;
  return `${half}${others}${escalated === 0 ? '' : ` ${percent(escalated, openings)} escalated.`}`;
}
