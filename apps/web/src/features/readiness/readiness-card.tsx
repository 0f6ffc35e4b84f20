import type { ContactRow } from '@tocsin/contracts/contacts.js';
import type { ReactNode } from 'react';
import { useAll, useRow } from '../../data/use-view.js';
import { readinessOf, type About, type MethodReadiness } from './readiness.js';
import { TryOut } from './try-out.js';

const nobody = (id: string): ContactRow => ({ id, methods: [], rules: [] });

/** Would a page reach this person? In words for each method, and what one can do about it. Shows nothing to whoever may not see it. */
export function ReadinessCard({ personId, who, children }: { personId: string; who: About; children?: ReactNode }) {
  const { data } = useRow('contacts', personId);
  const policies = useAll('policies');
  if (!data) return null;
  const { isFine, says, methods, warnings } = readinessOf(data.row ?? nobody(personId), policies, who);
  return (
    <section aria-label="Readiness" className="mb-8 overflow-hidden rounded-lg border border-line bg-raised">
      <p className={`px-4 py-3 text-[15px] font-semibold ${isFine ? 'text-done' : 'bg-warn-ground text-warn'}`}>
        {isFine && '✓ '}
        {says}
      </p>
      <ul className="border-t border-line">
        {methods.map((one) => (
          <MethodLine key={one.method.contactMethodId} shown={one} isMine={who === 'you'} />
        ))}
        {warnings.map((warning) => (
          <li key={warning} className="flex gap-2.5 px-4 py-2 text-warn">
            <span aria-hidden>!</span>
            {warning}
          </li>
        ))}
      </ul>
      {children && <div className="flex flex-wrap items-start gap-2 border-t border-line px-4 py-3">{children}</div>}
    </section>
  );
}

function MethodLine({ shown, isMine }: { shown: MethodReadiness; isMine: boolean }) {
  const { method, name, says, isUsable } = shown;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <span aria-hidden className={isUsable ? 'text-done' : 'text-warn'}>
        {isUsable ? '✓' : '–'}
      </span>
      <div className="min-w-0 flex-1 basis-64">
        <p className="truncate font-medium">{name}</p>
        <p className="text-[13px] text-muted">{says}</p>
      </div>
      {isMine && isUsable && <TryOut contactMethodId={method.contactMethodId} name={name} />}
    </li>
  );
}
