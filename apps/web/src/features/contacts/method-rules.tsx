import { screenLimits } from '@tocsin/contracts/screen-limits.js';
import { urgencies, type Urgency } from '@tocsin/contracts/contacts.js';
import type { ContactMethod, ContactRow, NotificationRule } from '@tocsin/contracts/contact-rows.js';
import { useCommand } from '../../data/cache/use-command.js';
import { methodName } from './shared/method-words.js';
import { Slot } from '../../ui/select.js';
import { minutesInWords } from '../../data/time/times.js';

const titles: Readonly<Record<Urgency, string>> = { high: 'High urgency', low: 'Low urgency' };
const delays = [0, 1, 2, 3, 5, 10, 15, 30, 60, 120, 240, 480];
const delayWords = (minutes: number): string => (minutes === 0 ? 'at once' : `after ${minutesInWords(minutes)}`);

interface Props {
  contact: ContactRow;
  method: ContactMethod;
}

/** When I am paged by a method, for both urgencies. */
export const MethodRules = ({ contact, method }: Props) => (
  <dl className="flex flex-wrap gap-x-5 gap-y-1 text-[13px]">
    {urgencies.map((urgency) => (
      <div key={urgency} className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        <dt className="text-muted">{titles[urgency]}</dt>
        <dd className="flex flex-wrap items-center gap-1">
          <RulesFor {...{ contact, method, urgency }} />
        </dd>
      </div>
    ))}
  </dl>
);

function RulesFor({ contact, method, urgency }: Props & { urgency: Urgency }) {
  const rules = contact.rules
    .filter((rule) => rule.urgency === urgency && rule.contactMethodId === method.contactMethodId)
    .toSorted((a, b) => a.delayMinutes - b.delayMinutes);
  const label = `${titles[urgency]}, ${methodName(method)}`;
  return (
    <>
      {rules.map((rule) => (
        <RuleSlot key={rule.ruleId} personId={contact.id} rule={rule} label={label} />
      ))}
      {contact.rules.length < screenLimits.notificationRulesPerPerson && (
        <AddRule {...{ contact, method, urgency, label }} isFirst={rules.length === 0} />
      )}
    </>
  );
}

const Delays = ({ current }: { current?: number }) =>
  [...new Set([...delays, ...(current === undefined ? [] : [current])])]
    .toSorted((a, b) => a - b)
    .map((minutes) => (
      <option key={minutes} value={minutes}>
        {delayWords(minutes)}
      </option>
    ));

const never = 'never';

function RuleSlot({ personId, rule: { ruleId, delayMinutes }, label }: { personId: string; rule: NotificationRule; label: string }) {
  const change = useCommand('ChangeNotificationRule', 'change the rule');
  const remove = useCommand('RemoveNotificationRule', 'remove the rule');
  const choose = (chosen: string) =>
    chosen === never ? remove.mutate({ personId, ruleId }) : change.mutate({ personId, ruleId, delayMinutes: Number(chosen) });
  return (
    <Slot
      label={`${label}: rule`}
      value={delayMinutes}
      disabled={change.isPending || remove.isPending}
      onChange={(event) => choose(event.target.value)}
    >
      <Delays current={delayMinutes} />
      <option value={never}>remove the rule</option>
    </Slot>
  );
}

/** `isFirst`: no rule uses the method for this urgency. */
function AddRule({ contact, method, urgency, label, isFirst }: Props & { urgency: Urgency; label: string; isFirst: boolean }) {
  const add = useCommand('AddNotificationRule', 'add the rule');
  const { contactMethodId } = method;
  const choose = (chosen: string) =>
    chosen !== never && add.mutate({ personId: contact.id, urgency, contactMethodId, delayMinutes: Number(chosen) });
  return (
    <Slot
      label={`${label}: add a rule`}
      value={never}
      disabled={add.isPending}
      className={isFirst ? '' : 'font-normal text-muted'}
      onChange={(event) => choose(event.target.value)}
    >
      <option value={never}>{isFirst ? 'never' : '+'}</option>
      <Delays />
    </Slot>
  );
}
