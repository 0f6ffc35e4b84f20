import { readablePersonal } from '@tocsin/contracts/ids.js';
import { useClock } from '../../../data/time/clock.js';
import { useNames } from '../../../data/words/names.js';
import { useMe } from '../../../data/session/session.js';
import { say } from '../../../data/toasts.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { useAll } from '../../../data/cache/use-view.js';
import { Button } from '../../../ui/button.js';
import { Avatar } from '../../../ui/avatar.js';
import { Panel } from '../../../ui/panel.js';
import { askWords, partWords, stateWords } from '../cover-words.js';
import { requestedForMe, type RequestIn } from '../my-requests.js';
import { useOpenRequests } from './use-open-requests.js';

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
