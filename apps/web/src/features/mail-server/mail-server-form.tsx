import { commands, type CommandInput } from '@tocsin/contracts/catalogue.js';
import { mailSecurities, usualPort, type MailSecurity, type MailSettings } from '@tocsin/contracts/mail-server/noun.js';
import { useState } from 'react';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useRemoval } from '../../data/cache/use-removal.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Removal } from '../../ui/resource/removal.js';
import { HistoryLink } from '../../ui/resource/resource-list.js';
import { Section } from '../../ui/screen.js';
import { SelectField } from '../../ui/select.js';
import { useForm } from '../../ui/use-form.js';
import { MailTestForm } from './mail-test-form.js';

const securityWords: Readonly<Record<MailSecurity, { readonly label: string; readonly hint: string }>> = {
  starttls: { label: 'STARTTLS', hint: 'Encrypted after the greeting.' },
  tls: { label: 'TLS', hint: 'Encrypted from the start.' },
  none: { label: 'None', hint: 'Not encrypted: only inside a network you trust.' },
};

const initialOf = ({ server }: MailSettings) => ({
  host: server?.host ?? '',
  port: String(server?.port ?? usualPort.starttls),
  security: (server?.security ?? 'starttls') as string,
  user: server?.user ?? '',
  password: '',
  from: server?.from ?? '',
});
type Values = ReturnType<typeof initialOf>;

const typedOf = ({ host, port, security, user, password, from }: Values): CommandInput<'ConfigureMailServer'> => ({
  host,
  port: port.trim() === '' ? Number.NaN : Number(port),
  security: security as MailSecurity,
  user: user.trim() === '' ? null : user,
  ...(password === '' || user.trim() === '' ? {} : { password }),
  from,
});

/** Another kind of connection is usually at another port; one that was typed by hand stays. */
const withSecurity = (values: Values, security: MailSecurity): Partial<Values> => {
  const isUsual = values.port === String(usualPort[values.security as MailSecurity]);
  return { security, ...(isUsual ? { port: String(usualPort[security]) } : {}) };
};

/** The mail server, as it is typed: tested, then saved. */
export function MailServerForm({ settings, again: reload }: { settings: MailSettings; again: () => void }) {
  const configure = useCommand('ConfigureMailServer', 'set the mail server', { inForm: true });
  const { server, setBy } = settings;
  const [failed, setFailed] = useState<{ readonly of: string } | null>(null);
  const form = useForm({
    initial: initialOf(settings),
    schema: commands.ConfigureMailServer.data,
    shape: typedOf,
    submit: async (request) => {
      await configure.mutateAsync(request);
      say({ kind: 'done', title: 'Saved', detail: 'The next mail goes through this server.' });
      reload();
    },
  });
  // the result is about the values that were tested
  const failure = failed?.of === JSON.stringify(typedOf(form.values)) ? failed : null;
  return (
    <>
      <Section id="server" title="Mail server" aside={<HistoryLink search={{ stream: 'mailServer' }} of="Mail server" />}>
        {!server && <p className="pt-1 pb-3 text-muted">Mail is not set up yet: no one gets invitations, codes or pages by e-mail.</p>}
        <form noValidate className="space-y-4 pt-1" onSubmit={(event) => void form.onSubmit(event)}>
          <ConnectionFields form={form} />
          <AccountFields form={form} hasUser={Boolean(server?.user)} />
          <TextField
            label="Sender"
            placeholder="Tocsin <tocsin@example.org>"
            required
            autoComplete="off"
            hint={setBy.from ? `Mails are sent from ${server?.from ?? 'another one'}: set by ${setBy.from}.` : 'With or without a name.'}
            {...form.field('from')}
          />
          {form.problem && (
            <p role="alert" className="text-warn">
              {form.problem}
            </p>
          )}
          {failure && (
            <p role="alert" className="text-warn">
              A test mail with these settings just failed. Saved, no invitation, code or page by e-mail goes out until it works.
            </p>
          )}
          <div className="flex gap-2 pt-1">
            <Button kind={failure ? 'plain' : 'act'} type="submit" busy={form.isBusy}>
              {failure ? 'Save anyway' : 'Save'}
            </Button>
            {server && <RemoveServer again={reload} />}
          </div>
        </form>
      </Section>
      <Section title="Test">
        <MailTestForm
          server={typedOf(form.values)}
          onResult={(tested, why) => setFailed(why === null ? null : { of: JSON.stringify(tested) })}
        />
      </Section>
    </>
  );
}

interface FieldsProps {
  form: Pick<ReturnType<typeof useForm<Values, CommandInput<'ConfigureMailServer'>>>, 'values' | 'field' | 'put'>;
}

/** Where the server is, and how it is reached. */
function ConnectionFields({ form }: FieldsProps) {
  const security = form.values.security as MailSecurity;
  return (
    <div className="grid gap-4 sm:grid-cols-[1fr_14rem_6rem]">
      <TextField label="Host" placeholder="mail.example.org" required autoComplete="off" spellCheck={false} {...form.field('host')} />
      <SelectField
        label="Security"
        hint={<span className={security === 'none' ? 'text-warn' : ''}>{securityWords[security].hint}</span>}
        {...form.field('security')}
        onChange={(event) => form.put(withSecurity(form.values, event.target.value as MailSecurity))}
      >
        {mailSecurities.map((one) => (
          <option key={one} value={one}>
            {securityWords[one].label}
          </option>
        ))}
      </SelectField>
      <TextField label="Port" type="number" inputMode="numeric" min={1} max={65_535} required {...form.field('port')} />
    </div>
  );
}

const AccountFields = ({ form, hasUser }: FieldsProps & { hasUser: boolean }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TextField
      label="User name"
      hint="Leave empty if the server needs none."
      autoComplete="off"
      spellCheck={false}
      {...form.field('user')}
    />
    <TextField
      label="Password"
      type="password"
      autoComplete="new-password"
      placeholder={hasUser ? 'unchanged' : ''}
      {...form.field('password')}
    />
  </div>
);

function RemoveServer({ again: reload }: { again: () => void }) {
  const remove = useRemoval('RemoveMailServer', 'remove the mail server');
  return (
    <Removal
      label="Remove"
      title="Remove the mail server"
      says="No more mail is sent: no invitations, no codes, no pages by e-mail."
      act="Remove mail server"
      onRemove={async () => {
        await remove({});
        say({ kind: 'done', title: 'Mail server removed' });
        reload();
      }}
    />
  );
}
