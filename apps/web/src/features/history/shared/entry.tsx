import type { Recorded } from '@tocsin/contracts/envelope.js';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRow } from '../../../data/cache/use-view.js';
import type { Names } from '../../../data/words/names.js';
import { sentenceOf } from './sentences.js';
import { MomentLink } from '../../../ui/moment-link.js';
import { At } from '../../../ui/time.js';

export interface EntryProps {
  event: Recorded;
  names: Names;
  /** The alert group of this screen, which its entries don’t name. */
  here?: string | undefined;
}

/** Events one below the other, along a line. */
export const Rail = ({ children }: { children: ReactNode }) => <ol className="ml-[3px] border-l border-line empty:hidden">{children}</ol>;

const dot = <span aria-hidden className="absolute top-[0.7rem] -left-[4px] size-[7px] rounded-full bg-line-field" />;

/** One event as a sentence that links to it in the history. */
export const Entry = ({ event, names, here, mark = dot, children }: EntryProps & { mark?: ReactNode; children?: ReactNode }) => (
  <li className="relative py-1 pl-4">
    {mark}
    <div className="flex flex-wrap items-baseline gap-x-2 text-[13.5px] leading-5">
      <Link
        to="/history"
        search={{ event: String(event.ordinal), detail: 'every' }}
        className="min-w-0 wrap-anywhere underline-offset-2 hover:underline"
      >
        {sentenceOf(event, names)}
      </Link>
      <AboutGroup event={event} here={here} />
      <MomentLink at={event.ordinal}>
        <At at={event.meta.at} seconds className="text-[12.5px] text-faint" />
      </MomentLink>
    </div>
    {children}
  </li>
);

function AboutGroup({ event, here }: { event: Recorded; here: string | undefined }) {
  const groupId = groupOf(event);
  return groupId !== undefined && groupId !== here ? <GroupLink groupId={groupId} /> : null;
}

export const groupOf = ({ data }: Recorded): string | undefined => (data as { readonly groupId?: string } | null)?.groupId;

function GroupLink({ groupId }: { groupId: string }) {
  const number = useRow('alertGroups', groupId).data?.row?.number;
  if (number === undefined) return null;
  return (
    <Link to="/alerts/$number" params={{ number: String(number) }} className="link text-[12.5px]" aria-label={`Alert group #${number}`}>
      #{number}
    </Link>
  );
}
