interface Props {
  /** Milliseconds; null: nothing was measured. */
  readonly p50: number | null;
  readonly p90: number | null;
  readonly max: number | null;
  /** The end of the scale that all strips of a table share. */
  readonly top: number;
}

/** Where half, nine of ten, and all of the durations lie. Its figures are in the cells beside it. */
export function PercentileStrip({ p50, p90, max, top }: Props) {
  const at = (value: number): string => `${(Math.min(1, value / top) * 100).toFixed(2)}%`;
  return (
    <svg aria-hidden className="h-5 w-full min-w-40 overflow-visible" width="100%" height={20}>
      <line x1="0" x2="100%" y1={10} y2={10} stroke="var(--grid)" strokeWidth={2} />
      {p50 !== null && p90 !== null && max !== null && (
        <>
          <svg x={at(p50)} width={at(Math.max(0, p90 - p50))} overflow="visible">
            <rect data-mark="band" y={5} width="100%" height={10} rx={5} fill="var(--data-soft)" />
          </svg>
          <circle data-mark="max" cx={at(max)} cy={10} r={3} fill="var(--panel)" stroke="var(--data-before)" strokeWidth={2} />
          <svg x={at(p50)} overflow="visible">
            <rect data-mark="p50" x={-1.5} y={2} width={3} height={16} rx={1.5} fill="var(--data)" />
          </svg>
        </>
      )}
    </svg>
  );
}
