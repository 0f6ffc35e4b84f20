interface Props {
  /** Difference from the middle. */
  readonly value: number;
  /** The largest difference that is drawn, to either side. */
  readonly most: number;
  readonly color?: string;
}

/** More to the right, less to the left. Its figure is in the cell beside it. */
export function DivergingBar({ value, most, color = 'var(--data)' }: Props) {
  const length = most === 0 ? 0 : Math.min(50, (Math.abs(value) / most) * 50);
  return (
    <svg aria-hidden className="h-5 w-full min-w-32" width="100%" height={20}>
      <rect
        data-mark="bar"
        x={`${(value < 0 ? 50 - length : 50).toFixed(2)}%`}
        y={4}
        width={`${length.toFixed(2)}%`}
        height={12}
        rx={3}
        fill={color}
      />
      <line x1="50%" x2="50%" y1={1} y2={19} stroke="var(--muted)" />
    </svg>
  );
}
