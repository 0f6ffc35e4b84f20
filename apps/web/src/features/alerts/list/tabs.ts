import type { AlertsSearch } from './filters.js';

/** The lists that are one press away; other states are filters of the open ones. */
export const tabs = ['open', 'mine', 'resolved', 'all'] as const;
export type Tab = (typeof tabs)[number];

export const tabOf = ({ state, assignee }: AlertsSearch): Tab => {
  if (state === 'resolved' || state === 'all') return state;
  return assignee === 'me' ? 'mine' : 'open';
};

/** The other filters stay. */
export const tabSearch = ({ state: _state, assignee: _assignee, ...rest }: AlertsSearch, tab: Tab): AlertsSearch => {
  if (tab === 'mine') return { ...rest, assignee: 'me' };
  return tab === 'open' ? rest : { ...rest, state: tab };
};
