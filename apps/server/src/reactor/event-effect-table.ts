import type { EventType, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Effect } from '@tocsin/platform/reactor/effect.js';

/** What is done outside because of events: the effect of a type takes the event of that type, and no other. */
export type EventEffects = { readonly [T in EventType]?: Effect<RecordedOf<T>> };
