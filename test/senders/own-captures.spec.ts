import { integrationKinds } from '@tocsin/contracts/integrations/kinds.js';
import { signal } from '@tocsin/contracts/routing/signals.js';
import { arrivalAt, resultOf } from '../../apps/server/src/ingest/arrival.fixture.js';
import type { SenderMethod, SenderRoute } from '../../apps/server/src/ingest/format.js';
import { readText } from '../../apps/server/src/ingest/read-arrival.js';
import { matchOf } from '../../apps/server/src/ingest/routes.js';
import { loadOwnCaptures, type SentRequest } from './captures.js';

const all = integrationKinds.flatMap((kind) =>
  loadOwnCaptures(kind).map((capture) => [`${capture.sender}/${capture.file}`, kind, capture] as const),
);

/** As the route takes it. */
const sentBody = ({ body, bodyText, headers, method }: SentRequest, route: SenderRoute): unknown => {
  if (method === 'GET' || bodyText === '') return body ?? '';
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return readText(route, bodyText, type)!.sent;
};

it('captures lie with the formats that were captured', () => expect(all.length).toBeGreaterThan(40));

describe.each(all)('%s', (_name, kind, { request, answered, attempts }) => {
  it('is read by the format of its folder, with nothing refused, and answered as the client was', () => {
    const match = matchOf(`/any/prefix${request.path}`, kind)!;
    expect(match.methods).toContain(request.method);
    const query = Object.fromEntries(new URLSearchParams(request.rawQuery));
    const arrival = arrivalAt(match.route.path, {
      method: request.method as SenderMethod,
      params: match.params,
      query,
      body: sentBody(request, match.route),
    });
    const reading = match.format.read(arrival, 'new-key');
    expect(reading.kind).not.toBe('refusal');
    if (reading.kind === 'lookup') return;
    expect(match.format.answer(reading, resultOf())).toMatchObject({ status: (answered ?? attempts[0]!.answered).status });
    const said = reading.kind === 'signal' ? reading.signal : null;
    if (said) expect(signal.parse(said)).toEqual(said);
  });
});
