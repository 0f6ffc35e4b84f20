import { line } from 'd3-shape';

const [width, height, edge] = [92, 22, 3];

/** The course of a figure, without axes; the figure itself is beside it. Null: nothing was measured. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const x = (n: number): number => edge + (n / (values.length - 1)) * (width - 2 * edge);
  const y = (value: number): number =>
    most === least ? height / 2 : height - edge - ((value - least) / (most - least)) * (height - 2 * edge);
  const path = line<number | null>(
    (_, n) => x(n),
    (value) => y(value ?? 0),
  ).defined((value) => value !== null)(values);
  const last = values.findLastIndex((value) => value !== null);
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} className="shrink-0" width={width} height={height}>
      <path d={path ?? ''} fill="none" stroke="var(--data)" strokeWidth={1.5} strokeLinejoin="round" />
      <circle cx={x(last)} cy={y(values[last]!)} r={2.5} fill="var(--data)" />
    </svg>
  );
}
