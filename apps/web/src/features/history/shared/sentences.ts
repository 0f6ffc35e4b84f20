import type { EventType, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Intersection } from '@tocsin/contracts/merge.js';
import { span } from '../../../data/time/times.js';
import type { Names } from '../../../data/words/names.js';
import type { Sentences } from '../../../data/words/sentence.js';
import * as tables from './sentences.gen.js';

/** A sentence for every event type: the compiler says where one is missing. */
const sentences: Sentences<EventType> = Object.assign({}, ...Object.values(tables)) as Intersection<(typeof tables)[keyof typeof tables]>;

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
