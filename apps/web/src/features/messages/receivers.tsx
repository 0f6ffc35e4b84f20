import { Button } from '../../ui/button.js';

const kinds = [
  { kind: '', label: 'To people' },
  { kind: 'webhooks', label: 'To webhooks of steps' },
] as const;

/** Filter by kind of recipient. `kind`: the search parameter. */
export const Receivers = ({ kind: chosen = '', onChoose }: { kind?: string; onChoose: (kind: string) => void }) => (
  <fieldset aria-label="Receivers" className="mb-3 flex flex-wrap">
    {kinds.map(({ kind, label }) => (
      <Button
        key={kind}
        kind="quiet"
        aria-pressed={kind === chosen}
        className={kind === chosen ? '!bg-hover font-medium !text-ink' : ''}
        onClick={() => onChoose(kind)}
      >
        {label}
      </Button>
    ))}
  </fieldset>
);
