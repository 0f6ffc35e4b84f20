import type { EventType, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Names } from '../names.js';

/** A table of sentences: the compiler asks for the missing one. */
export type Sentences<T extends EventType> = { readonly [K in T]: (event: RecordedOf<K>, names: Names) => string };

/** Names that stand in the event itself; they may be erased. */
export const text = (value: string | { erased: true }): string => (typeof value === 'string' ? value : 'an erased person');

export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
