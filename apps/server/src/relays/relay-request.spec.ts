import { keepRaw } from '../ingest/raw-body.js';
import { relayRequestOf, type RelayTarget } from './relay-request.js';

const plain: RelayTarget = { address: 'https://old.example.org/k', header: null, field: null, credential: null };
const json = { method: 'POST', contentType: 'application/json' };
const bodyOf = (text: string, arrived = json, target: Partial<RelayTarget> = {}) =>
  relayRequestOf({ arrived, raw: keepRaw(text) }, { ...plain, ...target }, 'here')?.body ?? null;

describe('what is relayed', () => {
  it('is the body as it came, with its method and type, and the mark of this installation', () => {
    const text = '{ "summary":  "Disk",\n"n": 1.0 }';
    expect(relayRequestOf({ arrived: json, raw: keepRaw(text) }, plain, 'here')).toEqual({
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json', 'tocsin-relay': 'here' },
    });
  });

  it('has the other system’s credential in its header, or in place of one value', () => {
    const withHeader = { ...plain, header: 'Authorization', credential: 'GenieKey k' };
    expect(relayRequestOf({ arrived: json, raw: 't:{}' }, withHeader, 'here')!.headers).toMatchObject({ Authorization: 'GenieKey k' });
    expect(bodyOf('{"routing_key":"[integration key]","a":[1]}', json, { field: 'routing_key', credential: 'theirs' })).toBe(
      '{"routing_key":"theirs","a":[1]}',
    );
  });

  it('is a form again where a form came', () => {
    const form = { method: 'POST', contentType: 'application/x-www-form-urlencoded; charset=utf-8' };
    expect(bodyOf('{"title":"Disk full","key":"a&b"}', form)).toBe('title=Disk+full&key=a%26b');
  });

  it.each([
    ['was cut', '{'.padEnd(400_000, 'x'), json],
    ['came in parts', '{"a":"b"}', { method: 'POST', contentType: 'multipart/form-data; boundary=x' }],
    ['was a document of another language', '{"a":"b"}', { method: 'POST', contentType: 'text/xml' }],
  ])('is nothing where the body %s', (_why, text, arrived) => {
    const raw = text.length > 1_000 ? `t:${text.slice(0, 100)}\n[cut: the first 100 of 400000 characters]` : keepRaw(text);
    expect(relayRequestOf({ arrived, raw }, plain, 'here')).toBeNull();
  });

  it('is nothing of a list whose field is to be replaced, or of an erased body', () => {
    expect(bodyOf('[1]', json, { field: 'routing_key', credential: 'k' })).toBeNull();
    expect(relayRequestOf({ arrived: json, raw: { erased: true } }, plain, 'here')).toBeNull();
  });
});
