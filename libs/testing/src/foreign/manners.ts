import type { IncomingHttpHeaders } from 'node:http';
import { recorded, type Recorded, type RecordedSystem } from './recorded.js';

export type ForeignName = RecordedSystem | 'jsm';

/** How one system refuses. */
export interface Manner {
  readonly recordedAs: RecordedSystem;
  /** In front of the recorded paths. */
  readonly prefix: string;
  /** Its own address in recorded answers. */
  readonly origin: RegExp;
  readonly knows: (headers: IncomingHttpHeaders, token: string) => boolean;
  readonly refusals: { readonly tooMany: Recorded; readonly token: Recorded; readonly unknown: Recorded };
  /** The parameter for the size of a page, and the most that it takes. */
  readonly pageSize: readonly [string, number];
}

const refusal = (system: RecordedSystem, part: string): Recorded => {
  const found = recorded(system, 'refusals').find(({ request }) => request.includes(part));
  if (found === undefined) throw new Error(`No refusal of ${system} with ${part}.`);
  return found;
};

const answer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Recorded => ({
  request: '',
  status,
  headers,
  body,
});

const opsgenie: Manner = {
  recordedAs: 'opsgenie',
  prefix: '',
  origin: /https:\/\/api\.opsgenie\.com/g,
  knows: ({ authorization }, token) => authorization === `GenieKey ${token}`,
  refusals: {
    tooMany: refusal('opsgenie', 'too many'),
    token: answer(401, { message: 'Could not authenticate', took: 0, requestId: '1' }),
    unknown: refusal('opsgenie', 'GET /v2/users/3bafba6b'),
  },
  pageSize: ['limit', 100],
};

export const manners: Readonly<Record<ForeignName, () => Manner>> = {
  opsgenie: () => opsgenie,
  jsm: () => ({
    ...opsgenie,
    prefix: '/jsm/ops/api/c1',
    knows: ({ authorization }, token) => authorization === `Basic ${Buffer.from(`mover@lindenport.example:${token}`).toString('base64')}`,
    refusals: {
      tooMany: answer(429, { message: 'Rate limit exceeded' }, { 'Retry-After': '7' }),
      token: answer(401, { message: 'Unauthorized' }),
      unknown: answer(404, { message: 'Not found' }),
    },
    pageSize: ['size', 100],
  }),
  pagerduty: () => ({
    recordedAs: 'pagerduty',
    prefix: '',
    origin: /https:\/\/api\.pagerduty\.com/g,
    knows: ({ authorization }, token) => authorization === `Token token=${token}`,
    refusals: {
      tooMany: refusal('pagerduty', 'too many'),
      token: answer(401, { error: { message: 'Unauthorized', code: 2006 } }),
      unknown: refusal('pagerduty', 'old path'),
    },
    pageSize: ['limit', 100],
  }),
  oncall: () => ({
    recordedAs: 'oncall',
    prefix: '/api/v1',
    origin: /https:\/\/oncall\.lindenport\.example(?=\/api\/v1)/g,
    knows: ({ authorization }, token) => authorization === token,
    refusals: { tooMany: refusal('oncall', 'too many'), token: refusal('oncall', 'no key'), unknown: refusal('oncall', 'SNOSUCHONE') },
    pageSize: ['perpage', 100],
  }),
  goalert: () => ({
    recordedAs: 'goalert',
    prefix: '',
    origin: /https:\/\/never\.invalid/g,
    knows: ({ authorization }, token) => authorization === `Bearer ${token}`,
    refusals: {
      tooMany: refusal('goalert', 'too many'),
      token: answer(401, 'Unauthorized'),
      unknown: answer(200, { errors: [{ message: 'wrong query for API key', extensions: { code: 'invalid_query' } }], data: null }),
    },
    pageSize: ['first', 149],
  }),
};
