import type { z } from 'zod';
import type { Recorded } from './envelope.js';
import type { EventContract, Messages } from './message.js';
import { merge } from './merge.js';

export const events = merge('events');
export type EventType = keyof typeof events;
export type Fact = Messages<typeof events>;
export type FactOf<T extends EventType> = z.infer<(typeof events)[T]['data']>;
export type RecordedFact = { [T in EventType]: Recorded<T, FactOf<T>> }[EventType];
export type RecordedOf<T extends EventType> = Recorded<T, FactOf<T>>;
/** A union of event types: each has its own data, told apart by its type. */
export type RecordedAs<T extends EventType> = Extract<RecordedFact, { readonly type: T }>;
export const isEvent =
  <T extends EventType>(type: T) =>
  (event: Recorded): event is RecordedOf<T> =>
    event.type === type;

export const eventContract = (type: string): EventContract | undefined =>
  Object.hasOwn(events, type) ? (events as Record<string, EventContract>)[type] : undefined;

/** Every command that the API accepts at `POST /api/commands/:Type`. */
export const commands = merge('commands');
export type CommandType = keyof typeof commands;
export type CommandData<T extends CommandType> = z.infer<(typeof commands)[T]['data']>;
/** Fields with defaults are optional. */
export type CommandInput<T extends CommandType> = z.input<(typeof commands)[T]['data']>;

/** Every view at `GET /api/views/:view`, with the shape of its rows as shown. */
export const views = merge('views');
export type ViewName = keyof typeof views;
export type ViewRow<V extends ViewName> = z.infer<(typeof views)[V]>;

/** A typical body of each command, for the OpenAPI document and the tests of permissions. */
export const commandExamples = merge('examples');
