import { eventContract, events, type EventType } from './catalogue.js';
import type { EventGroup } from './event-groups.js';

/** Undefined for an event of a newer server. */
export const eventGroupOf = (type: string): EventGroup | undefined => eventContract(type)?.group;

/** Such as `Acknowledged`; the type itself when it is unknown. */
export const eventWordsOf = (type: string): string => eventContract(type)?.name ?? type;

export const typesOfGroup = (group: EventGroup): readonly EventType[] =>
  (Object.keys(events) as EventType[]).filter((type) => events[type].group === group);
