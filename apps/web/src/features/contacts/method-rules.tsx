import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import { urgencies, type Urgency } from '@tocsin/contracts/contacts/events.js';
import type { ContactMethod, ContactRow, NotificationRule } from '@tocsin/contracts/contacts/rows.js';
import { useEffect, useRef, type RefObject } from 'react';
import { useMe } from '../../data/session/session.js';
import { forgetStored, useStoredState } from '../../data/session/use-stored-state.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { Slot } from '../../ui/select.js';
import { RuleDraft } from './rule-draft.js';
import { methodName } from './shared/method-words.js';
import { ruleDelayWords } from './shared/rule-words.js';
import { useFocusBack } from './shared/use-focus-back.js';

const titles: Readonly<Record<Urgency, string>> = { high: 'High urgency', low: 'Low urgency' };
const delays = [0, 1, 2, 3, 5, 10, 15, 30, 60, 120, 240, 480];

interface Props {
  contact: ContactRow;
  method: ContactMethod;
}

/** Rules of a method, for both urgencies. A choice is a draft, which can be backtested before it is saved. */
export const MethodRules = ({ contact, method }: Props) => (
  <dl className="flex flex-wrap gap-x-5 gap-y-1 text-xs">
    {urgencies.map((urgency) => (
      // one with a draft takes a line for itself, with the draft below its slot
      <div key={urgency} className="flex flex-wrap items-center gap-1 has-[fieldset]:basis-full">
        <dt className="me-0.5 text-muted">{titles[urgency]}</dt>
        <dd className="contents">
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
  const ruleDelays = rules.map(({ delayMinutes }) => delayMinutes);
  const adding = useFocusBack();
  useLostDrafts(rules, label);
  return (
    <>
      {rules.map((rule) => (
        <RuleSlot
          key={rule.ruleId}
          personId={contact.id}
          rule={rule}
          label={label}
          otherDelays={ruleDelays.filter((minutes) => minutes !== rule.delayMinutes)}
          onRemoved={adding.focus}
        />
      ))}
      {contact.rules.length < contactLimits.notificationRulesPerPerson && (
        <AddRule
          {...{ contact, method, urgency, label }}
          isFirst={rules.length === 0}
          otherDelays={ruleDelays}
          slot={adding.slot}
          focus={adding.focus}
        />
      )}
    </>
  );
}

/** `current`: always among the choices. */
const Delays = ({ current, otherDelays }: { current?: number; otherDelays: readonly number[] }) =>
  [...new Set([...delays, ...(current === undefined ? [] : [current])])]
    .filter((minutes) => minutes === current || !otherDelays.includes(minutes))
    .toSorted((a, b) => a - b)
    .map((minutes) => (
      <option key={minutes} value={minutes}>
        {ruleDelayWords(minutes)}
      </option>
    ));

const never = 'never';

/** A rule that was removed elsewhere also drops its draft. */
function useLostDrafts(rules: readonly NotificationRule[], label: string): void {
  const { personId } = useMe();
  const before = useRef<readonly NotificationRule[]>(rules);
  useEffect(() => {
    const lost = before.current.filter(({ ruleId }) => rules.every((rule) => rule.ruleId !== ruleId));
    before.current = rules;
    for (const { ruleId, delayMinutes } of lost) {
      const choice = forgetStored(personId, draftName(ruleId));
      if (choice === null || choice === never) continue;
      const title = 'A notification rule with unsaved changes was removed';
      say({ kind: 'refused', title, detail: `${label}, ${ruleDelayWords(delayMinutes)}. It was removed elsewhere.` });
    }
  });
}

const draftName = (of: string): string => `rule:${of}`;

/**
 * The unsaved choice of a slot; null if it equals the saved value of this or another rule. It outlives the screen, because a backtest leads to
 * another one.
 */
function useRuleDraft(name: string, saved: string, otherDelays: readonly number[]) {
  const { value, set, forget, foundFrom } = useStoredState<string | null>(draftName(name), () => null);
  const discard = () => {
    set(null);
    forget();
  };
  const isStale = value !== null && (value === saved || otherDelays.includes(Number(value)));
  useEffect(() => {
    if (isStale) discard();
  });
  const draft = isStale ? null : value;
  return { draft, choice: draft ?? saved, foundFrom, discard, choose: (chosen: string) => (chosen === saved ? discard() : set(chosen)) };
}

interface RuleProps {
  personId: string;
  rule: NotificationRule;
  label: string;
  otherDelays: readonly number[];
  onRemoved: () => void;
}

function RuleSlot({ personId, rule: { ruleId, delayMinutes }, label, otherDelays, onRemoved }: RuleProps) {
  const { draft, choice, foundFrom, choose, discard } = useRuleDraft(ruleId, String(delayMinutes), otherDelays);
  const { slot, focus } = useFocusBack();
  const change = useCommand('ChangeNotificationRule', 'change the rule');
  const remove = useCommand('RemoveNotificationRule', 'remove the rule');
  const isPending = change.isPending || remove.isPending;
  const isRemoved = draft === never;
  const [removal, changed] = [
    { personId, ruleId },
    { personId, ruleId, delayMinutes: Number(draft) },
  ];
  const done = (then: () => void) => () => {
    discard();
    then();
  };
  return (
    <>
      <Slot ref={slot} label={`${label}: rule`} value={choice} disabled={isPending} onChange={(event) => choose(event.target.value)}>
        <Delays current={delayMinutes} otherDelays={otherDelays} />
        <option value={never}>remove the rule</option>
      </Slot>
      {draft !== null && (
        <RuleDraft
          label={`${label}, rule “${ruleDelayWords(delayMinutes)}”`}
          foundFrom={foundFrom}
          says={isRemoved ? `Removes the rule “${ruleDelayWords(delayMinutes)}”.` : `Currently: ${ruleDelayWords(delayMinutes)}.`}
          act={isRemoved ? 'Remove rule' : 'Save rule'}
          change={isRemoved ? { type: 'RemoveNotificationRule', data: removal } : { type: 'ChangeNotificationRule', data: changed }}
          busy={isPending}
          onSave={() => (isRemoved ? remove.mutateAsync(removal) : change.mutateAsync(changed))}
          onSaved={done(isRemoved ? onRemoved : focus)}
          onDiscard={done(focus)}
        />
      )}
    </>
  );
}

interface AddProps extends Props {
  urgency: Urgency;
  label: string;
  /** No rule uses the method for this urgency. */
  isFirst: boolean;
  otherDelays: readonly number[];
  slot: RefObject<HTMLSelectElement | null>;
  focus: () => void;
}

function AddRule({ contact, method: { contactMethodId }, urgency, label, isFirst, otherDelays, slot, focus }: AddProps) {
  const { draft, choice, foundFrom, choose, discard } = useRuleDraft(`${contactMethodId}:${urgency}`, never, otherDelays);
  const add = useCommand('AddNotificationRule', 'add the rule');
  const done = () => {
    discard();
    focus();
  };
  const data = { personId: contact.id, urgency, contactMethodId, delayMinutes: Number(draft) };
  return (
    <>
      <Slot
        ref={slot}
        label={`${label}: add a rule`}
        value={choice}
        disabled={add.isPending}
        className={isFirst || draft !== null ? '' : 'font-normal text-muted'}
        onChange={(event) => choose(event.target.value)}
      >
        <option value={never}>{isFirst ? 'never' : '+'}</option>
        <Delays otherDelays={otherDelays} />
      </Slot>
      {draft !== null && (
        <RuleDraft
          label={`${label}, new rule`}
          foundFrom={foundFrom}
          says="Adds a rule."
          act="Add rule"
          change={{ type: 'AddNotificationRule', data }}
          busy={add.isPending}
          onSave={() => add.mutateAsync(data)}
          onSaved={done}
          onDiscard={done}
        />
      )}
    </>
  );
}
