import type { ReactNode } from 'react';
import { Plus, X } from 'lucide-react';

/** A label of an alert, as `cluster eu-1`; the whole of it on hover. */
export const LabelChip = ({ name, value }: { name: string; value: string }) => (
  <span
    title={`${name}=${value}`}
    className="inline-flex h-5 max-w-full items-center gap-1 rounded-sm bg-quiet-tint px-1.5 text-xs whitespace-nowrap text-muted"
  >
    {name} <b className="min-w-0 truncate font-medium text-ink">{value}</b>
  </span>
);

const tones = {
  quiet: 'bg-quiet-tint text-muted',
  alarm: 'bg-alarm-tint text-alarm',
  low: 'bg-low-tint text-low',
  held: 'bg-held-tint text-held',
  snoozed: 'bg-snoozed-tint text-snoozed',
  done: 'bg-done-tint text-done',
  bronze: 'bg-bronze-tint text-bronze',
} as const;
export type Tone = keyof typeof tones;

/** A word of state. */
export const Badge = ({ tone = 'quiet', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`inline-flex h-5 items-center gap-1 rounded-sm px-[7px] text-xs font-medium whitespace-nowrap ${tones[tone]}`}>
    {children}
  </span>
);

interface FilterProps {
  field: ReactNode;
  operator?: string;
  value: ReactNode;
  /** What it filters by, for the button that removes it. */
  name: string;
  onEdit?: () => void;
  onRemove: () => void;
}

const part = 'inline-flex items-center gap-[5px] border-line-soft px-2 not-first:border-l';

/** What narrows a list: field, operator, value, and a button that removes it. */
export const FilterChip = ({ field, operator, value, name, onEdit, onRemove }: FilterProps) => (
  <span className="inline-flex h-7 max-w-full items-stretch overflow-hidden rounded-md border border-line-button bg-panel max-sm:h-9">
    <span className={`${part} text-muted`}>{field}</span>
    {operator && <span className={`${part} text-muted`}>{operator}</span>}
    {onEdit ? (
      <button type="button" onClick={onEdit} className={`${part} min-w-0 font-medium hover:bg-hover`}>
        <span className="truncate">{value}</span>
      </button>
    ) : (
      <span className={`${part} min-w-0 font-medium`}>
        <span className="truncate">{value}</span>
      </span>
    )}
    <button
      type="button"
      aria-label={`Remove the filter ${name}`}
      onClick={onRemove}
      className={`${part} justify-center text-muted hover:bg-hover hover:text-ink`}
    >
      <X aria-hidden size={12} strokeWidth={1.75} />
    </button>
  </span>
);

export const AddFilter = ({ onPress, children = 'Filter' }: { onPress: () => void; children?: ReactNode }) => (
  <button
    type="button"
    onClick={onPress}
    className="inline-flex h-7 items-center gap-[5px] rounded-md border border-dashed border-line-button px-[9px] font-medium text-muted hover:bg-panel hover:text-ink max-sm:h-9"
  >
    <Plus aria-hidden size={14} strokeWidth={1.75} />
    {children}
  </button>
);
