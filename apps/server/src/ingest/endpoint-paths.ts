import { formats } from './senders/senders.js';

const doors = formats.flatMap((format) => format.endpoints);
const patternOf = (path: string): string => path.replace(':key', '[^/]+');
const anyOf = (paths: readonly string[]): string => paths.map(patternOf).join('|');

const prefixed = new RegExp(`^(?:/.*)?(${anyOf(doors.map(({ path }) => path))})/?$`);
const byMethod = new Map(
  (['POST', 'PUT'] as const).map((method) => [
    method as string,
    new RegExp(`^(?:${anyOf(doors.filter(({ methods }) => methods.includes(method)).map(({ path }) => path))})$`),
  ]),
);
const roots = new RegExp(`^/(?:${doors.map(({ path }) => path.split('/')[1]).join('|')})/`);

/** Removes any prefix before a sender’s own path, so that one host can serve several installations; also a trailing slash. */
export const withoutPrefix = (url: string): string => {
  const [path = '', query] = url.split('?', 2);
  const match = prefixed.exec(path);
  return match ? `${match[1]}${query === undefined ? '' : `?${query}`}` : url;
};

/** Whether a request is for a sender’s route, with any prefix. */
export const isSenderRequest = (method: string, url: string): boolean => {
  const [path = ''] = withoutPrefix(url).split('?', 1);
  return byMethod.get(method)?.test(path) ?? false;
};

/** Whether an address, without its prefix, is below the senders’ routes. */
export const isSenderPath = (url: string): boolean => roots.test(url);
