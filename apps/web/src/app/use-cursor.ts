import { useLocation, useSearch } from '@tanstack/react-router';

/** Screens that show a moment; all others, such as settings and reports, have times of their own. */
export const pastScreen = /^\/(?:alerts|on-call|schedules|services|policies|people|teams|silences|heartbeats|moment)(?:\/|$)/;
/** A schedule marks an instant, which may be ahead; its past is an ordinal. */
const ownInstants = /^\/schedules\/./;

/** The moment that the screen’s address names (`?at=`): an ordinal, or an instant that is still to be pinned. */
export function useCursor(): number | string | undefined {
  const pathname = useLocation({ select: (location) => location.pathname });
  const at = useSearch({ strict: false, select: (search) => (search as { at?: unknown }).at });
  if (!pastScreen.test(pathname)) return undefined;
  return typeof at === 'number' || (typeof at === 'string' && !ownInstants.test(pathname)) ? at : undefined;
}

interface MomentSearch {
  readonly at?: unknown;
  /** Leads out of the past; not part of any address. */
  readonly now?: true;
}

/** Keeps a pinned moment on the way from screen to screen, until a link says another one, or now. */
export const keepMoment = <S extends object>({ search, next }: { search: S; next: (search: S) => S }): S => {
  const { now, ...result } = next(search) as S & MomentSearch;
  const { at } = search as MomentSearch;
  return (now || typeof at !== 'number' || result.at !== undefined ? result : { ...result, at }) as S;
};

/** For links of what stays live. */
export const backToNow: object = { now: true } satisfies MomentSearch;

/** The same address at a moment; undefined: now. */
export const atMoment =
  (at: number | string | undefined) =>
  (search: object): object =>
    at === undefined ? { ...search, at, ...backToNow } : { ...search, at };
