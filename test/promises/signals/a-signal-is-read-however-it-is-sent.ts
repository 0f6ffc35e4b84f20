import { notReadInTime, sentAgain } from '@tocsin/testing/stage/sent-again.js';
import { request } from 'node:http';
import type { Problem } from '@tocsin/contracts/refusals.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { Cast, Promises } from './cast.js';

const post = async (cast: Cast, path: string, body: string | Buffer, contentType: string) =>
  fetch(`${cast.stage.tocsin.url}${path}`, { method: 'POST', body, headers: { 'content-type': contentType } });

/** A client that sends all of its body before it reads the answer, as Node’s does. */
const sendWhole = (url: string, bytes: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers: { 'content-length': bytes, 'content-type': 'application/json' } }, (answer) =>
      resolve(answer.resume().statusCode!),
    );
    sent.once('error', reject);
    const part = Buffer.alloc(1_024 * 1_024, ' ');
    const sendOn = (left: number): void => {
      if (left <= 0) return void sent.end();
      sent.write(part.subarray(0, left), () => sendOn(left - part.length));
    };
    sendOn(bytes);
  });

export const aSignalIsReadHoweverItIsSent: Promises = {
  'with any content type, also with none that can be parsed, and health says nothing of it': async (cast) => {
    const { path } = await cast.stage.integration('generic');
    const types = ['', 'json', 'application/json charset=utf-8', 'application/json, application/json', 'text/plain', '/;=', 'ünïcode'];
    for (const [n, contentType] of types.entries()) {
      const name = Buffer.from(contentType).toString('latin1');
      const { status } = await post(cast, path, JSON.stringify({ summary: `Type ${n}`, key: `type-${n}` }), name);
      expect([contentType, status]).toEqual([contentType, 202]);
    }
    const badKey = await post(cast, `${path.slice(0, -4)}0000`, '{"summary":"x"}', 'application/json charset=utf-8');
    expect(badKey.status).toBe(401);
    const { body: health } = await cast.ana.api.request<{ troubles: unknown[] }>('GET', '/api/health');
    expect(health.troubles).toEqual([]);
  },

  'as a form whose type is doubled by a proxy': async (cast) => {
    const { path } = await cast.stage.integration('generic');
    const doubled = 'application/x-www-form-urlencoded, application/x-www-form-urlencoded';
    expect((await post(cast, path, 'summary=Form&key=form', doubled)).status).toBe(202);
    await cast.stage.settle();
    expect((await cast.getLastGroup()).title).toBe('Form');
  },

  'with a byte order mark, in a small body and in a large one': async (cast) => {
    cast.stage.expectedErrors = notReadInTime;
    const { path } = await cast.stage.integration('generic');
    for (const padding of ['', ' '.repeat(limits.bodyOnLoopBytes)])
      expect((await sentAgain(() => post(cast, path, `\uFEFF${padding}{"summary":"Marked","key":"bom"}`, 'application/json'))).status).toBe(
        202,
      );
  },

  'and by another method than its address has it is told which, in its own format': async (cast) => {
    const { path } = await cast.stage.integration('generic');
    for (const [method, address] of [
      ['GET', path],
      ['GET', `/any/prefix${path}`],
      ['DELETE', path],
      ['GET', `${path}?summary=x`],
    ] as const) {
      const answer = await fetch(`${cast.stage.tocsin.url}${address}`, { method, headers: { accept: 'text/html,*/*' } });
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'POST, PUT']);
      expect((await answer.json()) as Problem).toMatchObject({
        code: 'request.method_not_allowed',
        detail: expect.stringContaining('POST here'),
      });
    }
    const pagerduty = await fetch(`${cast.stage.tocsin.url}/v2/enqueue`);
    expect([pagerduty.status, pagerduty.headers.get('allow'), await pagerduty.json()]).toEqual([
      405,
      'POST',
      expect.objectContaining({ errors: [expect.stringContaining('POST here')] }),
    ]);
  },

  'and a body that is too large is refused where its sender can read it': async (cast) => {
    const { path } = await cast.stage.integration('generic');
    for (const beyond of [1, 8 * 1_024 * 1_024])
      expect(await sendWhole(`${cast.stage.tocsin.url}${path}`, limits.requestBodyBytes + beyond)).toBe(413);
    const command = `${cast.stage.tocsin.url}/api/session`;
    expect(await sendWhole(command, 4 * limits.apiBodyBytes)).toBe(413);
  },

  'and a key of an integration of another kind is not called unknown': async (cast) => {
    const { path, key } = await cast.stage.integration('alertmanager');
    const asGeneric = await post(cast, `/ingest/generic/${key}`, '{"summary":"x"}', 'application/json');
    expect([asGeneric.status, await asGeneric.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'ingest.other_kind', detail: expect.stringContaining(path.replace(/[^/]+$/, 'YOUR-KEY')) }),
    ]);
    const asPagerduty = await post(cast, '/v2/enqueue', JSON.stringify({ routing_key: key, event_action: 'trigger' }), 'application/json');
    expect([asPagerduty.status, await asPagerduty.json()]).toEqual([
      400,
      expect.objectContaining({ errors: [expect.stringContaining('Alertmanager')] }),
    ]);
    for (let time = 0; time <= limits.wrongGuessesPerMinute; time += 1)
      expect((await post(cast, `/ingest/generic/${key}`, '{"summary":"x"}', 'application/json')).status).toBe(400);
  },
};
