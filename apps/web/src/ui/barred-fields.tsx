import { pastBar, useAsOf } from '../data/time/as-of.js';
import { useId, type ReactNode } from 'react';
import { Barred } from './use-barred.js';

/** Controls that are visible but not permitted. `why`: a sentence saying who may use them, shown below and describing each of them. */
export function BarredFields({ why: reason, className = '', children }: { why: string | false; className?: string; children: ReactNode }) {
  const id = useId();
  const why = useAsOf() === null ? reason : pastBar;
  return (
    <Barred value={why === false ? undefined : id}>
      <fieldset disabled={why !== false} className={`min-w-0 ${className}`}>
        {children}
      </fieldset>
      {why !== false && (
        <p id={id} className="mt-3 text-muted">
          {why}
        </p>
      )}
    </Barred>
  );
}
