import { canBePaged } from '@tocsin/contracts/people/can-be-paged.js';
import type { CommandInput } from '@tocsin/contracts/catalogue.js';
import { isUsable } from '@tocsin/contracts/contacts/rows.js';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import type { ComponentProps, ReactNode } from 'react';
import type { z } from 'zod';
import { Link } from '@tanstack/react-router';
import { useAll } from '../../data/cache/use-view.js';
import { Dialog } from '../../ui/dialog.js';
import { FormButtons } from '../../ui/dialog-buttons.js';
import { ComboField } from '../../ui/combo-field.js';
import { choiceIn, useForm } from '../../ui/use-form.js';
import { usePersonOptions } from './shared/person-options.js';
import { stepsNaming, usePlaces } from './use-places.js';

/** The replacement of a person in policies. */
export type Place = Pick<CommandInput<'DisablePerson'>, 'personId' | 'replacementId' | 'leaveGaps'>;

const start: { readonly then: 'replace' | 'gaps'; readonly replacementId: string } = { then: 'replace', replacementId: '' };

interface Props {
  id: string;
  title: string;
  /** Label of the button. */
  press: string;
  /** Schema of the command. */
  schema: z.ZodType;
  onLeave: (place: Place) => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

/** The person will no longer be paged. If policies page them, a replacement or gaps must be chosen. */
export function LeaveDialog({ id: personId, title, press, schema, onLeave, onClose, children }: Props) {
  const { policies, manages } = usePlaces(personId);
  const form = useForm({
    initial: start,
    schema,
    shape: ({ then, replacementId }): Place => ({
      personId,
      ...(policies.length > 0 && then === 'replace' ? { replacementId } : { leaveGaps: policies.length > 0 }),
    }),
    submit: async (request) => {
      await onLeave(request);
      onClose();
    },
  });
  const { then } = form.values;
  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void form.onSubmit(event)}>
        {children}
        {manages.length > 0 && <p className="text-warn">No one else manages {manages.join(', ')}: owners are paged there instead.</p>}
        {policies.length > 0 && (
          <>
            <Policies policies={policies} personId={personId} />
            <fieldset className="space-y-2">
              <legend className="mb-1 font-medium">Replacement</legend>
              <Choice label="Choose a replacement" isChosen={then === 'replace'} onChoose={() => form.set('then', 'replace')} />
              {then === 'replace' && <Replacement personId={personId} choice={choiceIn(form, 'replacementId')} />}
              <Choice label="No one: leave gaps" isChosen={then === 'gaps'} onChoose={() => form.set('then', 'gaps')} />
              {then === 'gaps' && <p className="pl-6 text-xs text-muted">A step with only them is skipped, and the timeline says so.</p>}
            </fieldset>
          </>
        )}
        <FormButtons busy={form.isBusy} onCancel={onClose}>
          {press}
        </FormButtons>
      </form>
    </Dialog>
  );
}

const Policies = ({ policies, personId }: { policies: readonly PolicyRow[]; personId: string }) => (
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
);

type ReplacementChoice = Pick<ComponentProps<typeof ComboField>, 'value' | 'error' | 'onChoose'>;

function Replacement({ personId, choice }: { personId: string; choice: ReplacementChoice }) {
  const people = useAll('people').filter((person) => person.id !== personId && canBePaged(person));
  const contacts = useAll('contacts');
  const isSilent = choice.value !== '' && !contacts.some(({ id, methods }) => id === choice.value && methods.some(isUsable));
  return (
    <div className="pl-6">
      <ComboField
        label="Person"
        placeholder="Choose a person"
        {...choice}
        options={usePersonOptions(people)}
        hint={isSilent ? 'They have no working contact method and can’t be paged.' : undefined}
      />
    </div>
  );
}

const Choice = ({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) => (
  <label className="flex min-h-7 items-center gap-2">
    <input type="radio" name="then" checked={isChosen} onChange={onChoose} className="size-4 accent-act" />
    {label}
  </label>
);
