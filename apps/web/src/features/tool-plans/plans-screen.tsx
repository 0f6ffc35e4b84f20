import type { ToolPlanRow } from '@tocsin/contracts/tool-plans/noun.js';
import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { useRow, useView } from '../../data/cache/use-view.js';
import { useNames } from '../../data/words/names.js';
import { readable } from '../../data/words/readable.js';
import { Button } from '../../ui/button.js';
import { Countdown } from '../../ui/age.js';
import { ResourceList } from '../../ui/resource/resource-list.js';
import { Screen } from '../../ui/screen.js';
import { Ago } from '../../ui/time.js';
import { useMayAct } from '../alerts/shared/may-act.js';
import { endWords } from './shared/sentences.js';
import { openPlans } from './shared/use-open-plans.js';

const over = { where: { state: ['carried_out', 'declined', 'ended'] }, sort: 'proposedAt', desc: true, limit: 50 };

/** What programs ask to do, and what became of it. */
export function PlansScreen() {
  const [waiting, past] = [useView('toolPlans', openPlans), useView('toolPlans', over)];
  return (
    <Screen title="Plans of programs">
      <ResourceList
        title="Waiting for a person"
        what="The plans"
        reading={waiting}
        rows={waiting.data?.rows ?? []}
        renderLine={(plan) => <OpenPlan plan={plan} />}
        empty="No program asks for anything. A token with the scope “plan” lets one ask; nothing is done before somebody approves it."
      />
      <ResourceList
        title="Over"
        what="The plans that are over"
        reading={past}
        rows={past.data?.rows ?? []}
        renderLine={(plan) => <PlanLine plan={plan} />}
        empty="None yet."
      />
    </Screen>
  );
}

/** For those who may do it themselves, with its buttons: the server judges again. */
function OpenPlan({ plan }: { plan: ToolPlanRow }) {
  const group = useRow('alertGroups', plan.act.groupId).data?.row;
  const mayAct = useMayAct();
  return (
    <PlanLine plan={plan} title={group ? readable(group.title) : undefined}>
      {plan.state === 'open' && group && mayAct(group) && <Answers planId={plan.id} />}
    </PlanLine>
  );
}

/** `title`: of its alert group. */
function PlanLine({ plan, title, children }: { plan: ToolPlanRow; title?: string | undefined; children?: ReactNode }) {
  const names = useNames();
  const { act, number, says, token, state } = plan;
  const note = act.tool === 'add_note' && act.text !== null ? textOrErased(act.text) : null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line-soft py-2.5 last:border-0">
      <span className="min-w-0 grow basis-72">
        <span className={`block font-medium [overflow-wrap:anywhere] ${state === 'open' ? '' : 'text-muted'}`}>{says}</span>
        {note !== null && <q className="block text-muted [overflow-wrap:anywhere] [unicode-bidi:isolate]">{note}</q>}
        <span className="block text-xs text-muted [overflow-wrap:anywhere]">
          {names.token(token.id)}
          {token.personId !== null && ` of ${names.person(token.personId)}`} ·{' '}
          <Link to="/alerts/$number" params={{ number: String(number) }} className="underline underline-offset-2">
            #{number}
          </Link>{' '}
          {title && <bdi>{title}</bdi>} · <Ago at={plan.proposedAt} />
        </span>
      </span>
      <span className="text-xs text-muted tabular-nums">
        <Outcome plan={plan} />
      </span>
      {children}
    </li>
  );
}

function Outcome({ plan: { state, because, by, standingId, expiresAt } }: { plan: ToolPlanRow }) {
  const names = useNames();
  if (state === 'open')
    return (
      <>
        ends in <Countdown to={expiresAt} />
      </>
    );
  if (state === 'declined') return `declined by ${names.person(by)}`;
  if (state === 'ended') return `not done: ${endWords[because ?? 'refused']}`;
  const who = standingId === null ? names.person(by) : 'a standing approval';
  return state === 'approved' ? `approved by ${who}` : `done, approved by ${who}`;
}

function Answers({ planId }: { planId: string }) {
  const approve = useCommand('ApproveToolPlan', 'approve the plan');
  const decline = useCommand('DeclineToolPlan', 'decline the plan');
  return (
    <span className="flex gap-1">
      <Button kind="quiet" busy={decline.isPending} onClick={() => decline.mutate({ planId })}>
        Decline
      </Button>
      <Button kind="act" busy={approve.isPending} onClick={() => approve.mutate({ planId })}>
        Approve
      </Button>
    </span>
  );
}
