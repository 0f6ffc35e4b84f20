import type { FastifyRequest } from 'fastify';
import type { Route } from '@tocsin/contracts/routes/route.js';
import type { Moment } from '@tocsin/platform/views/moments.js';
import { HttpProblem } from '../problems/problem.js';
import { boundOf } from './route-access.js';

type Query = Readonly<Record<string, unknown>>;
type Bound = (query: Query, moment: Moment) => number | string;

/** A value that is given twice is its first: what comes later is not asked for. */
const earlier = (asked: unknown, most: number): number | string => {
  const [first] = [asked].flat();
  if (typeof first !== 'string' || first === '') return most;
  return Number(first) > most ? most : first;
};

/** The value of each parameter that bounds what is read, so that nothing after the moment is reached. What is no number or instant is refused by the route. */
const bounds: Readonly<Record<NonNullable<Route['boundBy']>, Bound>> = {
  at: ({ at }, { ordinal, at: logTime }) =>
    typeof at === 'string' && /^\d+-/.test(at) ? (at < logTime ? at : ordinal) : earlier(at, ordinal),
  before: ({ before }, { ordinal }) => earlier(before, ordinal + 1),
  ordinal: (query, { ordinal }) => earlier(query['ordinal'], ordinal),
};

/** Holds a request to the moment that its token is bound to. Throws HttpProblem on a route that can’t be read as of a moment. */
export const holdToMoment = (request: FastifyRequest, moment: Moment): void => {
  const parameter = boundOf(request);
  if (!parameter) throw new HttpProblem('token.bound_to_past', { moment: moment.at });
  const query = request.query as Query;
  request.query = { ...query, [parameter]: String(bounds[parameter](query, moment)) };
};
