import { commands } from '@tocsin/contracts/catalogue.js';
import { useAll } from '../../../data/cache/use-view.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { useNames } from '../../../data/words/names.js';
import { say } from '../../../data/toasts.js';
import { Button } from '../../../ui/button.js';
import { Check, TextField } from '../../../ui/field.js';
import { AtTime } from '../../../ui/time.js';
import { useForm } from '../../../ui/use-form.js';
import type { Connection } from './connection-words.js';

interface Props {
  connection: Connection;
  again: () => void;
}

/** User groups of the chat that have who is on call as their members. */
export const UserGroups = ({ connection, again }: Props) => (
  <div className="space-y-4 pt-8">
    <h3 className="font-medium">User groups</h3>
    <p className="text-muted">
      A user group that is chosen here always has exactly the people who are on call in its schedules. While nobody is, it stays as it is,
      and the channel is told. Tocsin changes no other group. The app needs the scopes usergroups:read and usergroups:write; user groups
      need a paid plan.
    </p>
    {connection.userGroups.map((group) => (
      <Group key={group.groupId} connectionId={connection.connectionId} group={group} again={again} />
    ))}
    <Choose connectionId={connection.connectionId} again={again} />
  </div>
);

function Group({ connectionId, group, again }: { connectionId: string; group: Connection['userGroups'][number]; again: () => void }) {
  const { groupId, handle, scheduleIds, channel, onCall, set, problem } = group;
  const release = useCommand('ReleaseUserGroup', 'release the user group');
  const names = useNames();
  const schedules = useAll('schedules').filter(({ id }) => scheduleIds.includes(id));
  const listed = (all: typeof onCall) => all.map(({ personId }) => names.person(personId)).join(', ');
  const missing = onCall.filter(({ isLinked }) => !isLinked);
  return (
    <section aria-label={`@${handle}`} className="space-y-1 border-t border-line pt-3">
      <div className="flex items-baseline justify-between gap-2">
        <p className="font-medium">@{handle}</p>
        <Button busy={release.isPending} onClick={() => release.mutate({ connectionId, groupId }, { onSuccess: again })}>
          Release
        </Button>
      </div>
      <p className="text-muted">
        {schedules.map(({ name }) => name).join(', ')}; told when nobody is on call: {channel}
      </p>
      <p>On call now: {onCall.length === 0 ? 'nobody' : listed(onCall)}.</p>
      {missing.length > 0 && <p className="text-warn">✕ Not in the group, because no Slack account is linked: {listed(missing)}.</p>}
      {set && !problem && (
        <p className="text-muted">
          {set.personIds.length === 0 ? 'Left as it is, and the channel told, ' : 'Set '}
          <AtTime at={set.at} />.
        </p>
      )}
      {problem && <p className="text-warn">✕ {problem}</p>}
    </section>
  );
}

function Choose({ connectionId, again }: { connectionId: string; again: () => void }) {
  const choose = useCommand('ChooseUserGroup', 'choose the user group', { inForm: true });
  const schedules = useAll('schedules').filter(({ removed }) => !removed);
  const form = useForm({
    initial: { group: '', channel: '', scheduleIds: [] as string[] },
    schema: commands.ChooseUserGroup.data,
    shape: (values) => ({ connectionId, ...values }),
    submit: async (request) => {
      await choose.mutateAsync(request);
      say({ kind: 'done', title: 'User group chosen', detail: 'Its members follow who is on call from now on.' });
      form.setValues({ group: '', channel: '', scheduleIds: [] });
      again();
    },
  });
  const { scheduleIds } = form.values;
  return (
    <form noValidate className="space-y-4 border-t border-line pt-3" onSubmit={(event) => void form.onSubmit(event)}>
      <TextField label="User group" placeholder="@oncall" autoComplete="off" hint="Its handle, or its ID: S…" {...form.field('group')} />
      <fieldset className="space-y-1.5">
        <legend className="pb-1.5 font-medium">Who is on call in</legend>
        {schedules.map(({ id, name }) => (
          <Check
            key={id}
            label={name}
            checked={scheduleIds.includes(id)}
            onChange={({ target }) =>
              form.put({ scheduleIds: target.checked ? [...scheduleIds, id] : scheduleIds.filter((one) => one !== id) })
            }
          />
        ))}
        {form.errors['scheduleIds'] && (
          <p role="alert" className="text-warn">
            Choose a schedule.
          </p>
        )}
      </fieldset>
      <TextField
        label="Channel that is told when nobody is on call"
        placeholder="C012AB3CD"
        autoComplete="off"
        hint="Its ID is at the end of “View channel details”."
        {...form.field('channel')}
      />
      {form.problem && (
        <p role="alert" className="text-warn">
          {form.problem}
        </p>
      )}
      <Button type="submit" busy={form.isBusy}>
        Choose user group
      </Button>
    </form>
  );
}
