import { commands, type IntegrationShown } from '@tocsin/contracts/integrations/noun.js';
import type { RelayRow } from '@tocsin/contracts/relays/noun.js';
import { useMay } from '../../data/session/session.js';
import { whoMay } from '../../data/session/who-may.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useRow } from '../../data/cache/use-view.js';
import { BarredFields } from '../../ui/barred-fields.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { TextField } from '../../ui/field.js';
import { At } from '../../ui/time.js';
import { useForm } from '../../ui/use-form.js';

type Props = { row: IntegrationShown };

/** Where else an integration’s alerts go: to the system that Tocsin replaces. */
export function Relay({ row }: Props) {
  const may = useMay('organisation.configure');
  return (
    <section aria-label="Relay" className="max-w-xl space-y-2">
      {row.relay && <RelayState row={row} may={may} />}
      <BarredFields why={!may && `Only ${whoMay('organisation.configure')} can change this.`}>
        {may && <RelayForm key={row.relay?.since ?? ''} row={row} />}
      </BarredFields>
    </section>
  );
}

const notRelayed = ({ refused, late, unfit, loops }: RelayRow): readonly string[] =>
  [
    [refused, 'refused there'],
    [late, 'not taken in time'],
    [unfit, 'can’t be relayed as they came'],
    [loops, 'relayed by another Tocsin'],
  ].flatMap(([count, why]) => (Number(count) > 0 ? [`${Number(count).toLocaleString('en')} ${why}`] : []));

function RelayState({ row: { id, teamId, name, relay }, may }: Props & { may: boolean }) {
  const state = useRow('relays', id).data?.row;
  const remove = useCommand('RemoveRelay', `remove the relay of ${name}`);
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-3">
        <span>
          Relays to <b className="font-medium">{relay?.host}</b>
          {state && `: ${state.sent.toLocaleString('en')} relayed`}
          {state && notRelayed(state).map((words) => `, ${words}`)}
        </span>
        {may && (
          <Confirm
            label="Remove relay"
            says={`What ${name} receives no longer goes to ${relay?.host ?? ''}. If senders send only here, the old system pages no one.`}
            act="Remove relay"
            onConfirm={() => remove.mutate({ teamId, integrationId: id })}
          />
        )}
      </p>
      {state?.failing && (
        <p className="text-alarm">
          Nothing is taken there since <At at={state.failing.since} />: {state.failing.why}
        </p>
      )}
    </div>
  );
}

function RelayForm({ row: { id: integrationId, teamId, name, relay } }: Props) {
  const set = useCommand('SetRelay', `set the relay of ${name}`, { inForm: true });
  const form = useForm({
    initial: { address: '', header: relay?.header ?? '', field: relay?.field ?? '', credential: '' },
    schema: commands.SetRelay.data,
    shape: ({ address, header, field, credential }) => ({
      teamId,
      integrationId,
      address,
      header: header === '' ? null : header,
      field: field === '' ? null : field,
      ...(credential === '' ? {} : { credential }),
    }),
    submit: async (request) => {
      await set.mutateAsync(request);
      say({ kind: 'done', title: 'Relay saved' });
    },
  });
  return (
    <form noValidate className="space-y-2" onSubmit={(event) => void form.onSubmit(event)}>
      <TextField
        label={relay ? 'New relay address' : 'Relay address'}
        type="url"
        placeholder="https://events.pagerduty.com/v2/enqueue"
        hint="Everything this integration receives also goes there, as it came: to the system that Tocsin replaces. Not pings, mails, or very large requests."
        {...form.field('address')}
      />
      <div className="grid gap-2 sm:grid-cols-3">
        <TextField label="Key in header" placeholder="Authorization" {...form.field('header')} />
        <TextField label="Or in body field" placeholder="routing_key" {...form.field('field')} />
        <TextField label="Key" type="password" autoComplete="off" {...form.field('credential')} />
      </div>
      <Button type="submit" busy={form.isBusy} whyNot={form.values.address === '' && 'Enter an address'}>
        Save relay
      </Button>
    </form>
  );
}
