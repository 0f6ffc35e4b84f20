import { momentName, stretchName } from '../../../data/time/zone-times.js';

interface Stretch {
  /** Milliseconds. */
  readonly from: number;
  readonly to: number;
}

/** When a piece of an answer is: what reaches its edges began before or goes on after it, so no time is made up there. */
export function pieceTimes({ from, to }: Stretch, answered: Stretch, zone: string, now: number): string {
  const [isCutLeft, isCutRight] = [from <= answered.from, to >= answered.to];
  if (isCutLeft && isCutRight) return 'all of this time';
  if (isCutLeft) return `until ${momentName(to, zone, now)}`;
  return isCutRight ? `from ${momentName(from, zone, now)} on` : stretchName(from, to, zone);
}
