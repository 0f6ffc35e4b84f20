const bar = 'h-3 rounded-sm bg-pressed motion-safe:animate-pulse';

const linesOf = (row: number): readonly string[] => [`${90 - ((row * 17) % 40)}%`];

/** Placeholder of rows that are read, after 200 ms, in the columns of their table: different widths of CSS. */
export const Skeleton = ({ rows = 4, columns }: { rows?: number; columns?: readonly string[] }) => (
  <div aria-hidden className="animate-late">
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className="flex h-9 items-center gap-3">
        {(columns ?? linesOf(row)).map((width) => (
          <span key={width} className={bar} style={{ width }} />
        ))}
      </div>
    ))}
  </div>
);
