import { area, line } from 'd3-shape';
import { durationAxis } from './axis.js';
import type { Slot } from './axis-labels.js';
import { Plot, type Geometry, type PlotProps } from './plot.js';

export interface BandPoint extends Slot {
  /** Null: nothing was measured. */
  readonly middle: number | null;
  readonly high: number | null;
}

/** Keeps words readable where they stand on a line. */
const halo = { stroke: 'var(--panel)', strokeWidth: 3, paintOrder: 'stroke' } as const;

interface Props extends Omit<PlotProps, 'slots' | 'axis'> {
  readonly points: readonly BandPoint[];
  /** Words at the end of both lines. */
  readonly words: { readonly middle: string; readonly high: string };
}

/** Durations over time: a line, and a band up to the higher one. */
export const BandPlot = ({ points, words, ...plot }: Props) => (
  <Plot {...plot} slots={points} axis={durationAxis(Math.max(0, ...points.map(({ high }) => high ?? 0)))}>
    {(geometry) => <Band points={points} words={words} geometry={geometry} />}
  </Plot>
);

function Band({ points, words, geometry: { x, y, floor, index } }: Pick<Props, 'points' | 'words'> & { geometry: Geometry }) {
  const at = (_: BandPoint, n: number): number => x(n + 0.5);
  const isMeasured = ({ middle }: BandPoint): boolean => middle !== null;
  const middle = line<BandPoint>(at, (point) => y(point.middle ?? 0)).defined(isMeasured)(points);
  const high = line<BandPoint>(at, (point) => y(point.high ?? 0)).defined(isMeasured)(points);
  const band = area<BandPoint>(
    at,
    (point) => y(point.middle ?? 0),
    (point) => y(point.high ?? 0),
  ).defined(isMeasured)(points);
  const last = points.findLastIndex(isMeasured);
  const end = points[last];
  return (
    <>
      <path d={band ?? ''} fill="var(--data-soft)" opacity={0.5} />
      <path d={high ?? ''} fill="none" stroke="var(--data)" strokeDasharray="2 2" />
      <path d={middle ?? ''} fill="none" stroke="var(--data)" strokeWidth={2} strokeLinejoin="round" />
      {end && (
        <>
          <circle cx={x(last + 0.5)} cy={y(end.middle!)} r={3} fill="var(--data)" />
          <text x={x(last + 0.5)} y={Math.max(12, y(end.high!) - 6)} textAnchor="end" fill="var(--muted)" {...halo}>
            {words.high}
          </text>
          <text
            x={x(last + 0.5)}
            y={Math.min(floor - 4, y(end.middle!) + 16)}
            textAnchor="end"
            fill="var(--ink)"
            fontWeight={500}
            {...halo}
          >
            {words.middle}
          </text>
        </>
      )}
      {index !== null && <line x1={x(index + 0.5)} x2={x(index + 0.5)} y1={0} y2={floor} stroke="var(--ink)" />}
    </>
  );
}
