import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import { doesName } from '@tocsin/contracts/policies/targets.js';
import { readinessOf, type Reach, type ReadinessFacts } from '@tocsin/contracts/people/readiness.js';

/** Warning by the remaining reachability. */
const reachWords: Readonly<Record<Reach, string>> = {
  nobody: 'No other contact method works: you can’t be paged until you switch one on.',
  tab: 'Only an open browser tab would alert you.',
  unsure: 'Your other contact methods may not reach you: the last message failed or was never confirmed.',
  mail: 'Only e-mail would be left: nothing would wake a locked phone.',
  yes: '',
};
const fromWorst = Object.keys(reachWords) as readonly Reach[];

const removeMethod = (contact: ContactRow, contactMethodId: string): ContactRow => ({
  ...contact,
  methods: contact.methods.filter((method) => method.contactMethodId !== contactMethodId),
});

/** `Step 1 of Payments primary pages only you.` */
const pagesOnly = (personId: string, policies: ReadinessFacts['policies']): readonly string[] =>
  policies
    .filter(({ removed }) => !removed)
    .flatMap(({ name, steps }: Pick<PolicyRow, 'name' | 'steps'>) =>
      steps.flatMap(({ targets }, n) =>
        targets.length > 0 && targets.every((target) => doesName(target, 'person', personId))
          ? [`Step ${n + 1} of ${name} pages only you.`]
          : [],
      ),
    );

/** Warnings when switching off a method reduces high-urgency coverage; empty if nothing changes. */
export function lossesWithout(contactMethodId: string, facts: ReadinessFacts): readonly string[] {
  const [before, after] = [readinessOf(facts), readinessOf({ ...facts, contact: removeMethod(facts.contact, contactMethodId) })];
  const isLess = fromWorst.indexOf(after.reach) < fromWorst.indexOf(before.reach);
  const hasLostRules = [before, after].map(({ reasons }) => reasons.some(({ code }) => code === 'readiness.no_rule'));
  return [
    ...(isLess ? [reachWords[after.reach]] : []),
    ...(!hasLostRules[0] && hasLostRules[1]
      ? ['It has your last rule for high urgency. Without a rule, pages are sent immediately by every working method.']
      : []),
    ...(isLess && after.reach !== 'mail' ? pagesOnly(facts.contact.id, facts.policies) : []),
  ];
}
