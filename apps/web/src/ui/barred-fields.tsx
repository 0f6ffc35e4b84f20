import { pastBar, useAsOf } from '../data/time/as-of.js';
import { createContext, use, useId, type ReactNode } from 'react';

const Why = createContext<string | undefined>(undefined);

/** Id of the sentence that explains why a control is disabled; undefined if it is enabled. */
export const useBarred = (): string | undefined => use(Why);

/** Controls that are visible but not permitted. `why`: a sentence saying who may use them, shown below and describing each of them. */
export function BarredFields({ why: reason, className = '', children }: { why: string | false; className?: string; children: ReactNode }) {
  const id = useId();
  const why = useAsOf() === null ? reason : pastBar;
  return (
    <Why value={why === false ? undefined : id}>
      <fieldset disabled={why !== false} className={`min-w-0 ${className}`}>
        {children}
      </fieldset>
      {why !== false && (
        <p id={id} className="mt-3 text-muted">
          {why}
        </p>
      )}
    </Why>
  );
}
