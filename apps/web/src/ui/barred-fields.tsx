import { createContext, use, useId, type ReactNode } from 'react';

const Why = createContext<string | undefined>(undefined);

/** The id of the sentence that says why a control can’t be used where it stands; undefined where it can. */
export const useBarred = (): string | undefined => use(Why);

/** Controls that somebody sees and may not use. `why`: who may, in a sentence; it stands below and describes each of them. */
export function BarredFields({ why, className = '', children }: { why: string | false; className?: string; children: ReactNode }) {
  const id = useId();
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
