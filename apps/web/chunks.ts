import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

const module = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));

/** Entry modules of a first visit, with their static imports: loaded before anything is rendered. */
const roots = {
  entry: [module('main.ts')],
  pageLink: [module('features/page-link/page-link.ts')],
  app: [module('app/start.tsx')],
  signIn: [module('features/session/sign-in-screen.tsx')],
  alerts: [module('app/session-gate.tsx'), module('routes/alert-list.tsx')],
};

/** Modules that are loaded on demand: a static import from a first screen fails the build. */
const loadedWhenOpened = /\/features\/schedules\//;

/** Characters up to which a module of several later parts shares one file with its like: a file of its own is a request, and a longer list of parts. */
const smallModule = 2_500;

/** The modules that these import statically, at any depth, themselves included. */
function reachOf(from: readonly string[], graph: Graph): ReadonlySet<string> {
  const reached = new Set(from);
  // a Set iterates over entries added during the iteration
  for (const id of reached) graph.getModuleInfo(id)?.importedIds.forEach((imported) => reached.add(imported));
  return reached;
}

const files: ReadonlySet<string> = new Set(['app', 'libraries', 'alerts', 'shared', 'rolldown-runtime']);

export const isFirstScreenFile = (name: string): boolean => files.has(name);

type ReachableFiles = Readonly<Record<keyof typeof roots, ReadonlySet<string>>>;

/** Throws if one of them contains a module that is loaded on demand. */
function firstScreens(graph: Graph): ReachableFiles {
  const reach = Object.fromEntries(Object.entries(roots).map(([name, from]) => [name, reachOf(from, graph)])) as ReachableFiles;
  const tooEarly = Object.values(reach).flatMap((ids) => [...ids].filter((id) => loadedWhenOpened.test(id)))[0];
  if (tooEarly) throw new Error(`A first screen loads ${tooEarly}: import it when it is opened.`);
  return reach;
}

/** Small modules of several later parts that import nothing beside the first screens and each other: their file needs no other. */
function smallParts({ alerts, signIn, pageLink }: ReachableFiles, graph: Graph): ReadonlySet<string> {
  const isFirst = (id: string): boolean => alerts.has(id) || signIn.has(id);
  const small = new Set([...everyModule(graph)].filter((id) => !isFirst(id) && !pageLink.has(id) && isSmall(id, graph)));
  const needsMore = (id: string): boolean => graph.getModuleInfo(id)!.importedIds.some((needed) => !isFirst(needed) && !small.has(needed));
  for (let count = -1; count !== small.size;) {
    count = small.size;
    small.forEach((id) => needsMore(id) && small.delete(id));
  }
  return small;
}

function isSmall(id: string, graph: Graph): boolean {
  const { code, importers, dynamicImporters } = graph.getModuleInfo(id)!;
  const isOurs = /\/(web\/src|contracts\/src|lucide-react\/dist\/esm)\//.test(id);
  return isOurs && dynamicImporters.length === 0 && importers.length > 1 && code !== null && code.length <= smallModule;
}

/** All modules of the app, at any time. */
function everyModule(graph: Graph): ReadonlySet<string> {
  const modules = new Set(roots.entry);
  // a Set iterates over entries added during the iteration
  for (const id of modules) {
    const info = graph.getModuleInfo(id);
    [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])].forEach((imported) => modules.add(imported));
  }
  return modules;
}

/**
 * The file of a module of the first screens; null: the bundler decides. By default it makes some forty files, each with its own request and
 * compression, which adds 10 kB to the list of alerts.
 */
export function firstScreenFiles(): (id: string, graph: Graph) => string | null {
  let reach: ReachableFiles | undefined;
  let small: ReadonlySet<string> | undefined;
  return (id, graph) => {
    reach ??= firstScreens(graph);
    small ??= smallParts(reach, graph);
    const { entry, pageLink, app, signIn, alerts } = reach;
    if (entry.has(id)) return null;
    if (pageLink.has(id)) return alerts.has(id) ? 'shared' : null;
    if (app.has(id) || (alerts.has(id) && signIn.has(id))) return id.includes('/node_modules/') ? 'libraries' : 'app';
    if (alerts.has(id)) return 'alerts';
    if (small.has(id)) return 'small';
    // one file for the small parts of all forms: a visit of the sign-in needs them all
    return signIn.has(id) && !roots.signIn.some((root) => id.startsWith(root)) ? 'forms' : null;
  };
}
