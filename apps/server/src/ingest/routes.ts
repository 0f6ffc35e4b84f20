import type { SenderFormat, SenderRoute } from './format.js';
import { formats } from './senders/senders.js';

interface CompiledRoute {
  readonly format: SenderFormat;
  readonly route: SenderRoute;
  /** The path up to its first parameter. */
  readonly root: string;
  readonly rest: RegExp;
  readonly methods: readonly string[];
}

/** All methods of a path. */
const methodsOf = (path: string): readonly string[] =>
  formats.flatMap(({ routes }) => routes.filter((route) => route.path === path).flatMap(({ methods }) => methods));

const compile = (format: SenderFormat, route: SenderRoute): CompiledRoute => {
  const [root = ''] = route.path.split('/:', 1);
  const rest = route.path
    .slice(root.length)
    .replaceAll(/:(\w+)\+/g, '(?<$1>.+)')
    .replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
  return { format, route, root, rest: new RegExp(`^${rest}$`), methods: methodsOf(route.path) };
};

const compiledRoutes = formats.flatMap((format) => format.routes.map((route) => compile(format, route)));
const roots = new RegExp(`^/(?:${compiledRoutes.map(({ root }) => root.split('/')[1]).join('|')})/`);

/** A sender’s address: its route, and the parameters in its path. */
export interface SenderMatch {
  readonly format: SenderFormat;
  readonly route: SenderRoute;
  readonly params: Readonly<Record<string, string>>;
  /** All methods of the path. */
  readonly methods: readonly string[];
}

/** Senders escape what they please: an escape that is none stays as it is. */
const unescape = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const paramsOf = (groups: Readonly<Record<string, string>> | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(groups ?? {}).map(([name, value]) => [name, unescape(value)]));

type FindRoot = (path: string, root: string) => number;
/** A prefix may contain a root, and so may an id behind it. */
const first: FindRoot = (path, root) => path.indexOf(root);
const last: FindRoot = (path, root) => path.lastIndexOf(root);

const matchAt = (path: string, find: FindRoot): SenderMatch | undefined => {
  for (const { format, route, root, rest, methods } of compiledRoutes) {
    const at = find(path, root);
    const found = at === -1 ? null : rest.exec(path.slice(at + root.length));
    if (found) return { format, route, params: paramsOf(found.groups), methods };
  }
  return undefined;
};

/** The newest address and its match: a request is matched at several places, one after the other. */
let newest: { readonly url: string; readonly match: SenderMatch | undefined } = { url: '', match: undefined };

const matchAnew = (url: string): SenderMatch | undefined => {
  const [address = ''] = url.split('?', 1);
  const path = address.endsWith('/') ? address.slice(0, -1) : address;
  return matchAt(path, first) ?? matchAt(path, last);
};

/**
 * The route of an address, below any prefix, so that one host can serve several installations; with or without a final slash. Takes time in proportion
 * to the address.
 */
export const matchOf = (url: string): SenderMatch | undefined => {
  if (newest.url !== url) newest = { url, match: matchAnew(url) };
  return newest.match;
};

/** A path as routers and the reference write it. */
export const listedPath = (path: string): string => path.replaceAll('+', '');

/** Whether an address is one of a sender, with any prefix. */
export const isSenderAddress = (url: string): boolean => matchOf(url) !== undefined;

/** Whether an address, without its prefix, is below the senders’ routes. */
export const isSenderPath = (url: string): boolean => roots.test(url);
