import { countAxis } from './axis.js';
import type { Slot } from './axis-labels.js';
import { Plot, type Geometry, type PlotProps } from './plot.js';

export interface Bar extends Slot {
  /** From the bottom; the first one is dark, the second light. */
  readonly parts: readonly number[];
  /** The whole bar of the period before. */
  readonly before?: number | undefined;
}

const fills = ['var(--data)', 'var(--data-soft)'];
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

interface Props extends Omit<PlotProps, 'slots' | 'axis'> {
  readonly bars: readonly Bar[];
}

/** A bar for each slot; the period before is a dashed outline. */
export const BarPlot = ({ bars, ...plot }: Props) => (
  <Plot {...plot} slots={bars} axis={countAxis(Math.max(0, ...bars.flatMap(({ parts, before = 0 }) => [sumOf(parts), before])))}>
    {(geometry) => bars.map((bar, n) => <BarMark key={bar.key} bar={bar} n={n} geometry={geometry} />)}
  </Plot>
);

function BarMark({
  bar: { parts, before = 0 },
  n,
  geometry: { slotWidth, x, y, floor, index },
}: {
  bar: Bar;
  n: number;
  geometry: Geometry;
}) {
  const gap = Math.min(4, slotWidth * 0.3);
  const [left, width] = [x(n) + gap / 2, Math.max(0.5, slotWidth - gap)];
  const all = sumOf(parts);
  const tops = parts.map((_, part) => sumOf(parts.slice(0, part + 1)));
  return (
    <g data-slot={n}>
      {parts.map((part, at) => {
        const top = y(tops[at]!);
        // the newest end of a bar is rounded, where it is wide enough
        const radius = tops[at] === all && width > 5 ? 1.5 : 0;
        return (
          part > 0 && (
            <rect
              key={fills[at]}
              data-part={at}
              x={left}
              y={top}
              width={width}
              height={y(tops[at]! - part) - top}
              rx={radius}
              fill={fills[at]}
            />
          )
        );
      })}
      {before > 0 && (
        <path
          data-before=""
          d={`M${left - 1} ${floor}V${y(before)}H${left + width + 1}V${floor}`}
          fill="none"
          stroke="var(--data-before)"
          strokeDasharray="2 2"
        />
      )}
      {index === n && (
        <rect
          x={left - 1.5}
          y={y(Math.max(all, before)) - 1.5}
          width={width + 3}
          height={floor - y(Math.max(all, before)) + 1.5}
          rx={3}
          fill="none"
          stroke="var(--ink)"
          strokeWidth={1.5}
        />
      )}
    </g>
  );
}
