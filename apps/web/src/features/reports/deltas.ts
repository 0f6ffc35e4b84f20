import { durationText, plural } from '@tocsin/contracts/reports/words.js';
import type { Delta } from '../../ui/charts/key-figures.js';

/** Which change is good; neither: it is only said. */
type Better = 'less' | 'more' | 'neither';

const same: Delta = { words: 'same as before', tone: 'same' };
const toneOf = (change: number, better: Better): Delta['tone'] =>
  better === 'neither' ? 'same' : change > 0 === (better === 'more') ? 'better' : 'worse';

/** `12 more than before`, `5 fewer than before`. */
export function countDelta(now: number, before: number | undefined, better: Better = 'less'): Delta | null {
  if (before === undefined) return null;
  const change = now - before;
  if (change === 0) return same;
  return { words: `${Math.abs(change).toLocaleString('en')} ${change > 0 ? 'more' : 'fewer'} than before`, tone: toneOf(change, better) };
}

/** `41 s faster than before`; null where either was not measured. */
export function durationDelta(now: number | null | undefined, before: number | null | undefined): Delta | null {
  if (now === undefined || now === null || before === undefined || before === null) return null;
  const change = now - before;
  if (change === 0) return same;
  return { words: `${durationText(Math.abs(change))} ${change > 0 ? 'slower' : 'faster'} than before`, tone: toneOf(change, 'less') };
}

/** `3 points more than before`, of shares from 0 to 1. */
export function pointsDelta(now: number | null, before: number | null | undefined, better: Better = 'less'): Delta | null {
  if (now === null || before === undefined || before === null) return null;
  const change = Math.round(now * 100) - Math.round(before * 100);
  if (change === 0) return same;
  return { words: `${plural(Math.abs(change), 'point')} ${change > 0 ? 'more' : 'less'} than before`, tone: toneOf(change, better) };
}

/** Null: of nothing. */
export const shareOf = (part: number, all: number): number | null => (all === 0 ? null : part / all);
