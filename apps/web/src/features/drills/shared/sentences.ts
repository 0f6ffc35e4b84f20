import { plural } from '@tocsin/contracts/reports/words.js';
import type { events as drillEvents } from '@tocsin/contracts/drills/noun.js';
import type { Sentences } from '../../../data/words/sentence.js';

export const drillSentences: Sentences<keyof typeof drillEvents> = {
  DrillPlanned: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} planned a drill of ${plural(data.openings.length, 'alert group')} and asked ${plural(data.personIds.length, 'person', 'people')}.`,
  DrillConsentGiven: ({ data }, names) => `${names.person(data.personId)} agreed to be paged by a drill.`,
  DrillConsentWithdrawn: ({ data }, names) =>
    data.because === 'real_page'
      ? `A real page came for ${names.person(data.personId)}: the drill no longer pages them.`
      : `${names.person(data.personId)} is no longer paged by the drill.`,
  DrillStarted: ({ data, meta }, names) => `${names.actor(meta.actor)} started a drill of ${plural(data.groupIds.length, 'alert group')}.`,
  DrillEnded: ({ data, meta }, names) =>
    data.because === 'time' ? 'The drill ended: its time was over.' : `${names.actor(meta.actor)} ended the drill.`,
};
