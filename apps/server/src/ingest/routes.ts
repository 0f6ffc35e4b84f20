import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
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

/** Of the letters of an address alone: others could change its length. */
const lower = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

const methodsOf = (path: string): readonly string[] =>
  formats.flatMap(({ routes }) => routes.filter((route) => route.path === path).flatMap(({ methods }) => methods));

const compile = (format: SenderFormat, route: SenderRoute): CompiledRoute => {
  const [root = ''] = route.path.split('/:', 1);
  const rest = route.path
    .slice(root.length)
    .replaceAll(/:(\w+)\+/g, '(?<$1>.+)')
    .replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
  return { format, route, root: lower(root), rest: new RegExp(`^${rest}$`, 'i'), methods: methodsOf(route.path) };
};

/** Another format’s address is its end, as `/v2/alerts` is of `/api/v2/alerts`: that one comes first, and the kind of the key tells which is meant. */
const isEndShared = ({ format, route: { path } }: CompiledRoute): boolean =>
  !path.includes(':key') && formats.some((other) => other !== format && other.routes.some((route) => path.endsWith(route.path)));

const compiledRoutes = formats
  .flatMap((format) => format.routes.map((route) => compile(format, route)))
  .toSorted((a, b) => Number(isEndShared(a)) - Number(isEndShared(b)));
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

const matchAt = (path: string, find: FindRoot, kind: IntegrationKind | undefined): SenderMatch | undefined => {
  const written = lower(path);
  for (const { format, route, root, rest, methods } of compiledRoutes) {
    if (kind !== undefined && format.kind !== kind) continue;
    const at = find(written, root);
    const found = at === -1 ? null : rest.exec(path.slice(at + root.length));
    if (found) return { format, route, params: paramsOf(found.groups), methods };
  }
  return undefined;
};

/** The newest address and its match: a request is matched at several places, one after the other. */
let newest: { readonly url: string; readonly match: SenderMatch | undefined } = { url: '', match: undefined };

const matchAnew = (url: string, kind?: IntegrationKind): SenderMatch | undefined => {
  const [address = ''] = url.split('?', 1);
  const path = address.replace(/\/+$/, '');
  const match = matchAt(path, first, kind) ?? matchAt(path, last, kind);
  if (match || !path.includes('//')) return match;
  // written by hand behind an address that ends with a slash
  return matchAnew(address.replaceAll(/\/{2,}/g, '/').replace(/\/+$/, ''), kind);
};

/**
 * The route of an address, below any prefix, so that one host can serve several installations; with or without a final slash, in any case, and with
 * doubled slashes. Takes time in proportion
 * to the address. `kind`: of this kind only, because two protocols may have the same path.
 */
export const matchOf = (url: string, kind?: IntegrationKind): SenderMatch | undefined => {
  if (kind !== undefined) return matchAnew(url, kind);
  if (newest.url !== url) newest = { url, match: matchAnew(url) };
  return newest.match;
};

/** A path as routers and the reference write it. */
export const listedPath = (path: string): string => path.replaceAll('+', '');

export const isSenderAddress = (url: string): boolean => matchOf(url) !== undefined;

/** Whether an address, without its prefix, is below the senders’ routes. */
export const isSenderPath = (url: string): boolean => roots.test(url);
