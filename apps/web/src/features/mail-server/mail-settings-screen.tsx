import type { MailSettings } from '@tocsin/contracts/mail-server/noun.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';
import { useMay } from '../../data/session/session.js';
import { whoMay } from '../../data/session/who-may.js';
import { BarredHint } from '../../ui/barred-hint.js';
import { Screen, Section } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { MailServerForm } from './mail-server-form.js';
import { MailTestForm } from './mail-test-form.js';

/** The mail server, and whether it accepts mails. */
export function MailSettingsScreen() {
  const may = useMay('owner.configure');
  const client = useQueryClient();
  const reading = useQuery({
    enabled: may,
    queryKey: keys.mailSettings,
    queryFn: () => api<MailSettings>('GET', '/settings/mail'),
    refetchOnMount: 'always',
  });
  const { data, refetch } = reading;
  const again = () => {
    void refetch();
    void client.invalidateQueries({ queryKey: keys.status });
  };
  return (
    <Screen narrow title="Mail">
      {!may && <BarredHint>Only {whoMay('owner.configure')} can see and change the mail server.</BarredHint>}
      {may && <WhenRead of={[reading]} what="The mail server" lines={8} />}
      {may && data?.setBy.server && <SetByEnvironment settings={data} />}
      {may && data && !data.setBy.server && <MailServerForm key={JSON.stringify(data)} settings={data} again={again} />}
    </Screen>
  );
}

function SetByEnvironment({ settings: { server, setBy } }: { settings: MailSettings }) {
  if (!server) return null;
  const rows = [
    ['Server', `${server.host}:${server.port}`],
    ['User name', server.user ?? 'none'],
    ['Sender', server.from],
  ] as const;
  return (
    <>
      <Section id="server" title="Mail server">
        <p className="pt-1">
          Set by {setBy.server}
          {setBy.from && ` and ${setBy.from}`}. To change it, change the environment and restart Tocsin.
        </p>
        <dl className="grid grid-cols-[7rem_1fr] gap-y-1.5 pt-3">
          {rows.map(([name, says]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="break-words">{says}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="Test">
        <MailTestForm />
      </Section>
    </>
  );
}
