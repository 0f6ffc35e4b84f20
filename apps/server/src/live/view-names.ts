import type { RefusedView } from '@tocsin/contracts/live.js';
import { fill, refusals } from '@tocsin/contracts/refusals.js';
import { isViewName } from '../query/stored-rows.js';

/** Names that an answer refuses; further ones are left out of it. */
const refusedAtMost = 20;
const nameCharacters = 80;

/** The views that a client asks to watch, and what in its message names none. */
export const readViewNames = (requested: unknown): { readonly names: ReadonlySet<string>; readonly refused: readonly RefusedView[] } => {
  const list: readonly unknown[] = Array.isArray(requested) ? requested : [requested];
  const isKnown = (name: unknown): name is string => typeof name === 'string' && isViewName(name);
  const unknown = list.filter((name) => !isKnown(name)).slice(0, refusedAtMost);
  return { names: new Set(list.filter(isKnown)), refused: unknown.map(refuseName) };
};

const refuseName = (name: unknown): RefusedView => {
  const view = (typeof name === 'string' ? name : (JSON.stringify(name) ?? '')).slice(0, nameCharacters);
  const code = 'request.unknown_view';
  return { view, code, detail: fill(refusals[code].says, { view }) };
};
