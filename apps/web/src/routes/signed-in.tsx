import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
  useNavigate,
  useParams,
  useSearch,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { loadCaller } from '../app/load-caller.js';
import { keepMoment } from '../app/use-cursor.js';

export const root = createRootRouteWithContext<{ client: QueryClient }>()({ component: Outlet });

/** Everything behind the sign-in. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'in',
  beforeLoad: async ({ context: { client }, location }) => {
    const { status, session } = await loadCaller(client);
    if (!status.setUp) throw redirect({ to: '/setup' });
    if (!session) throw redirect({ to: '/sign-in', search: { to: location.href } });
  },
  search: { middlewares: [keepMoment] },
  component: lazyRouteComponent(() => import('../app/session-gate.js'), 'SessionGate'),
});

type Load<Props> = () => Promise<ComponentType<Props>>;
type ParamsOf<Path extends string> = Path extends `${string}$${infer Name}` ? Readonly<Record<Name, string>> : unknown;

/** A component with the params of its route, which is loaded when that is opened; for other params it is a new one. */
export const later = <Props,>(load: Load<Props>, useProps: () => object = () => ({})) =>
  lazyRouteComponent(async () => {
    const Loaded = (await load()) as ComponentType<object>;
    const Shown = () => {
      const params: object = useParams({ strict: false });
      return <Loaded key={Object.values(params).join('/')} {...params} {...useProps()} />;
    };
    return { Shown };
  }, 'Shown');

export const screen = <const Path extends string>(path: Path, load: Load<ParamsOf<Path>>) =>
  createRoute({ getParentRoute: () => signedIn, path, component: later(load) });

interface Searched<Search> {
  readonly search: Search;
  readonly onSearch: (change: Search | ((search: Search) => Search)) => void;
}

/** A screen whose filters are in its address. */
export const searched = <const Path extends string, Search extends object>(
  path: Path,
  validateSearch: (values: Record<string, unknown>) => Search,
  load: Load<ParamsOf<Path> & Searched<NoInfer<Search>>>,
  options?: { readonly resetScroll: boolean },
) => {
  const useProps = () => {
    const navigate = useNavigate();
    const onSearch = (search: unknown) => void navigate({ to: '.', search: search as never, replace: true, ...options });
    return { search: useSearch({ strict: false }), onSearch };
  };
  return createRoute({ getParentRoute: () => signedIn, path, validateSearch, component: later(load, useProps) });
};
