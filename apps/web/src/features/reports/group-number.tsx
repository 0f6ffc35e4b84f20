import { GroupLink } from './group-link.js';

/** An alert group of this installation has a page; one of an import has only its row in the table. */
export const GroupNumber = ({ number, log, title }: { number: number; log: string | undefined; title?: string | undefined }) =>
  log === undefined ? <GroupLink number={number} title={title} /> : <>#{number}</>;
