import { commands } from '@tocsin/contracts/services/noun.js';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { Link, useNavigate } from '@tanstack/react-router';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useAll } from '../../data/cache/use-view.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Section } from '../../ui/screen.js';
import { ComboField, namedOptions } from '../../ui/combo-field.js';
import { choiceIn, useForm } from '../../ui/use-form.js';

/** The end of a policy: what still uses it, all of it given another by one act, and then its removal. */
export function PolicyRemoval({ policy, services, may }: { policy: PolicyRow; services: readonly ServiceRow[]; may: boolean }) {
  const navigate = useNavigate();
  const remove = useCommand('RemovePolicy', 'remove the policy');
  const others = useAll('policies').filter(({ id, teamId, removed }) => id !== policy.id && teamId === policy.teamId && !removed);
  return (
    <Section title="Remove policy">
      {services.length > 0 ? (
        <>
          <p className="py-2">
            It can’t be removed while {services.length === 1 ? 'a service uses' : `${services.length} services use`} it:{' '}
            {services.map(({ id, name, state }, n) => (
              <span key={id}>
                {n > 0 && ', '}
                <Link to="/services/$id" params={{ id }} className="link">
                  {name}
                </Link>
                {state === 'archived' && ' (archived)'}
              </span>
            ))}
            .
          </p>
          {may && <MoveAll policy={policy} others={others} />}
        </>
      ) : (
        <>
          <p className="py-2">No service uses it. Alerts already open keep version {policy.version}.</p>
          {may && (
            <Confirm
              label="Remove this policy"
              says={`${policy.name} is removed from the lists. Alerts already open keep version ${policy.version}.`}
              act="Remove policy"
              busy={remove.isPending}
              // the screen of the removed policy must be left before the answer arrives
              onConfirm={() =>
                void remove.mutateAsync({ teamId: policy.teamId, policyId: policy.id }).then(
                  () => navigate({ to: '/teams/$id', params: { id: policy.teamId } }),
                  () => undefined,
                )
              }
            />
          )}
        </>
      )}
    </Section>
  );
}

function MoveAll({ policy: { id: policyId, teamId, name }, others }: { policy: PolicyRow; others: readonly PolicyRow[] }) {
  const move = useCommand('MoveAllToPolicy', `give the services of ${name} another policy`, { inForm: true });
  const form = useForm({
    initial: { toPolicyId: '' },
    schema: commands.MoveAllToPolicy.data,
    shape: ({ toPolicyId }) => ({ teamId, policyId, toPolicyId }),
    submit: async (request) => {
      await move.mutateAsync(request);
      say({ kind: 'done', title: 'Services moved to the other policy' });
    },
  });
  if (others.length === 0) return <p className="text-muted">The team has no other policy.</p>;
  return (
    <form noValidate className="flex flex-wrap items-end gap-2" onSubmit={(event) => void form.onSubmit(event)}>
      <ComboField
        label="Move all to"
        placeholder="Choose a policy"
        className="w-72 max-sm:w-full"
        options={namedOptions(others)}
        {...choiceIn(form, 'toPolicyId')}
      />
      <Button type="submit" busy={form.isBusy}>
        Move all
      </Button>
    </form>
  );
}
