import type { FastifyRequest } from 'fastify';
import { parseInstant } from '@tocsin/contracts/instant.js';
import type { Route } from '@tocsin/contracts/routes/route.js';
import type { Moment } from '@tocsin/platform/views/moments.js';
import { HttpProblem } from '../problems/problem.js';
import { boundOf } from './route-access.js';

type Query = Readonly<Record<string, unknown>>;
type Parameter = NonNullable<Route['boundBy']>;

/** A value that is given twice is its first: what comes later is not asked for. */
const firstOf = (query: Query, name: string): string => {
  const [first] = [query[name]].flat();
  return typeof first === 'string' ? first : '';
};

const earlierOrdinal = (asked: string, most: number): number => (/^\d+$/.test(asked) ? Math.min(Number(asked), most) : most);

/** An instant in whatever zone it was written, a day, or an ordinal. What is none of them is the moment itself. */
const earlierMoment = (asked: string, { ordinal, at: logTime }: Moment): number | string => {
  const instant = parseInstant(/^\d{4}-\d\d-\d\d$/.test(asked) ? `${asked}T00:00:00.000Z` : asked);
  return instant === null ? earlierOrdinal(asked, ordinal) : instant < logTime ? instant : ordinal;
};

/** The value of each parameter that bounds what is read, so that nothing after the moment is reached. */
const bounds: Readonly<Record<Parameter, (asked: string, moment: Moment) => number | string>> = {
  at: earlierMoment,
  before: (asked, { ordinal }) => earlierOrdinal(asked, ordinal + 1),
  ordinal: (asked, { ordinal }) => earlierOrdinal(asked, ordinal),
};

/** What is looked up as it is now, whatever the moment: current texts, labels and names, and what was imported since. */
const unbounded: Readonly<Record<Parameter, readonly string[]>> = {
  at: ['q'],
  before: [],
  ordinal: ['log', 'label'],
};

/** Holds a request to the moment that its token is bound to. Throws HttpProblem for what can’t be read as of a moment. */
export const holdToMoment = (request: FastifyRequest, moment: Moment): void => {
  const parameter = boundOf(request);
  const query = request.query as Query;
  const isHeld = parameter && unbounded[parameter].every((name) => query[name] === undefined) && firstOf(query, 'format') !== 'csv';
  if (!isHeld) throw new HttpProblem('token.bound_to_past', { moment: moment.at });
  const { format } = query;
  request.query = {
    ...query,
    ...(format === undefined ? {} : { format: firstOf(query, 'format') }),
    [parameter]: String(bounds[parameter](firstOf(query, parameter), moment)),
  };
};
