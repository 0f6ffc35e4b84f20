import type { FilmAnswer, FilmRows } from '@tocsin/contracts/film/film.js';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { api } from '../../../data/cache/api.js';
import { keys } from '../../../data/cache/keys.js';
import { useAsOf } from '../../../data/time/as-of.js';
import { partFor, partSize, rowsOfFrames } from './film-model.js';

type Request = Readonly<Partial<Record<'from' | 'frame' | 'at', number>>>;

const filmQuery = (groupId: string, request: Request) => ({
  queryKey: keys.film(groupId, request),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api<FilmAnswer>(
      'GET',
      `/films/${groupId}?${new URLSearchParams(Object.entries(request).map(([key, value]) => [key, String(value)])).toString()}`,
      {
        signal,
      },
    ),
  staleTime: 60_000,
});

/** How many frames before the end of a part the next one is read. */
const ahead = 60;

/**
 * The part of the film with a frame. `ordinal`: the frame that it begins with; `wanted`: the number of the one that is shown now, null until the first part
 * is there.
 */
export function useFilm(groupId: string, ordinal: number, wanted: number | null) {
  const client = useQueryClient();
  const upTo = useAsOf()?.ordinal;
  const [from, setFrom] = useState<number | null>(null);
  const until = useMemo(() => (upTo === undefined ? {} : { at: upTo }), [upTo]);
  const reading = useQuery({
    ...filmQuery(groupId, { ...until, ...(from === null ? { frame: ordinal } : { from }) }),
    placeholderData: keepPreviousData,
  });
  const film = reading.data;
  const other = film && wanted !== null ? partFor(wanted, film) : null;
  // the part that has it is read next; until it is there, this one is shown
  if (other !== null && other !== from && !reading.isPlaceholderData) setFrom(other);
  const end = film ? film.from + film.frames.length : 0;
  const isNear = film !== undefined && wanted !== null && wanted > end - Math.min(ahead, partSize) && end < film.count;
  useEffect(() => {
    if (isNear) void client.prefetchQuery(filmQuery(groupId, { ...until, from: end }));
  }, [client, groupId, until, isNear, end]);
  const rows = useMemo((): readonly FilmRows[] => (film ? rowsOfFrames(film) : []), [film]);
  return { reading, film, rows };
}
