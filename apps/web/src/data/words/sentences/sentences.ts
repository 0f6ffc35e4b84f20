import type { EventType, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Names } from '../names.js';
import { bulkActSentences, bundleSentences, fanOutSentences, groupSentences, pageSentences, signalSentences } from './alert-groups.js';
import { eventSubscriptionSentences } from './event-subscriptions.js';
import { organisationSentences } from './organisation.js';
import { accessSentences, contactSentences, peopleSentences } from './people.js';
import { span } from '../../time/times.js';
import type { Sentences } from './sentence.js';
import { scheduleOwnerSentences, scheduleSentences } from './schedules.js';
import { calendarFeedSentences } from './calendar-feeds.js';
import { silenceSentences } from './silences.js';
import { tokenSentences } from './tokens.js';
import { integrationSentences, policySentences, serviceSentences, teamSentences } from './services.js';

/** A sentence for every event type. */
export const sentences: Sentences<EventType> = {
  ...organisationSentences,
  ...peopleSentences,
  ...contactSentences,
  ...tokenSentences,
  ...calendarFeedSentences,
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
