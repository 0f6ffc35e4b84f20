import type { EventType, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Effect } from '@tocsin/platform/reactor/effect.js';

/** External effects by event type; each takes an event of its own type only. */
export type EventEffects = { readonly [T in EventType]?: Effect<RecordedOf<T>> };
