import type { PolicyRow } from '@tocsin/contracts/policies.js';
import type { ContactKind, ContactMethod, ContactRow } from '@tocsin/contracts/contacts.js';
import { readable } from '../../data/erased.js';
import { reasonClause } from '../../data/words.js';
import { minutesInWords } from '../../ui/times.js';

type Policy = Pick<PolicyRow, 'id' | 'name' | 'removed' | 'steps'>;

export interface MethodReadiness {
  readonly method: ContactMethod;
  /** A page by it would be sent. */
  readonly isUsable: boolean;
  readonly name: string;
  /** What it can do, or why it can’t be used. */
  readonly says: string;
}

export interface Readiness {
  /** Something else than an open tab would wake this person. */
  readonly isFine: boolean;
  readonly says: string;
  readonly methods: readonly MethodReadiness[];
  readonly warnings: readonly string[];
}

/** Whose readiness it is: `you` for oneself. */
export type About = 'you' | 'they';

const names: Readonly<Record<ContactKind, (method: ContactMethod) => string>> = {
  browser: () => 'This tab, or any that is open',
  email: ({ address }) => `E-mail ${readable(address)}`,
  webhook: ({ address }) => `Webhook ${readable(address)}`,
  push: ({ label }) => `Push to ${label ? readable(label) : 'a device'}`,
};

const abilities: Readonly<Record<ContactKind, string>> = {
  browser: 'Rings while a tab is open and its sound unlocked; not when the laptop is closed.',
  email: 'Verified. Whether it wakes anybody is for the mail program to say.',
  webhook: 'Verified. What it rings is its own affair.',
  push: 'Rings a locked phone. Push can’t break Do-not-disturb: allow this app there, or sleep without it.',
};

const methodReadiness = (method: ContactMethod): MethodReadiness => {
  const { kind, verified, disabled } = method;
  const says = disabled ? `Not used: ${reasonClause(disabled.reason)}` : verified ? abilities[kind] : 'Not used: it is not verified yet.';
  return { method, isUsable: verified, name: names[kind](method), says };
};

const loud: ReadonlySet<ContactKind> = new Set(['browser', 'webhook', 'push']);

const sentence = (usable: readonly ContactMethod[], who: About): string => {
  const [subject, object] = who === 'you' ? ['You', 'you'] : ['This person', 'them'];
  if (usable.length === 0) return `Nothing can wake ${object}: there is no contact method that works.`;
  if (usable.every(({ kind }) => kind === 'browser')) return `Right now only ${who === 'you' ? 'this' : 'an'} open tab can wake ${object}.`;
  if (!usable.some(({ kind }) => kind === 'push' || kind === 'webhook'))
    return `${subject} would get a mail; nothing rings a locked phone.`;
  return `A page would reach ${object}.`;
};

/** In a step that leaves less time than the loudest rule waits, the next person is called before this one is. */
const lateRules = ({ id, methods, rules }: ContactRow, policies: readonly Policy[]): readonly string[] => {
  const delays = rules
    .filter(({ urgency, contactMethodId }) => {
      const method = methods.find((one) => one.contactMethodId === contactMethodId);
      return urgency === 'high' && method?.verified === true && loud.has(method.kind);
    })
    .map(({ delayMinutes }) => delayMinutes);
  if (delays.length === 0) return [];
  const first = Math.min(...delays);
  return policies.flatMap(({ name, steps }) =>
    steps.flatMap(({ targets, waitMinutes }, n) =>
      targets.some(({ personId }) => personId === id) && first >= waitMinutes
        ? [
            `The first rule that rings waits ${minutesInWords(first)}; step ${n + 1} of ${name} leaves ${minutesInWords(waitMinutes)} before the next one is called.`,
          ]
        : [],
    ),
  );
};

const alone = ({ id }: ContactRow, policies: readonly Policy[], who: About): readonly string[] =>
  policies.flatMap(({ name, steps }) => {
    const people = new Set(steps.flatMap(({ targets }) => targets.map(({ personId }) => personId)));
    return people.size === 1 && people.has(id) ? [`There is nobody behind ${who === 'you' ? 'you' : 'them'} in ${name}.`] : [];
  });

const withoutRule = ({ rules }: ContactRow, usable: readonly ContactMethod[]): readonly string[] => {
  const isRuled = rules.some(
    ({ urgency, contactMethodId }) => urgency === 'high' && usable.some((method) => method.contactMethodId === contactMethodId),
  );
  return isRuled || usable.length === 0 ? [] : ['No rule for high urgency can be used: every verified method is tried at once.'];
};

/** Whether a page would reach a person, method by method, and what could go wrong. Pure. */
export function readinessOf(contact: ContactRow, policies: readonly Policy[], who: About): Readiness {
  const methods = contact.methods.map(methodReadiness);
  const usable = methods.filter(({ isUsable }) => isUsable).map(({ method }) => method);
  const live = policies.filter(({ removed }) => !removed);
  return {
    isFine: usable.some(({ kind }) => kind !== 'browser'),
    says: sentence(usable, who),
    methods,
    warnings: [...withoutRule(contact, usable), ...lateRules(contact, live), ...alone(contact, live, who)],
  };
}
