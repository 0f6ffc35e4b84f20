import type { SentRequest } from './captures.js';

/** Numbers from 0 up to a limit, the same for the same seed. */
export type Draw = (below: number) => number;
export const drawBy = (seed: number): Draw => {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
};
const oneOf = <One>(draw: Draw, all: readonly One[]): One => all[draw(all.length)]!;

export interface FuzzedRequest {
  readonly method: string;
  readonly path: string;
  readonly type: string | undefined;
  readonly body: string;
}

const oddValues: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1e308,
  true,
  [],
  {},
  [[]],
  ['x', null],
  { a: { b: [] } },
  'x'.repeat(5_000),
  'é🦊'.repeat(300),
  '\u0000',
  '\ud800',
  '\r\n',
  '‮fdp',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '2026-13-45T99:99:99Z',
  '-1',
  '__proto__',
  'constructor',
  'resolved',
  'OK',
  'trigger',
  'javascript:alert(1)',
  '${jndi:ldap://x}',
];

type Json = unknown;
const isFields = (value: Json): value is Record<string, Json> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes one place of a body, at any depth. */
const changed = (value: Json, draw: Draw): Json => {
  if (Array.isArray(value)) {
    if (value.length === 0 || draw(4) === 0)
      return oneOf(draw, [[], [...value, ...value], [...value, oneOf(draw, oddValues)], value[0], { alerts: value }]);
    const at = draw(value.length);
    return value.map((one, n) => (n === at ? changed(one, draw) : one));
  }
  if (!isFields(value) || Object.keys(value).length === 0) return oneOf(draw, oddValues);
  const names = Object.keys(value);
  const name = oneOf(draw, names);
  const { [name]: before, ...rest } = value;
  return oneOf<() => Json>(draw, [
    () => rest,
    () => ({ ...value, [name]: oneOf(draw, oddValues) }),
    () => ({ ...rest, [name.toUpperCase()]: before }),
    () => ({ ...value, [name]: changed(before, draw) }),
    () => ({ ...value, [name]: changed(before, draw) }),
    () => ({ ...value, [name]: [before] }),
    () => ({ ...value, [oneOf(draw, ['__proto__x', 'test', 'status', 'action', 'key'])]: oneOf(draw, oddValues) }),
    () => [value],
  ])();
};

const types = [
  undefined,
  '',
  'json',
  'text/plain',
  'application/json, application/json',
  'application/json charset=utf-8',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  '\u00e9',
];

const mangled = (text: string, draw: Draw): string =>
  oneOf<() => string>(draw, [
    () => text,
    () => text,
    () => text,
    () => text,
    () => text,
    () => `\uFEFF${text}`,
    () => text.slice(0, draw(text.length + 1)),
    () => `${text.slice(0, text.length / 2)}${String.fromCharCode(draw(256))}${text.slice(text.length / 2)}`,
    () => '',
    () => `${text}${text}`,
    () => `<a>${text}</a>`,
  ])();

const readdressed = (path: string, draw: Draw): string =>
  oneOf<() => string>(draw, [
    () => path,
    () => path,
    () => path,
    () => `/any/prefix${path}`,
    () => `${path}/`,
    () => path.replace('/', '//'),
    () => path.replaceAll(/[a-z]+/g, (word) => (draw(2) === 0 ? word.toUpperCase() : word)),
    () =>
      `${path}${path.includes('?') ? '&' : '?'}${oneOf(draw, ['identifierType=alias', 'a[]=1&a[]=2', 'x=%', 'key=1', 'query=status:open', 'limit=-1'])}`,
  ])();

/** A request like a captured one: some are as they were. */
export const fuzzed = ({ method, path, rawQuery, headers, bodyText }: SentRequest, draw: Draw): FuzzedRequest => {
  let body: Json;
  try {
    body = JSON.parse(bodyText);
  } catch {
    body = undefined;
  }
  for (let times = draw(4); times > 0 && body !== undefined; times -= 1) body = changed(body, draw);
  const text = body === undefined ? bodyText : JSON.stringify(body);
  const ownType = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  return {
    method: draw(25) === 0 ? oneOf(draw, ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) : method,
    path: readdressed(rawQuery ? `${path}?${rawQuery}` : path, draw),
    type: draw(5) === 0 ? oneOf(draw, types) : ownType,
    body: mangled(text, draw),
  };
};
