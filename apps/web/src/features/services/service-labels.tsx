import * as serviceLimits from '@tocsin/contracts/services/limits.js';
import type { ServiceLabels } from '@tocsin/contracts/services/noun.js';
import { Button } from '../../ui/button.js';
import { monoSlot } from '../policies/shared/matcher-line.js';

interface Props {
  labels: ServiceLabels;
  error: string | undefined;
  onChange: (labels: ServiceLabels) => void;
}

/** Labels, which conditions name as `service.<name>`. */
export function LabelLines({ labels, error, onChange }: Props) {
  const lines = Object.entries(labels);
  const put = (next: readonly (readonly [string, string])[]) => onChange(Object.fromEntries(next));
  return (
    <fieldset className="sm:col-span-2">
      <legend className="font-medium">Labels</legend>
      <p className="text-xs text-muted">Conditions and searches name them as service.tier.</p>
      {lines.map(([name, value], n) => (
        // oxlint-disable-next-line react/no-array-index-key -- the name is typed
        <p key={n} className="mt-1.5 flex flex-wrap items-center gap-1.5">
          <input
            aria-label={`Name of label ${n + 1}`}
            placeholder="tier"
            value={name}
            onChange={({ target }) => target.value in labels || put(lines.with(n, [target.value, value]))}
            className={monoSlot}
          />
          is
          <input
            aria-label={`Value of label ${n + 1}`}
            placeholder="gold"
            value={value}
            onChange={({ target }) => put(lines.with(n, [name, target.value]))}
            className={monoSlot}
          />
          <Button kind="quiet" className="!h-7 !px-2" aria-label={`Remove label ${n + 1}`} onClick={() => put(lines.toSpliced(n, 1))}>
            ✕
          </Button>
        </p>
      ))}
      {error && (
        <p role="alert" className="mt-1 text-warn">
          {error}
        </p>
      )}
      {lines.length < serviceLimits.labelsPerService && !('' in labels) && (
        <Button kind="quiet" className="mt-1" onClick={() => put([...lines, ['', '']])}>
          Add a label
        </Button>
      )}
    </fieldset>
  );
}
