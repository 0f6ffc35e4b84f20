import { Link } from '@tanstack/react-router';

interface Props {
  label: string;
  value: string;
  /** With its name, on a ground. */
  isChip?: boolean;
}

/** Leads to everything that has this label. */
export const LabelLink = ({ label, value, isChip = false }: Props) => (
  <Link
    to="/alerts"
    search={{ state: 'all', q: `${label}=${value}` }}
    title={`All alerts with ${label}=${value}`}
    className={
      isChip
        ? 'inline-flex min-h-5 max-w-full items-center gap-1 rounded-sm bg-quiet-tint px-1.5 text-xs text-muted hover:bg-pressed'
        : 'wrap-anywhere underline-offset-3 hover:underline focus-visible:underline'
    }
  >
    {isChip ? (
      <>
        {label} <b className="min-w-0 font-medium wrap-anywhere text-ink">{value}</b>
      </>
    ) : (
      value
    )}
  </Link>
);
