import { commands } from '@tocsin/contracts/catalogue.js';
import { Link } from '@tanstack/react-router';
import { plainName } from '../../data/names.js';
import { useCommand } from '../../data/use-command.js';
import { useAll } from '../../data/use-view.js';
import { Dialog, FormButtons } from '../../ui/dialog.js';
import { SelectField } from '../../ui/field.js';
import { useForm } from '../../ui/use-form.js';
import { stepsNaming, useStands } from './stands.js';

const start: { readonly then: 'replace' | 'gaps'; readonly replacementId: string } = { then: 'replace', replacementId: '' };

/** Disables a person. Where policies page them, somebody takes their place, or gaps are left: one of the two must be said. */
export function DisableDialog({
  id: personId,
  name,
  isInvited,
  onClose,
}: {
  id: string;
  name: string;
  isInvited: boolean;
  onClose: () => void;
}) {
  const disable = useCommand('DisablePerson', `disable ${name}`, { inForm: true });
  const { policies, manages } = useStands(personId);
  const people = useAll('people').filter(({ id, state, role }) => id !== personId && state === 'active' && role !== 'observer');
  const contacts = useAll('contacts');
  const form = useForm({
    initial: start,
    schema: commands.DisablePerson.data,
    shape: ({ then, replacementId }) => ({
      personId,
      ...(policies.length > 0 && then === 'replace' ? { replacementId } : { leaveGaps: policies.length > 0 }),
    }),
    submit: async (request) => {
      await disable.mutateAsync(request);
      onClose();
    },
  });
  const { then, replacementId } = form.values;
  const isSilent =
    replacementId !== '' && !contacts.some(({ id, methods }) => id === replacementId && methods.some(({ verified }) => verified));
  return (
    <Dialog title={isInvited ? `Withdraw the invitation of ${name}` : `Disable ${name}`} onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void form.onSubmit(event)}>
        <p>
          {isInvited
            ? 'Their link ends at once, and nobody joins by it. They can be enabled and invited again.'
            : `${name} can’t sign in or be paged any more, at once. What they have in hand fires again, and what waits for their answer goes on to others.`}
        </p>
        {manages.length > 0 && <p className="text-warn">Nobody else manages {manages.join(', ')}: owners are called there instead.</p>}
        {policies.length > 0 && (
          <>
            <div>
              <p className="font-medium">These policies page them</p>
              <ul className="mt-1">
                {policies.map((policy) => (
                  <li key={policy.id}>
                    <Link to="/policies/$id" params={{ id: policy.id }} className="link">
                      {policy.name}
                    </Link>
                    , step {stepsNaming(policy, personId).join(', ')}
                  </li>
                ))}
              </ul>
            </div>
            <fieldset className="space-y-2">
              <legend className="mb-1 font-medium">In their place</legend>
              <Choice label="Somebody takes it" isChosen={then === 'replace'} onChoose={() => form.set('then', 'replace')} />
              {then === 'replace' && (
                <div className="pl-6">
                  <SelectField
                    label="Who"
                    required
                    {...form.field('replacementId')}
                    hint={isSilent ? 'They have no verified contact method: nothing would reach them.' : undefined}
                  >
                    <option value="">Choose a person</option>
                    {people.map((person) => (
                      <option key={person.id} value={person.id}>
                        {plainName(person.name)}
                      </option>
                    ))}
                  </SelectField>
                </div>
              )}
              <Choice label="Nobody: leave gaps" isChosen={then === 'gaps'} onChoose={() => form.set('then', 'gaps')} />
              {then === 'gaps' && (
                <p className="pl-6 text-[13px] text-muted">A step that names only them is skipped at once, and says so.</p>
              )}
            </fieldset>
          </>
        )}
        <FormButtons busy={form.isBusy} onCancel={onClose} cancel="Leave it">
          {isInvited ? 'Withdraw it' : `Disable ${name}`}
        </FormButtons>
      </form>
    </Dialog>
  );
}

const Choice = ({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) => (
  <label className="flex min-h-7 items-center gap-2">
    <input type="radio" name="then" checked={isChosen} onChange={onChoose} className="size-4 accent-act" />
    {label}
  </label>
);
