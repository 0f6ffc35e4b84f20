import type { z } from 'zod';
import type { Recorded } from './envelope.js';
import type { EventContract, Messages } from './message.js';
import { merge } from './merge.js';

/** Every kind of fact there is. */
export const events = merge('events');
export type EventType = keyof typeof events;
export type Fact = Messages<typeof events>;
export type FactOf<T extends EventType> = z.infer<(typeof events)[T]['data']>;
export type RecordedFact = { [T in EventType]: Recorded<T, FactOf<T>> }[EventType];
/** An event of a known type, with its data. */
export type RecordedOf<T extends EventType> = Recorded<T, FactOf<T>>;
/** Any of several kinds of event: each has its own data, which its type tells. */
export type RecordedAs<T extends EventType> = Extract<RecordedFact, { readonly type: T }>;
/** Whether a recorded event is of this kind. */
export const isEvent =
  <T extends EventType>(type: T) =>
  (event: Recorded): event is RecordedOf<T> =>
    event.type === type;

export const eventContract = (type: string): EventContract | undefined =>
  Object.hasOwn(events, type) ? (events as Record<string, EventContract>)[type] : undefined;

/** Every act that the API takes at `POST /api/commands/:Type`. */
export const commands = merge('commands');
export type CommandType = keyof typeof commands;
export type CommandData<T extends CommandType> = z.infer<(typeof commands)[T]['data']>;
/** Input of a command: fields with defaults are optional. */
export type CommandInput<T extends CommandType> = z.input<(typeof commands)[T]['data']>;

/** Every view that the API answers at `GET /api/views/:view`, with the shape of its rows as shown. */
export const views = merge('views');
export type ViewName = keyof typeof views;
export type ViewRow<V extends ViewName> = z.infer<(typeof views)[V]>;

/** A usual body of each command: of it the OpenAPI document and the tests of permissions are made. */
export const commandExamples = merge('examples');
