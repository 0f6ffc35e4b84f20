const [step, height] = [6, 20];

/** A bar for each day, without axes; days without any are dashes. The title says what the eye can’t count. */
export function DayBars({ counts, title }: { counts: readonly number[]; title: string }) {
  const most = Math.max(1, ...counts);
  const length = (count: number): number => (count === 0 ? 1 : Math.max(3, (count / most) * height));
  return (
    <span title={title}>
      <span className="sr-only">{title}</span>
      <svg aria-hidden width={counts.length * step} height={height}>
        {counts.map((count, n) => (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- days have no other name
            key={n}
            x={n * step}
            y={height - length(count)}
            width={step - 2}
            height={length(count)}
            rx={count === 0 ? 0 : 1}
            fill={count === 0 ? 'var(--line)' : 'var(--data)'}
          />
        ))}
      </svg>
    </span>
  );
}
