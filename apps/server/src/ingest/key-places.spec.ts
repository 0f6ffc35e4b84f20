import { keyOutsideBody, keyParameter } from './key-places.js';

const key = '0123456789abcdef0123456789abcdef';
const dashed = '01234567-89ab-cdef-0123-456789abcdef';
const basic = (text: string): { authorization: string } => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const find = (headers: Record<string, string>, query: Record<string, unknown> = {}, params: Record<string, string> = {}) =>
  keyOutsideBody({ keyIn: { query: 'key' } }, params, { headers, query });

describe('a key outside the body', () => {
  it.each([
    ['Bearer', { authorization: `Bearer ${key}` }],
    ['GenieKey', { authorization: `GenieKey ${key}` }],
    ['Token token=', { authorization: `Token token=${key}` }],
    ['the password of Basic', basic(`tocsin:${key}`)],
    ['the user of Basic without a password', basic(`${key}:`)],
    ['the user of Basic with another password', basic(`${key}:x`)],
    ['X-API-Key', { 'x-api-key': key }],
    ['Api-Key', { 'api-key': key }],
  ])('is read from the header: %s', (_, headers) => expect(find(headers)).toBe(key));

  it.each(['key', 'apiKey', 'api-key', 'token', 'auth_token', 'integrationKey', 'ROUTING_KEY'])('is read from the parameter %s', (name) =>
    expect(find({}, { [name]: dashed })).toBe(dashed),
  );

  it('is found beside a header for a proxy in front', () => {
    expect(find(basic('proxy:secret'), { key })).toBe(key);
    expect(find(basic('proxy:secret'), {}, { key })).toBe(key);
    expect(find({ authorization: 'Token token=None' }, { token: key })).toBe(key);
    expect(find({ 'x-api-key': '11111111-2222-3333-4444-555555555555' }, { key })).toBe(key);
  });

  it('is found beside a field of its name', () => expect(find({}, { key: 'disk', token: key })).toBe(key));

  it.each([
    [{ key: 'disk', action: 'resolve' }, undefined],
    [{ key: 'disk', token: key }, 'token'],
    [{ KEY: dashed }, 'KEY'],
    [{ key, token: key }, 'key'],
    [{}, undefined],
  ])('is what a format does not see of the query: %j', (query, name) =>
    expect(keyParameter({ keyIn: { query: 'key' } }, query)).toBe(name),
  );

  it('is the first that is there where none has the shape of one', () => {
    expect(find(basic('proxy:secret'), { key: 'short' })).toBe('secret');
    expect(find({}, {})).toBeUndefined();
  });
});
