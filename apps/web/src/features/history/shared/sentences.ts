import type { EventType, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Names } from '../../../data/words/names.js';
import {
  bulkActSentences,
  bundleSentences,
  fanOutSentences,
  groupSentences,
  pageSentences,
  signalSentences,
} from '../../../data/words/sentences/alert-groups.js';
import { eventSubscriptionSentences } from '../../event-subscriptions/shared/sentences.js';
import { organisationSentences } from '../../../data/words/sentences/organisation.js';
import { accessSentences, contactSentences, peopleSentences } from '../../../data/words/sentences/people.js';
import { span } from '../../../data/time/times.js';
import type { Sentences } from '../../../data/words/sentences/sentence.js';
import { scheduleOwnerSentences, scheduleSentences } from '../../../data/words/sentences/schedules.js';
import { calendarFeedSentences } from '../../calendar-feeds/shared/sentences.js';
import { holidaySentences } from '../../holidays/shared/sentences.js';
import { routeSentences } from '../../route-rules/shared/sentences.js';
import { silenceSentences } from '../../../data/words/sentences/silences.js';
import { tokenSentences } from '../../tokens/shared/sentences.js';
import { integrationSentences, policySentences, serviceSentences, teamSentences } from '../../../data/words/sentences/services.js';

/** A sentence for every event type. */
export const sentences: Sentences<EventType> = {
  ...organisationSentences,
  ...peopleSentences,
  ...contactSentences,
  ...tokenSentences,
  ...calendarFeedSentences,
  ...holidaySentences,
  ...accessSentences,
  ...teamSentences,
  ...serviceSentences,
  ...integrationSentences,
  ...policySentences,
  ...scheduleOwnerSentences,
  ...scheduleSentences,
  ...signalSentences,
  ...groupSentences,
  ...pageSentences,
  ...bundleSentences,
  ...fanOutSentences,
  ...bulkActSentences,
  ...routeSentences,
  ...silenceSentences,
  ...eventSubscriptionSentences,
};

export const eventTypes = Object.keys(sentences) as readonly EventType[];

/** A late timer (the machine slept, or no reactor ran) is marked. */
function withLateness(sentence: string, data: unknown): string {
  const { late } = data as { readonly late?: number };
  return late === undefined ? sentence : `${sentence.replace(/\.$/, '')} (${span(late)} late).`;
}

/** An event as a sentence. An unknown event of a newer server is shown by its type. */
export function sentenceOf(event: Recorded, names: Names): string {
  const tell = sentences[event.type as EventType] as ((fact: RecordedFact, names: Names) => string) | undefined;
  return tell ? withLateness(tell(event as RecordedFact, names), event.data) : `${event.type}.`;
}
