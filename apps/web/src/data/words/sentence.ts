import type { EventType, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Names } from './names.js';

/** A table of sentences: the compiler reports a missing one. */
export type Sentences<T extends EventType> = { readonly [K in T]: (event: RecordedOf<K>, names: Names) => string };

/** A name recorded in the event; it may be erased. */
export const text = (value: string | { erased: true }): string => (typeof value === 'string' ? value : 'an erased person');

export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
