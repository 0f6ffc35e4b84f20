import type { events as policyEvents } from '@tocsin/contracts/policies/noun.js';
import { count, type Sentences } from '../../../data/words/sentence.js';

export const policySentences: Sentences<keyof typeof policyEvents> = {
  PolicyCreated: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} created the policy ${data.name} with ${count(data.steps.length, 'step')}.`,
  PolicyChanged: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} changed the policy ${data.name}: version ${data.version}, ${count(data.steps.length, 'step')}${data.appliesToOpen ? ', applied to open alert groups' : ''}.`,
  PolicyRemoved: ({ data, meta }, names) => `${names.actor(meta.actor)} removed the policy ${names.policy(data.policyId)}.`,
};
