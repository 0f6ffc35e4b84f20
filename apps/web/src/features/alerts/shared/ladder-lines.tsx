import type { LadderRow } from '@tocsin/contracts/alert-groups/escalation.js';
import type { WebhookCallRow } from '@tocsin/contracts/alert-groups/webhook-calls.js';
import type { PolicyRow, PolicyTarget } from '@tocsin/contracts/policies/noun.js';
import { targetKey, traitsOf } from '@tocsin/contracts/policies/targets.js';
import { Link } from '@tanstack/react-router';
import { useClock } from '../../../data/time/clock.js';
import { useNames } from '../../../data/words/names.js';
import { useTargetNames } from '../../event-subscriptions/shared/use-target-names.js';
import { conditionWords } from '../../policies/shared/condition-words.js';
import { dutyWords } from '../../schedules/shared/duty-reasons.js';
import { targetWords } from '../../policies/shared/target-words.js';
import { unmetWords } from '../../policies/shared/unmet-words.js';
import { capital } from '../../../data/words/capital.js';
import { causeWords, repeatWords } from './group-words.js';
import { reasonClause } from '../../messages/shared/reason-words.js';
import { Nothing } from '../../../ui/screen.js';
import { At } from '../../../ui/time.js';
import { Countdown } from '../../../ui/age.js';
import { Avatar } from '../../../ui/avatar.js';
import { Disclosure } from '../../../ui/disclosure.js';
import { Ladder, LadderRung, type RungState } from '../../../ui/ladder.js';
import {
  climbedSteps,
  drawnAs,
  forecastAs,
  earlierSteps,
  otherPages,
  routePosts,
  rungsOf,
  withoutRestarts,
  type Rung,
  type RungPerson,
} from './ladder-model.js';
import { CallLine } from './call-line.js';
import { causeForecast, outcomeForecast, unmetForecast } from './forecast-words.js';
import { Receipts } from './receipts.js';

interface Props {
  ladder: LadderRow;
  policy: PolicyRow | undefined;
  /** For drills: everything is worded as a forecast. */
  isForecast?: boolean;
}

/** The one drawing of an escalation: steps taken and planned, people, receipts. */
export function LadderLines({ ladder, policy, isForecast = false }: Props) {
  const all = rungsOf(ladder, climbedSteps(ladder, policy));
  const rungs = withoutRestarts(all);
  const earlier = isForecast ? 0 : earlierSteps(rungs);
  const lines = rungs.map((rung, n) => (
    <RungLine
      key={rung.key}
      rung={rung}
      drawn={isForecast ? forecastAs(rungs, n) : drawnAs(rungs, n)}
      until={rungs[n + 1]?.at ?? null}
      isForecast={isForecast}
    />
  ));
  return (
    <>
      {earlier > 0 && (
        <Disclosure className="mb-2.5" summary={`${earlier} earlier steps`}>
          <Ladder label="Earlier steps">{lines.slice(0, earlier)}</Ladder>
        </Disclosure>
      )}
      {lines.length > 0 && <Ladder label="Steps">{lines.slice(earlier)}</Ladder>}
      {ladder.state === 'stopped' && <p className="mt-3 text-muted">{stopWords[ladder.because] ?? 'Stopped.'}</p>}
      {rungs.length === 0 && ladder.state !== 'stopped' && <Nothing>{isForecast ? 'No step would be taken.' : 'No one yet.'}</Nothing>}
      <OtherPages ladder={ladder} rungs={all} isForecast={isForecast} />
      <RoutePosts calls={routePosts(ladder)} isForecast={isForecast} />
    </>
  );
}

const stopWords: Record<string, string> = {
  acknowledged: 'Stopped: acknowledged.',
  snoozed: 'Stopped: snoozed.',
  suppressed: 'Stopped: everything that fires is muted.',
  resolved: 'Stopped: resolved.',
  low_urgency: 'Low urgency: no further escalation.',
  test: 'Test: no further escalation.',
  stale: 'Stopped: stale, its source is silent.',
  follows: 'Part of a storm, or linked: escalated with the first group.',
};

const Due = ({ at }: { at: string }) =>
  useClock((now) => Date.parse(at) <= now) ? (
    'now'
  ) : (
    <>
      in <Countdown to={at} />
    </>
  );

const stepName = (step: Rung['step']): string =>
  step === 'exhausted' ? 'managers of the team' : step === 'owners' ? 'owners' : step === 0 ? 'last assignee' : `step ${step}`;

interface RungProps {
  rung: Rung;
  drawn: RungState;
  /** When the step after it is due. */
  until: string | null;
  isForecast: boolean;
}

function RungLine({ rung, drawn, until, isForecast }: RungProps) {
  const isAhead = rung.state === 'ahead';
  const gone = useClock((now) => (drawn === 'now' && rung.at && until ? goneOf(rung.at, until, now) : 0));
  return (
    <LadderRung
      state={drawn}
      mark={typeof rung.step === 'number' && rung.step > 0 ? String(rung.step) : '•'}
      title={capital(repeatWords(stepName(rung.step), rung.round))}
      at={rung.at && <RungTime at={rung.at} state={rung.state} />}
      gone={gone}
    >
      <PassedOver rung={rung} isForecast={isForecast} />
      {rung.people.map((person) => (
        <PersonLine
          key={`${person.personId} ${person.outcome} ${person.onCall?.scheduleId ?? ''}`}
          person={person}
          at={rung.at}
          isForecast={isForecast}
        />
      ))}
      {rung.calls?.map((call) => (
        <CallLine key={call.callId} call={call} isForecast={isForecast} />
      ))}
      {rung.conditions && <p className="text-muted first-letter:uppercase">{conditionWords(rung.conditions)}:</p>}
      {rung.oneInTurn && <p className="text-muted">Round-robin, one of:</p>}
      {rung.targets.map((target) => (
        <TargetLine key={targetKey(target)} target={target} isAhead={isAhead} />
      ))}
    </LadderRung>
  );
}

const goneOf = (from: string, to: string, now: number): number => {
  const whole = Date.parse(to) - Date.parse(from);
  return whole > 0 ? Math.min(1, Math.max(0, (now - Date.parse(from)) / whole)) : 1;
};

/** A skipped step: no one in it, or its conditions were not met. */
const PassedOver = ({ rung: { state, skipped }, isForecast }: { rung: Rung; isForecast: boolean }) => (
  <>
    {state === 'empty' && <p className="font-medium text-warn">No one in this step: {isForecast && 'would be '}skipped.</p>}
    {skipped && (
      <p className="text-muted">{isForecast ? `Would be skipped: ${unmetForecast(skipped)}.` : `Skipped: ${unmetWords(skipped)}.`}</p>
    )}
  </>
);

/** When it was taken; for the next one, how long until then. */
const RungTime = ({ at, state }: { at: string; state: Rung['state'] }) =>
  state === 'next' ? (
    <span className="font-semibold">
      <Due at={at} />
    </span>
  ) : (
    <At at={at} seconds />
  );

const outcomes = { paged: '', continued: ', already being paged', paged_again: ', paged again', not_reachable: ', could not be reached' };

/** The targets of a step that was not taken yet; for a schedule, who is on call now. */
function TargetLine({ target, isAhead }: { target: PolicyTarget; isAhead: boolean }) {
  const names = useTargetNames();
  const behind = traitsOf(target)?.behind === 'duty' ? names.behind([target]) : null;
  return (
    <p className={isAhead ? '' : 'font-medium'}>
      <span className="inline-block first-letter:uppercase">{targetWords(target, names)}</span>
      {behind && (
        <span className={`font-normal ${behind.length > 0 ? 'text-muted' : 'text-warn'}`}>
          {behind.length > 0 ? `: ${behind.map(names.person).join(', ')} at the moment` : ': no one at the moment'}
        </span>
      )}
    </p>
  );
}

/** `at`: when the step was taken; the schedule is shown as it was then. */
function PersonLine({ person, at, isForecast }: { person: RungPerson; isForecast: boolean } & Pick<Rung, 'at'>) {
  const { personId, outcome, reason, onCall, page } = person;
  const names = useNames();
  return (
    <div className="grid gap-1">
      <p className="font-medium">
        <span className="mr-1.5 inline-block align-middle">
          <Avatar personId={personId} name={names.person(personId)} />
        </span>
        {names.person(personId)}
        {onCall && (
          <span className="font-normal text-muted">
            {' '}
            (
            <Link to="/schedules/$id" params={{ id: onCall.scheduleId }} search={at === null ? {} : { at }} className="hover:underline">
              {dutyWords(onCall, names)}
            </Link>
            )
          </span>
        )}
        <span className={`font-normal ${outcome === 'not_reachable' ? 'text-warn' : 'text-muted'}`}>
          {(isForecast ? outcomeForecast : outcomes)[outcome]}
          {reason && `: ${reasonClause(reason)}`}
        </span>
      </p>
      {page && <Receipts page={page} isForecast={isForecast} />}
    </div>
  );
}

function RoutePosts({ calls, isForecast }: { calls: readonly WebhookCallRow[]; isForecast: boolean }) {
  if (calls.length === 0) return null;
  return (
    <>
      <h3 className="mt-2 mb-1 text-xs text-muted">Posted by routes</h3>
      {calls.map((call) => (
        <CallLine key={call.callId} call={call} isForecast={isForecast} />
      ))}
    </>
  );
}

function OtherPages({ ladder, rungs, isForecast }: { ladder: LadderRow; rungs: readonly Rung[]; isForecast: boolean }) {
  const names = useNames();
  const pages = otherPages(ladder, rungs);
  if (pages.length === 0) return null;
  return (
    <>
      <h3 className="mt-2 mb-1 text-xs text-muted">Outside the policy</h3>
      <ul className="space-y-2">
        {pages.map((page) => (
          <li key={page.pageId}>
            <p className="flex flex-wrap justify-between gap-x-3">
              <span>
                <span className="font-medium">{names.person(page.personId)}</span>
                <span className="text-muted">, {(isForecast ? causeForecast : causeWords)(page.cause, names)}</span>
              </span>
              <At at={page.startedAt} seconds className="text-xs text-faint" />
            </p>
            <Receipts page={page} isForecast={isForecast} />
          </li>
        ))}
      </ul>
    </>
  );
}
