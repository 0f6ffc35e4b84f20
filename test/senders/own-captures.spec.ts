import { integrationKinds } from '@tocsin/contracts/integrations/kinds.js';
import { signal } from '@tocsin/contracts/routing/signals.js';
import { resultOf } from '../../apps/server/src/ingest/arrival.fixture.js';
import { signalOfPing } from '../../apps/server/src/ingest/pings.js';
import type { SenderMethod } from '../../apps/server/src/ingest/format.js';
import { matchOf } from '../../apps/server/src/ingest/routes.js';
import { loadOwnCaptures } from './captures.js';

const all = integrationKinds.flatMap((kind) =>
  loadOwnCaptures(kind).map((capture) => [`${capture.sender}/${capture.file}`, kind, capture] as const),
);

it('captures lie with the formats that were captured', () => expect(all.length).toBeGreaterThan(40));

describe.each(all)('%s', (_name, kind, { request, answered, attempts }) => {
  it('is read by the format of its folder, with nothing refused, and answered as the client was', () => {
    const match = matchOf(`/any/prefix${request.path}`)!;
    expect(match.format.kind).toBe(kind);
    expect(match.methods).toContain(request.method);
    const query = Object.fromEntries(new URLSearchParams(request.rawQuery));
    const { body = '' } = request;
    const arrival = { method: request.method as SenderMethod, path: match.route.path, params: match.params, query, body };
    const reading = match.format.read(arrival, 'new-key');
    expect(reading.kind).not.toBe('refusal');
    if (reading.kind === 'lookup') return;
    expect(match.format.answer(reading, resultOf())).toMatchObject({ status: (answered ?? attempts[0]!.answered).status });
    const said = reading.kind === 'ping' ? signalOfPing(reading) : reading.kind === 'signal' ? reading.signal : null;
    if (said) expect(signal.parse(said)).toEqual(said);
  });
});
