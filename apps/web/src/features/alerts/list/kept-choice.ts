import { store } from '../../../data/store.js';
import { choiceOf, queryOfChoice } from './list-choice.js';

/** This browser’s copy: the first screen does not wait for the server’s. */
const place = 'alerts-list';
export const listChoice = store(choiceOf(localStorage.getItem(place) ?? ''));

export function keepChoice(query: string): void {
  if (queryOfChoice(listChoice.now()) === query) return;
  localStorage.setItem(place, query);
  listChoice.set(choiceOf(query));
}
