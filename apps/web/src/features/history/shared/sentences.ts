import type { EventType, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { span } from '../../../data/time/times.js';
import type { Names } from '../../../data/words/names.js';
import type { Sentences } from '../../../data/words/sentence.js';
import { bundleSentences, pageSentences } from '../../alerts/shared/page-sentences.js';
import { bulkActSentences, fanOutSentences, groupSentences } from '../../alerts/shared/sentences.js';
import { signalSentences } from '../../alerts/shared/signal-sentences.js';
import { calendarFeedSentences } from '../../calendar-feeds/shared/sentences.js';
import { contactSentences } from '../../contacts/shared/sentences.js';
import { coverSentences } from '../../covers/shared/sentences.js';
import { eventSubscriptionSentences } from '../../event-subscriptions/shared/sentences.js';
import { heartbeatSentences } from '../../heartbeats/shared/sentences.js';
import { holidaySentences } from '../../holidays/shared/sentences.js';
import { mailServerSentences } from '../../mail-server/shared/sentences.js';
import { accessSentences, peopleSentences } from '../../people/shared/sentences.js';
import { policySentences } from '../../policies/shared/sentences.js';
import { routeSentences } from '../../route-rules/shared/sentences.js';
import { scheduleOwnerSentences, scheduleSentences } from '../../schedules/shared/sentences.js';
import { integrationSentences, serviceSentences } from '../../services/shared/sentences.js';
import { connectionSentences, organisationSentences, signInSentences } from '../../settings/shared/sentences.js';
import { silenceSentences } from '../../silences/shared/sentences.js';
import { teamSentences } from '../../teams/shared/sentences.js';
import { tokenSentences } from '../../tokens/shared/sentences.js';

/** A sentence for every event type. */
export const sentences: Sentences<EventType> = {
  ...organisationSentences,
  ...peopleSentences,
  ...accessSentences,
  ...contactSentences,
  ...tokenSentences,
  ...calendarFeedSentences,
  ...holidaySentences,
  ...signInSentences,
  ...mailServerSentences,
  ...connectionSentences,
  ...teamSentences,
  ...serviceSentences,
  ...integrationSentences,
  ...policySentences,
  ...scheduleOwnerSentences,
  ...scheduleSentences,
  ...coverSentences,
  ...signalSentences,
  ...groupSentences,
  ...pageSentences,
  ...bundleSentences,
  ...fanOutSentences,
  ...bulkActSentences,
  ...routeSentences,
  ...silenceSentences,
  ...heartbeatSentences,
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
