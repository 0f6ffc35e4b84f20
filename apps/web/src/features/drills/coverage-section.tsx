import type { CoverageAnswer, CoverageGap } from '@tocsin/contracts/drills/drills.js';
import { Link } from '@tanstack/react-router';
import { useNames } from '../../data/words/names.js';
import { Button } from '../../ui/button.js';
import { Nothing, Section } from '../../ui/screen.js';
import { At } from '../../ui/time.js';
import { WhenRead } from '../../ui/when-read.js';
import { useBeginCoverage, type useCoverage } from './use-drill.js';
import { Progress } from '../../ui/progress.js';

/** Checks every service over the next four weeks for times when a critical alert would notify no one. */
export function CoverageSection({ reading }: { reading: ReturnType<typeof useCoverage> }) {
  const begin = useBeginCoverage();
  const isRunning = reading.data?.state === 'running';
  return (
    <Section
      title="All services, next 4 weeks"
      aside={
        <Button onClick={() => begin.mutate()} busy={begin.isPending || isRunning}>
          {reading.data?.state === 'done' ? 'Check again' : 'Check all services'}
        </Button>
      }
    >
      <WhenRead of={[reading]} what="The check" lines={3}>
        {reading.data && <Coverage coverage={reading.data} />}
      </WhenRead>
    </Section>
  );
}

function Coverage({ coverage }: { coverage: CoverageAnswer }) {
  const { state, done, of, gaps, more, at } = coverage;
  if (state === 'none')
    return <Nothing>Finds every period in which a critical alert would notify no one in the service’s escalation policy.</Nothing>;
  return (
    <>
      {state === 'running' && (
        <p className="flex items-center gap-3 py-1 text-muted">
          <Progress className="w-40" value={done} max={of} label="Services checked" />
          {done} of {of} services checked
        </p>
      )}
      {state === 'failed' && <p className="py-1 text-warn">The check stopped. Start it again.</p>}
      {state === 'done' && gaps.length === 0 && <Nothing>No gaps: every service would reach someone in the next 4 weeks.</Nothing>}
      {gaps.length > 0 && <Gaps gaps={gaps} />}
      {more > 0 && <p className="mt-2 text-muted">{more} more are not listed.</p>}
      {state === 'done' && at && (
        <p className="mt-2 text-xs text-faint">
          {of === 1 ? '1 service' : `${of} services`} checked <At at={at} />, from the configuration at that time.
        </p>
      )}
    </>
  );
}

function Gaps({ gaps }: { gaps: readonly CoverageGap[] }) {
  const names = useNames();
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-160 text-left tabular-nums">
        <caption className="sr-only">Periods in which no one in the escalation policy would be notified</caption>
        <thead className="text-xs text-muted">
          <tr>
            <th className="py-1 pr-3 font-normal">Service</th>
            <th className="py-1 pr-3 font-normal">From</th>
            <th className="py-1 pr-3 font-normal">Until</th>
            <th className="py-1 pr-3 font-normal">Reason</th>
            <th className="py-1 font-normal">Would be notified instead</th>
          </tr>
        </thead>
        <tbody>
          {gaps.map((gap) => (
            <tr key={`${gap.serviceId} ${gap.from}`} className="border-t border-line align-top">
              <td className="py-1.5 pr-3">
                <Link to="/reports/drill" search={{ service: gap.serviceId, at: gap.from }} className="link">
                  {names.service(gap.serviceId)}
                </Link>
              </td>
              <td className="py-1.5 pr-3 whitespace-nowrap">
                <At at={gap.from} />
              </td>
              <td className="py-1.5 pr-3 whitespace-nowrap">
                <At at={gap.to} />
              </td>
              <td className="py-1.5 pr-3">
                <Why gap={gap} />
              </td>
              <td className={`py-1.5 ${gap.lastResort.length > 0 ? 'text-muted' : 'font-medium text-warn'}`}>
                {gap.lastResort.length > 0 ? gap.lastResort.map(names.person).join(', ') : 'No one'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The reason for each step, with a link to fix it. */
function Why({ gap: { steps, policyId } }: { gap: CoverageGap }) {
  const names = useNames();
  return (
    <ul>
      {steps.map(({ step, reason, scheduleIds, personIds }) => (
        <li key={step}>
          {step > 0 && <span className="text-muted">Step {step}: </span>}
          {reason === 'no_step' && policyId && (
            <Link to="/policies/$id" params={{ id: policyId }} className="link">
              the policy has no step
            </Link>
          )}
          {scheduleIds.map((id, n) => (
            <span key={id}>
              {n > 0 && ', '}
              no one in{' '}
              <Link to="/schedules/$id" params={{ id }} className="link">
                {names.schedule(id)}
              </Link>
            </span>
          ))}
          {reason === 'skipped' && policyId && (
            <Link to="/policies/$id" params={{ id: policyId }} className="link">
              would be skipped by its conditions
            </Link>
          )}
          {reason === 'no_one' && scheduleIds.length === 0 && 'would page no one'}
          {personIds.map((id, n) => (
            <span key={id}>
              {(n > 0 || scheduleIds.length > 0) && ', '}
              <Link to="/people/$id" params={{ id }} className="link">
                {names.person(id)}
              </Link>{' '}
              has no working contact method
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
