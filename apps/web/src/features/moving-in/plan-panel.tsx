import type { ConfigPlan } from '@tocsin/contracts/config-files/plan.js';
import type { MovingIn } from '@tocsin/contracts/moving-in/moving-in.js';
import { useState } from 'react';
import { useRow } from '../../data/cache/use-view.js';
import { count } from '../../data/words/sentence.js';
import { Button } from '../../ui/button.js';
import { Check } from '../../ui/field.js';
import { Progress } from '../../ui/progress.js';
import { Section } from '../../ui/screen.js';
import { PlanChanges } from '../config-files/shared/plan-changes.js';
import { useMovePlan } from './use-moving-in.js';

/** What applying would change, as a diff; exactly that is applied. */
export function PlanPanel({ move, refused }: { move: MovingIn; refused: readonly string[] }) {
  const { plan, apply } = useMovePlan(move);
  const [isAccepted, setAccepted] = useState(refused.length === 0);
  const { data } = plan;
  const applyId = apply.data?.applyId;
  return (
    <Section
      title="The plan"
      aside={
        <Button busy={plan.isPending} onClick={() => plan.mutate()}>
          {data ? 'Plan again' : 'Plan'}
        </Button>
      }
    >
      {!data && <p className="text-muted">Says what would be created here. Nothing is changed.</p>}
      {data && <Rehearsing changes={data.changes} />}
      {data && <PlanChanges plan={data} />}
      {refused.length > 0 && (
        <div className="pt-3">
          <Check
            label={`Bring over ${refused.join(', ')} all the same`}
            checked={isAccepted}
            onChange={(event) => setAccepted(event.target.checked)}
          />
        </div>
      )}
      {data && !applyId && (
        <div className="pt-4">
          <Button
            kind="act"
            busy={apply.isPending}
            whyNot={whyNotApply(data, isAccepted)}
            onClick={() => apply.mutate(data.digest, { onSuccess: (answer) => answer.plan.errors.length > 0 && plan.mutate() })}
          >
            Apply
          </Button>
          {apply.data && <p className="pt-2 text-muted">There was nothing to apply.</p>}
        </div>
      )}
      {applyId && <Applying id={applyId} />}
    </Section>
  );
}

/** Which new services page people at once, and which only after somebody takes them live. */
function Rehearsing({ changes }: Pick<ConfigPlan, 'changes'>) {
  const services = changes.filter(({ kind, action }) => kind === 'Service' && action === 'create');
  const [silent, paging] = [true, false].map((is) =>
    services.filter(({ fields }) => fields.some(({ path, to }) => path === 'rehearses' && to === 'true') === is).map(({ name }) => name),
  ) as [string[], string[]];
  if (services.length === 0) return null;
  return (
    <>
      {silent.length > 0 && <p className="wrap-anywhere">Will rehearse, and page no one until they go live: {silent.join(', ')}.</p>}
      {paging.length > 0 && <p className="wrap-anywhere text-warn">Will page people from the start: {paging.join(', ')}.</p>}
    </>
  );
}

function whyNotApply({ errors, changes, invited }: ConfigPlan, isAccepted: boolean): string | false {
  if (errors.length > 0) return 'The plan has errors';
  if (changes.length + invited.length === 0) return 'There is nothing to apply';
  return !isAccepted && 'Some schedules would differ without a reason';
}

function Applying({ id }: { id: string }) {
  const row = useRow('configApplies', id).data?.row;
  if (!row) return null;
  const { state, steps, done, stoppedAt } = row;
  return (
    <div className="pt-4">
      {state === 'applying' && <Progress label="Applying" value={done} max={steps} />}
      <output className="block">
        {state === 'applied' && <span className="text-done">✓ Applied: {count(steps, 'step')}.</span>}
        {state === 'applying' && `Step ${done + 1} of ${steps}. It goes on if you leave.`}
        {state === 'stopped' && (
          <span className="text-warn">
            Stopped at step {done + 1} of {steps}: {stoppedAt?.about} was refused. What was done stays; plan again to see the rest.
          </span>
        )}
      </output>
    </div>
  );
}
