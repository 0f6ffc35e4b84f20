import { useLocation, useSearch } from '@tanstack/react-router';

/** Screens that show a moment: those below have times of their own. */
export const pastScreen = /^\/(?!history|messages|why|reports|settings|me\b)/;
/** A schedule marks an instant, which may be ahead; its past is an ordinal. */
const ownInstants = /^\/schedules\/./;

/** The moment that the screen’s address names (`?at=`): an ordinal, or an instant that is still to be pinned. */
export function useCursor(): number | string | undefined {
  const pathname = useLocation({ select: (location) => location.pathname });
  const at = useSearch({ strict: false, select: (search) => (search as { at?: number | string }).at });
  return pastScreen.test(pathname) && !(typeof at === 'string' && ownInstants.test(pathname)) ? at : undefined;
}

interface MomentSearch {
  readonly at?: unknown;
  /** Leads out of the past; not part of any address. */
  readonly now?: true;
}

/** Keeps a pinned moment on the way from screen to screen, until a link says another one, or now. */
export const keepMoment = <S extends MomentSearch>({ search, next }: { search: S; next: (search: S) => S }): S => {
  const { now, ...result } = next(search);
  return (now || typeof search.at !== 'number' || result.at !== undefined ? result : { ...result, at: search.at }) as S;
};

/** For links of what stays live. */
export const backToNow: object = { now: true } satisfies MomentSearch;
