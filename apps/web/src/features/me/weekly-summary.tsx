import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { statusQuery } from '../../data/session/session.js';
import { say } from '../../data/toasts.js';
import { Check } from '../../ui/field.js';
import { Section } from '../../ui/screen.js';
import { At } from '../../ui/time.js';
import { MailNotSetUp } from '../contacts/shared/mail-not-set-up.js';

interface Props {
  contact: Pick<ContactRow, 'id' | 'weeklySummary'>;
  timeZone: string;
}

/** Whether last week’s reports of my teams are mailed each Monday. It can be turned off without a mail server. */
export function WeeklySummary({ contact: { id: personId, weeklySummary }, timeZone }: Props) {
  const { data: status } = useQuery(statusQuery);
  const turnOn = useCommand('TurnOnWeeklySummary', 'turn on the weekly summary');
  const turnOff = useCommand('TurnOffWeeklySummary', 'turn off the weekly summary');
  const lacksMail = status?.mail === false;
  const isOn = weeklySummary !== undefined;
  const isBusy = turnOn.isPending || turnOff.isPending;
  const why = useId();
  const saved = { onSuccess: () => say({ kind: 'done', title: 'Saved' }) };
  return (
    <Section id="weekly-summary" title="Weekly summary">
      <div className="space-y-1 pt-2">
        <Check
          label="E-mail me my teams’ report every Monday"
          checked={isOn}
          disabled={isBusy || (lacksMail && !isOn)}
          aria-busy={isBusy || undefined}
          {...(lacksMail ? { 'aria-describedby': why } : {})}
          onChange={({ target }) => (target.checked ? turnOn : turnOff).mutate({ personId }, saved)}
        />
        <p className="pl-6 text-xs text-muted">
          Sent at 8:00 in {timeZone} to your sign-in e-mail address.
          {weeklySummary && (
            <>
              {' '}
              Next one: <At at={weeklySummary.dueAt} />.
            </>
          )}
        </p>
        {lacksMail && (
          <div id={why}>
            <MailNotSetUp className="pl-6 text-xs" />
          </div>
        )}
      </div>
    </Section>
  );
}
