import { foreignSystems } from '@tocsin/contracts/moving-in/systems.js';
import { commands, told, type OldSystemShown } from '@tocsin/contracts/side-by-side/noun.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { useMay } from '../../../data/session/session.js';
import { whoMay } from '../../../data/session/who-may.js';
import { BarredHint } from '../../../ui/barred-hint.js';
import { Button } from '../../../ui/button.js';
import { Confirm } from '../../../ui/confirm.js';
import { Disclosure } from '../../../ui/disclosure.js';
import { TextField } from '../../../ui/field.js';
import { Section } from '../../../ui/screen.js';
import { SelectField } from '../../../ui/select.js';
import { At } from '../../../ui/time.js';
import { useForm } from '../../../ui/use-form.js';

/** The systems that are read, how far, and connecting one. */
export function OldSystems({ rows }: { rows: readonly OldSystemShown[] }) {
  const may = useMay('import.manage');
  return (
    <Section title="The old system">
      {rows.length === 0 && <p className="text-muted">None is read yet: nothing is compared.</p>}
      <ul className="divide-y divide-line-soft">
        {rows.map((row) => (
          <li key={row.id} className="py-2">
            <OldSystem row={row} may={may} />
          </li>
        ))}
      </ul>
      {may ? (
        <Disclosure
          summary={rows.length === 0 ? 'Connect it' : 'Connect another, or with another token'}
          isOpen={rows.length === 0}
          className="pt-2"
        >
          <ConnectForm />
        </Disclosure>
      ) : (
        <BarredHint>Only {whoMay('import.manage')} can connect it.</BarredHint>
      )}
    </Section>
  );
}

function OldSystem({ row: { id, host, readUpTo, failing }, may }: { row: OldSystemShown; may: boolean }) {
  const { title } = foreignSystems[id];
  const disconnect = useCommand('DisconnectOldSystem', `disconnect ${title}`);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="min-w-0 wrap-anywhere">
          <b className="font-medium">{title}</b> <span className="text-muted">{host}</span>: read up to <At at={readUpTo} />
        </span>
        {may && (
          <span className="ml-auto">
            <Confirm
              label="Disconnect"
              title={`Disconnect ${title}`}
              says={`${title} is no longer read, and its token is deleted. What was compared stays.`}
              act="Disconnect"
              busy={disconnect.isPending}
              onConfirm={() => disconnect.mutate({ system: id })}
            />
          </span>
        )}
      </p>
      {failing && (
        <output className="block wrap-anywhere text-alarm">
          {failing.why} It can’t be read since <At at={failing.since} />: nothing since <At at={readUpTo} /> is compared.
        </output>
      )}
      <p className="text-xs text-muted">Compared with what it tells: {told[id]}.</p>
    </>
  );
}

const comparable = commands.ConnectOldSystem.data.shape.system.options;
const empty: { system: (typeof comparable)[number]; address: string; token: string } = { system: 'pagerduty', address: '', token: '' };

function ConnectForm() {
  const connect = useCommand('ConnectOldSystem', 'connect the old system', { inForm: true });
  const form = useForm({
    initial: empty,
    schema: commands.ConnectOldSystem.data,
    shape: ({ system, address, token }) => ({ system, token, ...(address.trim() === '' ? {} : { address }) }),
    submit: async (request) => {
      await connect.mutateAsync(request);
      form.set('token', '');
    },
  });
  const { address } = foreignSystems[form.values.system];
  return (
    <form noValidate className="max-w-xl space-y-3 pt-3" onSubmit={(event) => void form.onSubmit(event)}>
      <SelectField label="System" {...form.field('system')}>
        {comparable.map((name) => (
          <option key={name} value={name}>
            {foreignSystems[name].title}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Address"
        placeholder={address ?? 'https://goalert.example.org'}
        hint={address === null ? undefined : 'Left out: the usual one. Accounts in the EU have another.'}
        {...form.field('address')}
      />
      <TextField
        label="Token"
        type="password"
        autoComplete="off"
        hint={`${form.values.system === 'goalert' ? 'An admin’s session: a key of GoAlert runs one query alone.' : 'Read rights are enough.'} It is kept encrypted, like the key of a relay, until you disconnect.`}
        {...form.field('token')}
      />
      {form.problem && (
        <p role="alert" className="text-warn">
          {form.problem}
        </p>
      )}
      <Button kind="act" type="submit" busy={form.isBusy}>
        Connect
      </Button>
      <p className="text-xs text-muted">
        Grafana OnCall and Jira don’t tell whom they notified: of them only who is on call is compared, on <i>Moving in</i>.
      </p>
    </form>
  );
}
