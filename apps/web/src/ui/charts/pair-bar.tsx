interface Props {
  readonly before: number;
  readonly after: number;
  /** The end of the scale that all bars of a table share. */
  readonly top: number;
  readonly color?: string;
}

/** Before as a dashed outline, after as a bar below it. Both figures are in the cells beside it. */
export function PairBar({ before, after, top, color = 'var(--data)' }: Props) {
  const length = (value: number): string => `${top === 0 ? 0 : ((value / top) * 100).toFixed(2)}%`;
  return (
    <svg aria-hidden className="h-5 w-full min-w-32 overflow-visible" width="100%" height={20}>
      {before > 0 && (
        <rect
          data-mark="before"
          x={0.5}
          y={2.5}
          width={length(before)}
          height={5}
          rx={2}
          fill="none"
          stroke="var(--data-before)"
          strokeDasharray="2 2"
        />
      )}
      <rect data-mark="after" y={11} width={length(after)} height={7} rx={3} fill={color} />
    </svg>
  );
}
