import { readable } from '../../data/words/readable.js';
import { commands } from '@tocsin/contracts/teams/noun.js';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import type { RowOf } from '../../data/cache/read.js';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../data/session/session.js';
import { useTeams } from './shared/teams.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useAll, useEvery } from '../../data/cache/use-view.js';
import { whoMay } from '../../data/session/who-may.js';
import { BarredFields } from '../../ui/barred-fields.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { FormButtons } from '../../ui/dialog-buttons.js';
import { Section } from '../../ui/screen.js';
import { ComboField, namedOptions } from '../../ui/combo-field.js';
import { WhenRead } from '../../ui/when-read.js';
import { choiceIn, useForm } from '../../ui/use-form.js';

/** The end of a team: what still points at it, all of it moved by one act, and then its removal. */
export function TeamRemoval({ team }: { team: TeamRow }) {
  const navigate = useNavigate();
  const [isMoving, setMoving] = useState(false);
  const mayMove = useMay('service.configure', { teamId: team.id });
  const isAdmin = useMay('team.remove');
  const remove = useCommand('RemoveTeam', `remove ${team.name}`);
  const services = useAll('services').filter(({ teamId }) => teamId === team.id);
  const policies = useAll('policies').filter(({ teamId, removed }) => teamId === team.id && !removed);
  const tokens = useAll('tokens').filter(({ teamId, revoked }) => teamId === team.id && revoked === null);
  const owns = services.length + policies.length;
  const readings = [useEvery('services'), useEvery('policies'), useEvery('tokens')];
  if (readings.some(({ data }) => !data))
    return (
      <Section title="Move or remove">
        <WhenRead of={readings} what="References to the team" />
      </Section>
    );
  return (
    <Section title="Move or remove">
      {owns + tokens.length > 0 ? (
        <>
          <p className="pt-2">The team can’t be removed while these refer to it:</p>
          <References services={services} policies={policies} tokens={tokens} />
        </>
      ) : (
        <p className="pt-2 pb-3">Nothing uses this team; you can remove it. Accounts and history stay.</p>
      )}
      {owns > 0 && (
        <BarredFields why={!mayMove && `Only ${whoMay('service.configure')} can move what a team owns.`}>
          <Button onClick={() => setMoving(true)}>Move all to another team</Button>
        </BarredFields>
      )}
      <BarredFields why={!isAdmin && `Only ${whoMay('team.remove')} can remove a team.`}>
        {owns + tokens.length === 0 && (
          <Confirm
            label="Remove this team"
            says={`${team.name} owns nothing. It is removed from the lists.`}
            act="Remove team"
            busy={remove.isPending}
            // the screen of the removed team is left before the response arrives
            onConfirm={() =>
              void remove.mutateAsync({ teamId: team.id }).then(
                () => navigate({ to: '/services' }),
                () => undefined,
              )
            }
          />
        )}
      </BarredFields>
      {isMoving && <MoveAllDialog team={team} count={owns} onClose={() => setMoving(false)} />}
    </Section>
  );
}

interface ReferencesProps {
  services: readonly ServiceRow[];
  policies: readonly PolicyRow[];
  tokens: readonly RowOf<'tokens'>[];
}

/** What points at the team, each with a link to it. */
function References({ services, policies, tokens }: ReferencesProps) {
  return (
    <ul className="my-2 list-disc pl-5">
      {services.map(({ id, name, state }) => (
        <li key={id}>
          <Link to="/services/$id" params={{ id }} className="link">
            {name}
          </Link>
          , a service{state === 'archived' && ' that is archived'}
        </li>
      ))}
      {policies.map(({ id, name }) => (
        <li key={id}>
          <Link to="/policies/$id" params={{ id }} className="link">
            {name}
          </Link>
          , a policy
        </li>
      ))}
      {tokens.map(({ id, name }) => (
        <li key={id}>{readable(name)}, a token: revoke it</li>
      ))}
    </ul>
  );
}

function MoveAllDialog({ team, count, onClose }: { team: TeamRow; count: number; onClose: () => void }) {
  const move = useCommand('MoveAllToTeam', `move all of ${team.name}`, { inForm: true });
  const teams = useTeams().filter(({ id }) => id !== team.id);
  const form = useForm({
    initial: { toTeamId: '' },
    schema: commands.MoveAllToTeam.data,
    shape: ({ toTeamId }) => ({ teamId: team.id, toTeamId }),
    submit: async (request) => {
      await move.mutateAsync(request);
      say({ kind: 'done', title: `All services and policies of ${team.name} moved` });
      onClose();
    },
  });
  return (
    <Dialog title={`Move all of ${team.name}`} onClose={onClose}>
      <form noValidate className="space-y-4" onSubmit={(event) => void form.onSubmit(event)}>
        <p>
          {count === 1 ? 'The 1 service or policy is moved' : `All ${count} services and policies are moved`} unchanged, with integrations
          and keys; no alert is lost. If a name is taken there, “({team.name})” is added. Members are not moved.
        </p>
        <ComboField
          label="To"
          placeholder="Choose a team"
          hint={teams.length === 0 ? 'There is no other team. Create one under Services.' : 'You must manage both, or be an admin.'}
          options={namedOptions(teams)}
          {...choiceIn(form, 'toTeamId')}
        />
        <FormButtons busy={form.isBusy} onCancel={onClose}>
          Move all
        </FormButtons>
      </form>
    </Dialog>
  );
}
