import type { events as inhibitionEvents } from '@tocsin/contracts/inhibition/noun.js';
import type { Sentences } from '../../../data/words/sentence.js';

export const inhibitionSentences: Sentences<keyof typeof inhibitionEvents> = {
  InhibitionRuleSaved: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} saved the inhibition rule ${data.name}${data.isOn ? '' : ', which is off'}.`,
  InhibitionRuleRemoved: ({ data, meta }, names) => `${names.actor(meta.actor)} removed the inhibition rule ${data.name}.`,
};
