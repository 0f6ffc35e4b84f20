import { foreignSystems } from '@tocsin/contracts/moving-in/systems.js';
import type { events as sideBySideEvents } from '@tocsin/contracts/side-by-side/noun.js';
import { count, type Sentences } from '../../../data/words/sentence.js';

export const sideBySideSentences: Sentences<keyof typeof sideBySideEvents> = {
  OldSystemConnected: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} connected ${foreignSystems[data.system].title} (${data.host}), to compare whom it notifies.`,
  OldSystemDisconnected: ({ data, meta }, names) => `${names.actor(meta.actor)} disconnected ${foreignSystems[data.system].title}.`,
  OldSystemRead: ({ data }) => `${foreignSystems[data.system].title} was read: it notified people ${count(data.pages.length, 'time')}.`,
  OldSystemNotRead: ({ data }) => `${foreignSystems[data.system].title} could not be read: ${data.why}`,
};
