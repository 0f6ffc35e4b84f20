import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

const module = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));
const screen = (route: string): string => `${module(`routes/${route}`)}?tsr-split=component`;

/** Entry modules of a first visit, with their static imports: loaded before anything is rendered. */
const roots = {
  entry: [module('main.ts')],
  pageLink: [module('features/page-link/page-link.ts')],
  app: [module('app/start.tsx')],
  signIn: [screen('sign-in.tsx')],
  alerts: [screen('_in.tsx'), screen('_in/alerts.index.tsx')],
};

/** Modules that are loaded on demand: a static import from a first screen fails the build. */
const loadedWhenOpened = /\/features\/schedules\//;

/** So small, and needed by so many parts that are loaded later, that a file of its own costs more: each of them lists its name. */
const withApp = /\/(web\/src\/(data\/words\/readable|app\/past\/choosing)|features\/teams\/shared\/teams)\.ts$/;

/** Each in a file of its own, as most are used by several screens, would be requests that cost more than their bytes, and a longer list of parts. */
const icon = /\/lucide-react\/dist\/esm\//;

/** The modules that these import statically, at any depth, themselves included. */
function reachOf(from: readonly string[], graph: Graph): ReadonlySet<string> {
  const reached = new Set(from);
  // a Set iterates over entries added during the iteration
  for (const id of reached) graph.getModuleInfo(id)?.importedIds.forEach((imported) => reached.add(imported));
  return reached;
}

const files: ReadonlySet<string> = new Set(['app', 'libraries', 'controls', 'alerts', 'shared', 'rolldown-runtime']);

export const isFirstScreenFile = (name: string): boolean => files.has(name);

type ReachableFiles = Readonly<Record<keyof typeof roots, ReadonlySet<string>>>;

/** Throws if one of them contains a module that is loaded on demand. */
function firstScreens(graph: Graph): ReachableFiles {
  const reach = Object.fromEntries(Object.entries(roots).map(([name, from]) => [name, reachOf(from, graph)])) as ReachableFiles;
  const tooEarly = Object.values(reach).flatMap((ids) => [...ids].filter((id) => loadedWhenOpened.test(id)))[0];
  if (tooEarly) throw new Error(`A first screen loads ${tooEarly}: import it when it is opened.`);
  return reach;
}

/**
 * The file of a module of the first screens; null: the bundler decides. By default it makes some forty files, each with its own request and
 * compression, which adds 10 kB to the list of alerts.
 */
export function firstScreenFiles(): (id: string, graph: Graph) => string | null {
  let reach: ReachableFiles | undefined;
  return (id, graph) => {
    reach ??= firstScreens(graph);
    const { entry, pageLink, app, signIn, alerts } = reach;
    if (entry.has(id)) return null;
    if (pageLink.has(id)) return alerts.has(id) ? 'shared' : null;
    if (app.has(id)) return id.includes('/node_modules/') ? 'libraries' : 'app';
    if (withApp.test(id)) return 'app';
    if (alerts.has(id)) return signIn.has(id) ? 'controls' : 'alerts';
    if (icon.test(id)) return 'icons';
    // one file for the small parts of all forms: a visit of the sign-in needs them all
    return signIn.has(id) && !roots.signIn.some((root) => id.startsWith(root)) ? 'forms' : null;
  };
}
