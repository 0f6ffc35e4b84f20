import { Suspense } from 'react';
import { PageSomeoneDialog } from '../features/alerts/list/lazy-page-someone.js';
import { OnCallScreen } from '../features/on-call/on-call-screen.js';
import { searchFrom, type OnCallSearch } from '../features/on-call/on-call-search.js';

interface Props {
  search: OnCallSearch;
  onSearch: (search: OnCallSearch) => void;
}

export const OnCall = ({ search, onSearch }: Props) => (
  <OnCallScreen pageDialog={PageDialog} search={searchFrom(search)} onSearch={onSearch} />
);

const PageDialog = (props: { whom?: string; onClose: () => void }) => (
  <Suspense>
    <PageSomeoneDialog {...props} />
  </Suspense>
);
