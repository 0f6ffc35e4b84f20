type Look = 'data' | 'soft' | 'before' | 'rest' | 'tick' | 'ring';
export type LegendEntry = readonly [Look, string];

const looks: Record<Look, { readonly className: string; readonly style: object }> = {
  data: { className: 'size-2.5 rounded-sm', style: { background: 'var(--data)' } },
  soft: { className: 'size-2.5 rounded-sm', style: { background: 'var(--data-soft)' } },
  before: { className: 'size-2.5 rounded-sm border border-dashed', style: { borderColor: 'var(--data-before)' } },
  rest: { className: 'size-2.5 rounded-sm', style: { background: 'var(--data-before)' } },
  tick: { className: 'h-3 w-[3px] rounded-sm', style: { background: 'var(--data)' } },
  ring: { className: 'size-2 rounded-full border-2', style: { borderColor: 'var(--data-before)' } },
};

/** What the looks of a plot mean. */
export const Legend = ({ entries }: { entries: readonly LegendEntry[] }) => (
  <ul className="flex flex-wrap items-center gap-x-3.5 gap-y-1 text-xs text-muted">
    {entries.map(([look, word]) => (
      <li key={word} className="flex items-center gap-1.5">
        <i aria-hidden {...looks[look]} />
        {word}
      </li>
    ))}
  </ul>
);
