import { eventContract } from '@tocsin/contracts/catalogue.js';
import { eventGroupNames } from '@tocsin/contracts/event-groups.js';
import { typesOfGroup } from '@tocsin/contracts/event-kinds.js';
import { id, instant } from '@tocsin/contracts/ids.js';
import { limits } from '@tocsin/contracts/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { LogTimeMarks } from '@tocsin/platform/feed/log-time-marks.js';
import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import { z } from 'zod';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';
import type { EventsQuery } from './event-walk.js';

const ordinal = z.coerce.number().int();
const text = z.string();
const several = z.union([text, z.array(text)]).optional();

/** The parameters of an address that select events; others are ignored here. */
export const eventFilter = z.object({
  stream: text.optional(),
  type: several,
  /** Events of these types are left out. */
  without: several,
  group: z.enum(eventGroupNames, { message: `One of ${eventGroupNames.join(', ')}.` }).optional(),
  actor: text.optional(),
  /** Ids of people, teams, services and other things: an event must be about all of them. */
  about: z.union([id, z.array(id).max(limits.historyFacets)]).optional(),
  q: text.max(limits.searchCharacters).optional(),
  from: instant.optional(),
  to: instant.optional(),
  /** An ordinal, exclusive. */
  before: ordinal.default(Number.MAX_SAFE_INTEGER),
  /** An ordinal, exclusive. */
  after: ordinal.default(0),
});
export type EventFilter = z.infer<typeof eventFilter>;

/** Event types, from single names and names of groups. Throws for an unknown name. */
const typesIn = (path: string, value: string | readonly string[] | undefined): readonly string[] | undefined => {
  const types = value === undefined ? undefined : [value].flat();
  const unknown = types?.find((type) => !eventContract(type));
  if (unknown) throw invalidQuery(path, `There is no event ${unknown}.`);
  return types;
};

const invalidQuery = (path: string, message: string): HttpProblem =>
  new HttpProblem('request.invalid', {}, [{ path, code: 'invalid', message }]);

/** The types that are in both lists; each list may be absent. */
const typesFor = ({ type, group }: EventFilter): readonly string[] | undefined => {
  const typeNames = typesIn('type', type);
  if (group === undefined) return typeNames;
  const grouped: readonly string[] = typesOfGroup(group);
  return typeNames ? grouped.filter((one) => typeNames.includes(one)) : grouped;
};

interface Times {
  readonly marks: LogTimeMarks;
  readonly log: Pick<EventLog, 'readInstants'>;
}

/** The last ordinal whose log time is before an instant. */
export const findLastBefore = async (at: string, { marks, log }: Times): Promise<number> =>
  marks.upTo(addMillis(at, -1), (after, limit) => log.readInstants(after, limit));

/** The filter of the walk; callers add `limit` and the text search. Throws HttpProblem request.invalid. */
export const eventsQueryOf = async (query: unknown, times: Times): Promise<Omit<EventsQuery, 'limit'> & { readonly q: string }> => {
  const filter = parseOrThrow(eventFilter, query);
  const { stream, actor, from, to, q = '' } = filter;
  if (from !== undefined && to !== undefined && from > to) throw invalidQuery('to', 'It must not be before `from`.');
  const after = from === undefined ? 0 : await findLastBefore(from, times);
  const before = to === undefined ? Number.MAX_SAFE_INTEGER : (await findLastBefore(to, times)) + 1;
  return {
    stream,
    types: typesFor(filter),
    without: typesIn('without', filter.without),
    actor,
    about: filter.about === undefined ? [] : [filter.about].flat(),
    q,
    after: Math.max(filter.after, after),
    before: Math.min(filter.before, before),
  };
};
