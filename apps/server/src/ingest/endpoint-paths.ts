import { formats } from './senders/senders.js';

const doors = formats.flatMap((format) => format.endpoints);
const patternOf = (path: string): string => path.replace(':key', '[^/]+');
const anyOf = (paths: readonly string[]): string => paths.map(patternOf).join('|');

const prefixed = new RegExp(`^(?:/.*)?(${anyOf(doors.map(({ path }) => path))})/?$`);
const patterns = [...new Set(doors.map(({ path }) => path))].map((path) => ({
  path,
  pattern: new RegExp(`^${patternOf(path)}$`),
  methods: doors.filter((door) => door.path === path).flatMap(({ methods }) => methods as readonly string[]),
}));
const roots = new RegExp(`^/(?:${doors.map(({ path }) => path.split('/')[1]).join('|')})/`);

/** Removes any prefix before a sender’s own path, so that one host can serve several installations; also a trailing slash. */
export const withoutPrefix = (url: string): string => {
  const [path = '', query] = url.split('?', 2);
  const match = prefixed.exec(path);
  return match ? `${match[1]}${query === undefined ? '' : `?${query}`}` : url;
};

const endpointOf = (url: string): (typeof patterns)[number] | undefined => {
  const [path = ''] = withoutPrefix(url).split('?', 1);
  return patterns.find(({ pattern }) => pattern.test(path));
};

/** Whether an address is one of a sender, with any prefix. */
export const isSenderAddress = (url: string): boolean => endpointOf(url) !== undefined;

/** The path of a sender’s address, with `:key`, and the methods that it takes. */
export const methodsOf = (url: string): { readonly path: string; readonly methods: readonly string[] } => endpointOf(url)!;

/** Whether an address, without its prefix, is below the senders’ routes. */
export const isSenderPath = (url: string): boolean => roots.test(url);
