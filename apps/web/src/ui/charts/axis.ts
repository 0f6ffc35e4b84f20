import { scaleLinear } from 'd3-scale';

export interface Tick {
  readonly value: number;
  readonly label: string;
}
/** A value axis from zero: its end, and three or four labelled values. */
export interface Axis {
  readonly top: number;
  readonly ticks: readonly Tick[];
}

const parts = 3;

/** `unit`: how much of the value one labelled unit is, and its name. */
function axisIn(most: number, unit: number, label: (count: number) => string): Axis {
  const scale = scaleLinear()
    .domain([0, Math.max(1, most / unit)])
    .nice(parts);
  const [, top = 1] = scale.domain();
  // there is no half of a thing, nor need for half of a minute
  const whole = scale.ticks(parts).filter((value) => Number.isInteger(value));
  return { top: top * unit, ticks: whole.map((count) => ({ value: count * unit, label: label(count) })) };
}

export const countAxis = (most: number): Axis => axisIn(most, 1, (count) => count.toLocaleString('en'));

export const shareAxis = (most: number): Axis => axisIn(most, 0.01, (count) => `${count}\u00a0%`);

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
  [1, 'ms'],
] as const;

/** For milliseconds, in the largest unit of which there are two. */
export function durationAxis(most: number): Axis {
  const [unit, word] = units.find(([size]) => most >= 2 * size) ?? units.at(-1)!;
  return axisIn(most, unit, (count) => `${count.toLocaleString('en')}\u00a0${word}`);
}
