import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useAll } from '../../data/cache/use-view.js';
import { say } from '../../data/toasts.js';
import { Check } from '../../ui/field.js';
import { Section } from '../../ui/screen.js';

/** Whether services that rehearse may page me. Shown while one does, or once somebody agreed. */
export function RehearsalPages({ contact: { id: personId, rehearsalPages } }: { contact: Pick<ContactRow, 'id' | 'rehearsalPages'> }) {
  const isAnyRehearsing = useAll('services').some(({ rehearsingSince }) => rehearsingSince !== undefined);
  const allow = useCommand('AllowRehearsalPages', 'allow pages of rehearsals');
  const decline = useCommand('DeclineRehearsalPages', 'decline pages of rehearsals');
  if (!isAnyRehearsing && rehearsalPages === undefined) return null;
  const isBusy = allow.isPending || decline.isPending;
  const saved = { onSuccess: () => say({ kind: 'done', title: 'Saved' }) };
  return (
    <Section title="Rehearsals">
      <div className="space-y-1 pt-2">
        <Check
          label="Page me for services that rehearse"
          checked={rehearsalPages === true}
          disabled={isBusy}
          aria-busy={isBusy || undefined}
          onChange={({ target }) => (target.checked ? allow : decline).mutate({ personId }, saved)}
        />
        <p className="pl-6 text-xs text-muted">Also at night. Their messages begin with “Rehearsal”.</p>
      </div>
    </Section>
  );
}
