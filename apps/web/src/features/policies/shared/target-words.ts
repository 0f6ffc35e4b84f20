import type { PolicyTarget } from '@tocsin/contracts/policies/noun.js';
import type { Names } from '../../../data/words/names.js';

/** A key for each target: equal targets have equal keys. */
export const targetKey = (target: PolicyTarget): string => {
  if (target.kind === 'person') return `person ${target.personId}`;
  if (target.kind === 'webhook') return `webhook ${target.subscriptionId}`;
  return target.kind === 'team' ? `team ${target.teamId}` : `${target.kind} ${target.scheduleId}`;
};

/** `Ana`, `Payments primary`, `next on call in Payments primary`, `everyone in Payments`, `Tickets (webhook)`; optionally `you` for oneself. */
export const targetWords = (target: PolicyTarget, names: Names, me?: string): string => {
  if (target.kind === 'person') return target.personId === me ? 'you' : names.person(target.personId);
  if (target.kind === 'team') return `everyone in ${names.team(target.teamId)}`;
  if (target.kind === 'webhook') return names.webhook(target.subscriptionId);
  const schedule = names.schedule(target.scheduleId);
  return target.kind === 'schedule' ? schedule : `next on call in ${schedule}`;
};

/** `one of Ana, Bo`, where a step pages one of them in turn; else the words for all. */
export const oneOfWords = ({ oneInTurn }: { readonly oneInTurn?: boolean | undefined }, words: string): string =>
  oneInTurn ? `one of ${words}` : words;
