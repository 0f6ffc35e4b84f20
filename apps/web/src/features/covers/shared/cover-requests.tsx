import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { CoverRequest } from '@tocsin/contracts/schedules/covers.js';
import { useClock } from '../../../data/time/clock.js';
import { useNames, type Names } from '../../../data/words/names.js';
import { useMe } from '../../../data/session/session.js';
import { say } from '../../../data/toasts.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { useAll } from '../../../data/cache/use-view.js';
import { Button } from '../../../ui/button.js';
import { Avatar } from '../../../ui/avatar.js';
import { Panel } from '../../../ui/panel.js';
import { browserZone, stretchName } from '../../../data/time/zone-times.js';
import { requestedForMe, type RequestIn } from '../my-requests.js';
import { useOpenRequests } from './use-open-requests.js';

interface Part {
  readonly from: string;
  readonly to: string;
}

/** `Sat 21 Nov 09:00 – 17:00`, in my zone. */
const partWords = ({ from, to }: Part): string => stretchName(Date.parse(from), Date.parse(to), browserZone());

/** `Ana asks you to cover`, `Olga asks you to cover for Ana`. */
const askWords = ({ personId, askedById }: CoverRequest, names: Names): string =>
  `${names.person(askedById)} asks you to cover${personId === askedById ? '' : ` for ${names.person(personId)}`}`;

const list = new Intl.ListFormat('en', { type: 'disjunction' });

/** The state of a request, for the person who asked. */
function stateWords({ state, offeredTo, acceptedById, declinedBy }: CoverRequest, names: Names): string {
  if (state === 'accepted') return `${names.person(acceptedById)} covers`;
  if (state === 'declined') return 'Everyone declined';
  if (state === 'expired') return 'No one accepted';
  const waiting = offeredTo?.filter((id) => !declinedBy.includes(id)).map((id) => names.person(id));
  return `Waiting for ${waiting ? list.format(waiting) : 'the team'}`;
}

const minute = 60_000;

/** Requests to me, with buttons to answer; and the state of my own requests. `scheduleId`: of this schedule alone. */
export function CoverRequests({ scheduleId }: { scheduleId?: string }) {
  const { personId: me } = useMe();
  const now = useClock((time) => time - (time % minute));
  const isHere = (one: RequestIn): boolean => scheduleId === undefined || one.scheduleId === scheduleId;
  const asking = useOpenRequests().filter(isHere);
  const own = requestedForMe(useAll('coverRequests'), { me, now }).filter(isHere);
  if (asking.length + own.length === 0) return null;
  return (
    <Panel title="Cover requests" flush>
      <ul>
        {asking.map((one) => (
          <OfferedRequest key={one.request.coverId} {...one} />
        ))}
        {own.map((one) => (
          <OwnRequest key={one.request.coverId} {...one} />
        ))}
      </ul>
    </Panel>
  );
}

const line = 'flex flex-wrap items-center gap-x-2.5 gap-y-2 border-t border-line-soft px-4 py-2';

function OfferedRequest({ scheduleId, request }: RequestIn) {
  const names = useNames();
  const name = names.schedule(scheduleId);
  const accept = useCommand('AcceptCover', `cover ${name}`);
  const decline = useCommand('DeclineCover', `decline to cover ${name}`);
  const { coverId, inReturn } = request;
  const note = readablePersonal(request.note, '');
  const about = `${name}, ${partWords(request)}`;
  return (
    <li className={line}>
      <Avatar personId={request.personId} name={names.person(request.personId)} size="large" />
      <div className="min-w-0 flex-1 basis-48 ">
        <p className="font-medium">{askWords(request, names)}</p>
        <p className="text-xs text-muted">{about}</p>
        {inReturn && <p className="text-xs text-muted">In return they take {partWords(inReturn)} from you</p>}
        {note !== '' && <p className="text-xs break-words text-muted">“{note}”</p>}
      </div>
      <Button
        kind="act"
        className="max-sm:h-11 max-sm:flex-1"
        aria-label={`Accept: ${about}`}
        busy={accept.isPending}
        onClick={() =>
          accept.mutate(
            { scheduleId, coverId },
            { onSuccess: () => say({ kind: 'done', title: `You cover ${name}`, detail: partWords(request) }) },
          )
        }
      >
        Accept
      </Button>
      <Button
        className="max-sm:h-11 max-sm:flex-1"
        aria-label={`Decline: ${about}`}
        busy={decline.isPending}
        onClick={() => decline.mutate({ scheduleId, coverId })}
      >
        Decline
      </Button>
    </li>
  );
}

function OwnRequest({ scheduleId, request }: RequestIn) {
  const names = useNames();
  const name = names.schedule(scheduleId);
  const withdraw = useCommand('WithdrawCover', `withdraw the request for ${name}`);
  const { coverId, state } = request;
  return (
    <li className={line}>
      <Avatar personId={request.personId} name={names.person(request.personId)} size="large" />
      <div className="min-w-0 flex-1 basis-48 ">
        <p className={`font-medium ${state === 'declined' ? 'text-warn' : ''}`}>{stateWords(request, names)}</p>
        <p className="text-xs text-muted">
          {name}, {partWords(request)}
          {request.personId !== names.me && `, for ${names.person(request.personId)}`}
        </p>
      </div>
      {state === 'open' && (
        <Button
          aria-label={`Withdraw the request: ${name}, ${partWords(request)}`}
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate({ scheduleId, coverId })}
        >
          Withdraw
        </Button>
      )}
    </li>
  );
}
