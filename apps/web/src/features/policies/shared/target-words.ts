import type { PolicyTarget } from '@tocsin/contracts/policies/noun.js';
import type { Names } from '../../../data/words/names.js';

type TargetWords<T> = (target: T, names: Names, me?: string) => string;

const wordsOfKind: { readonly [K in PolicyTarget['kind']]: TargetWords<Extract<PolicyTarget, { kind: K }>> } = {
  schedule: ({ scheduleId }, names) => names.schedule(scheduleId),
  person: ({ personId }, names, me) => (personId === me ? 'you' : names.person(personId)),
  next_on_call: ({ scheduleId }, names) => `next on call in ${names.schedule(scheduleId)}`,
  team: ({ teamId }, names) => `everyone in ${names.team(teamId)}`,
  webhook: ({ subscriptionId }, names) => names.webhook(subscriptionId),
};

/** `Ana`, `Payments primary`, `next on call in Payments primary`, `everyone in Payments`, `Tickets (webhook)`; optionally `you` for oneself. */
export const targetWords = (target: PolicyTarget, names: Names, me?: string): string =>
  (wordsOfKind[target.kind] as TargetWords<PolicyTarget>)(target, names, me);

/** `one of Ana, Bo`, where a step pages one of them in turn; else the words for all. */
export const oneOfWords = ({ oneInTurn }: { readonly oneInTurn?: boolean | undefined }, words: string): string =>
  oneInTurn ? `one of ${words}` : words;
