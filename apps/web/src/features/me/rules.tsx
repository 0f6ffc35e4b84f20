import { limits } from '@tocsin/contracts/limits.js';
import { urgencies, type ContactRow, type NotificationRule, type Urgency } from '@tocsin/contracts/contacts.js';
import { useState } from 'react';
import { useCommand } from '../../data/use-command.js';
import { Button } from '../../ui/button.js';
import { Slot } from '../../ui/field.js';
import { Nothing, Section } from '../../ui/screen.js';
import { delayWords, methodWords, rulesFor } from './rule-sentences.js';

const titles: Record<Urgency, string> = { high: 'When it is urgent', low: 'When it can wait' };
const delays = [0, 1, 2, 3, 5, 10, 15, 30, 60, 120, 240, 480];

/** When and by what I am paged, as sentences. */
export const Rules = ({ contact }: { contact: ContactRow }) =>
  urgencies.map((urgency) => <RulesFor key={urgency} contact={contact} urgency={urgency} />);

function RulesFor({ contact, urgency }: { contact: ContactRow; urgency: Urgency }) {
  const rules = rulesFor(contact, urgency);
  return (
    <Section id={urgency === 'high' ? 'urgent-rules' : 'other-rules'} title={titles[urgency]}>
      {rules.length === 0 && (
        <Nothing>
          {urgency === 'high'
            ? 'No rule: you are paged by every verified method at once.'
            : 'No rule: you’re told by your quietest method.'}
        </Nothing>
      )}
      <ol>
        {rules.map((rule) => (
          <RuleLine key={rule.ruleId} personId={contact.id} rule={rule} contact={contact} />
        ))}
      </ol>
      {contact.rules.length < limits.notificationRulesPerPerson && <AddRule contact={contact} urgency={urgency} />}
    </Section>
  );
}

const Delays = ({ current }: { current: number }) =>
  [...new Set([...delays, current])]
    .toSorted((a, b) => a - b)
    .map((minutes) => (
      <option key={minutes} value={minutes}>
        {delayWords(minutes)}
      </option>
    ));

function RuleLine({ personId, rule, contact }: { personId: string; rule: NotificationRule; contact: ContactRow }) {
  const change = useCommand('ChangeNotificationRule', 'change the rule');
  const remove = useCommand('RemoveNotificationRule', 'remove the rule');
  const { ruleId } = rule;
  const method = contact.methods.find(({ contactMethodId }) => contactMethodId === rule.contactMethodId);
  return (
    <li className="flex min-h-9 items-start gap-2 border-b border-line/70 py-1">
      <p className="min-w-0 flex-1 leading-7 wrap-anywhere">
        <Slot
          label="When"
          value={rule.delayMinutes}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ personId, ruleId, delayMinutes: Number(event.target.value) })}
        >
          <Delays current={rule.delayMinutes} />
        </Slot>{' '}
        by {methodWords(method)}. {method && !method.verified && <span className="text-warn">Not verified: it is skipped.</span>}
      </p>
      <Button
        kind="quiet"
        className="!h-7"
        aria-label={`Remove the rule: ${delayWords(rule.delayMinutes)} by ${methodWords(method)}`}
        busy={remove.isPending}
        onClick={() => remove.mutate({ personId, ruleId })}
      >
        Remove
      </Button>
    </li>
  );
}

function AddRule({ contact, urgency }: { contact: ContactRow; urgency: Urgency }) {
  const add = useCommand('AddNotificationRule', 'add the rule');
  const [isOpen, setOpen] = useState(false);
  const [delayMinutes, setDelay] = useState(0);
  const [chosen, setChosen] = useState('');
  const contactMethodId = chosen || contact.methods[0]?.contactMethodId;
  if (!contactMethodId) return null;
  if (!isOpen)
    return (
      <Button kind="quiet" className="mt-1" onClick={() => setOpen(true)}>
        + Add a rule
      </Button>
    );
  const save = () => add.mutate({ personId: contact.id, urgency, contactMethodId, delayMinutes }, { onSuccess: () => setOpen(false) });
  return (
    <div className="flex flex-wrap items-center gap-1.5 py-2">
      <Slot label="When" value={delayMinutes} onChange={(event) => setDelay(Number(event.target.value))}>
        <Delays current={delayMinutes} />
      </Slot>
      by
      <Slot label="By what" value={contactMethodId} onChange={(event) => setChosen(event.target.value)}>
        {contact.methods.map((method) => (
          <option key={method.contactMethodId} value={method.contactMethodId}>
            {methodWords(method)}
          </option>
        ))}
      </Slot>
      <Button kind="act" className="!h-7" busy={add.isPending} onClick={save}>
        Add
      </Button>
      <Button kind="quiet" className="!h-7" onClick={() => setOpen(false)}>
        Cancel
      </Button>
    </div>
  );
}
