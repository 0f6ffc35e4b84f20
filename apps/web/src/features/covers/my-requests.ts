import type { CoverRequest, CoverRequestsRow } from '@tocsin/contracts/schedules/covers.js';
import type { TeamRow } from '@tocsin/contracts/teams/noun.js';

export interface RequestIn {
  readonly scheduleId: string;
  readonly request: CoverRequest;
}
interface RequestFilter {
  readonly me: string;
  readonly now: number;
  readonly teamOf: (scheduleId: string) => Pick<TeamRow, 'members'> | undefined;
}

const isAhead = ({ to }: CoverRequest, now: number): boolean => Date.parse(to) > now;

const isOfferedTo = ({ personId, offeredTo }: CoverRequest, scheduleId: string, { me, teamOf }: RequestFilter): boolean => {
  if (personId === me) return false;
  return offeredTo ? offeredTo.includes(me) : (teamOf(scheduleId)?.members.some((member) => member.personId === me) ?? false);
};

const inOrder = (rows: readonly CoverRequestsRow[]): readonly RequestIn[] =>
  rows
    .flatMap(({ id: scheduleId, requests }) => requests.map((request) => ({ scheduleId, request })))
    .toSorted((one, other) => (one.request.from < other.request.from ? -1 : 1));

/** Open requests that wait for my answer, the next first. */
export const offeredToMe = (rows: readonly CoverRequestsRow[], asking: RequestFilter): readonly RequestIn[] =>
  inOrder(rows).filter(
    ({ scheduleId, request }) =>
      request.state === 'open' &&
      isAhead(request, asking.now) &&
      !request.declinedBy.includes(asking.me) &&
      isOfferedTo(request, scheduleId, asking),
  );

const day = 86_400_000;

/** While its time is ahead; requests that no one accepted for a day longer. */
const isShown = (request: CoverRequest, now: number): boolean => isAhead(request, request.state === 'expired' ? now - day : now);

/** Requests by me or for me, with their state. Withdrawn ones are left out. */
export const requestedForMe = (rows: readonly CoverRequestsRow[], { me, now }: Pick<RequestFilter, 'me' | 'now'>): readonly RequestIn[] =>
  inOrder(rows).filter(
    ({ request }) => (request.personId === me || request.askedById === me) && request.state !== 'withdrawn' && isShown(request, now),
  );
