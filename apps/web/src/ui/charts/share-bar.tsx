export interface Share {
  readonly name: string;
  readonly count: number;
  readonly color: string;
}

/** Parts of a whole, side by side. Their figures are in the cells beside it. */
export function ShareBar({ shares }: { shares: readonly Share[] }) {
  const all = shares.reduce((sum, { count }) => sum + count, 0);
  return (
    <span aria-hidden className="flex h-2.5 w-full min-w-32 gap-px overflow-hidden rounded-full" style={{ background: 'var(--grid)' }}>
      {shares.map(
        ({ name, count, color }) =>
          count > 0 && <i key={name} data-mark={name} style={{ width: `${((count / all) * 100).toFixed(2)}%`, background: color }} />,
      )}
    </span>
  );
}
