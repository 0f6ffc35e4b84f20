import type { ReactNode } from 'react';
import type { Axis } from './axis.js';
import { axisLabels, type Slot } from './axis-labels.js';
import { Flags, placeFlags, type Flag } from './flags.js';
import { ReadOut, readingText, type Reading } from './read-out.js';
import { usePlotCursor } from './use-plot-cursor.js';
import { useWidth } from './use-width.js';

/** Where a value and a slot are drawn, in pixels. */
export interface Geometry {
  readonly slotWidth: number;
  /** The left side of a slot. */
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
  readonly floor: number;
  /** The slot that is read out. */
  readonly index: number | null;
}

export interface PlotProps {
  /** `Alerts opened by day`. */
  readonly name: string;
  /** What it shows, in a sentence. */
  readonly summary: string;
  readonly slots: readonly Slot[];
  readonly axis: Axis;
  readonly flags?: readonly Flag[];
  readonly readingOf: (index: number) => Reading;
  readonly onOpen?: (index: number) => void;
  readonly onNarrow?: (from: number, to: number) => void;
}

const [height, above, below] = [196, 6, 22];
const none: readonly Flag[] = [];

/** Axes, weekends, flags and the read-out of a plot by time; its marks are drawn by `children`. */
export function Plot({ children, ...props }: PlotProps & { children: (geometry: Geometry) => ReactNode }) {
  const { name, summary, slots, axis, flags = none } = props;
  const [ref, width] = useWidth();
  const cursor = usePlotCursor({ count: slots.length, onOpen: props.onOpen, onNarrow: props.onNarrow });
  const left = 10 + 6.2 * Math.max(...axis.ticks.map(({ label }) => label.length));
  const slotWidth = (width - left) / Math.max(1, slots.length);
  const floor = height - below;
  const geometry: Geometry = {
    slotWidth,
    x: (index) => left + index * slotWidth,
    y: (value) => floor - (value / axis.top) * (floor - above),
    floor,
    index: cursor.index,
  };
  const placed = placeFlags(flags, slotWidth, width - left);
  return (
    <div ref={ref} className="relative">
      {flags.length > 0 && <Flags flags={placed} left={left} />}
      <div className="relative">
        <svg
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture that is made here has no address to be an <img> of
          role="img"
          aria-label={`${name}. ${summary}`}
          viewBox={`0 0 ${width} ${height}`}
          height={height}
          className="block w-full text-axis tabular-nums"
        >
          <Ground slots={slots} geometry={geometry} range={cursor.range} />
          <ValueAxis axis={axis} left={left} right={width} y={geometry.y} />
          {placed.map(({ key, x }) => (
            <line key={key} x1={left + x} x2={left + x} y1={0} y2={floor} stroke="var(--muted)" strokeDasharray="2 3" />
          ))}
          {children(geometry)}
          <TimeAxis slots={slots} geometry={geometry} right={width} />
        </svg>
        {slots.length > 0 && (
          <div className="absolute inset-y-0 right-0" style={{ left }}>
            <Reader plot={props} cursor={cursor} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Takes the pointer and the keys, and reads out one slot. */
function Reader({ plot: { name, slots, readingOf, onOpen }, cursor }: { plot: PlotProps; cursor: ReturnType<typeof usePlotCursor> }) {
  const { index, range } = cursor;
  const readIndex = index ?? slots.length - 1;
  return (
    <>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <input type=range> draws a track of its own, and has no places under a pointer
        role="slider"
        tabIndex={0}
        aria-label={name}
        aria-valuemin={1}
        aria-valuemax={slots.length}
        aria-valuenow={readIndex + 1}
        aria-valuetext={readingText(readingOf(readIndex))}
        className={`size-full touch-pan-y select-none print:hidden ${onOpen ? 'cursor-pointer' : ''}`}
        {...cursor.handlers}
      />
      {index !== null && !range && <ReadOut reading={readingOf(index)} at={(index + 0.5) / slots.length} />}
    </>
  );
}

interface GroundProps {
  readonly slots: readonly Slot[];
  readonly geometry: Geometry;
  readonly range: readonly [number, number] | null;
}

/** Weekends, and the range of a drag. */
const Ground = ({ slots, geometry: { x, slotWidth, floor }, range }: GroundProps) => (
  <>
    {slots.map(
      ({ key, isWeekend }, n) =>
        isWeekend && <rect key={key} data-weekend="" x={x(n)} y={above} width={slotWidth} height={floor - above} fill="var(--weekend)" />,
    )}
    {range && (
      <rect
        x={x(range[0])}
        y={above}
        width={(range[1] - range[0] + 1) * slotWidth}
        height={floor - above}
        fill="var(--data-soft)"
        opacity={0.5}
      />
    )}
  </>
);

const ValueAxis = ({ axis, left, right, y }: { axis: Axis; left: number; right: number; y: Geometry['y'] }) =>
  axis.ticks.map(({ value, label }) => (
    <g key={value}>
      <line x1={left} x2={right} y1={y(value)} y2={y(value)} stroke={value === 0 ? 'var(--line)' : 'var(--grid)'} />
      <text x={left - 6} y={y(value) + 4} textAnchor="end" fill="var(--faint)">
        {label}
      </text>
    </g>
  ));

const TimeAxis = ({ slots, geometry: { x, slotWidth }, right }: { slots: readonly Slot[]; geometry: Geometry; right: number }) =>
  axisLabels(slots, slotWidth).map(({ index, text, anchor }) => (
    <text
      key={index}
      x={anchor === 'start' ? x(index) : anchor === 'end' ? right : x(index + 0.5)}
      y={height - 6}
      textAnchor={anchor}
      fill="var(--faint)"
    >
      {text}
    </text>
  ));
