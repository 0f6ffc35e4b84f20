import { commands } from '@tocsin/contracts/organisation/noun.js';
import type { OrganisationRow } from '@tocsin/contracts/organisation/noun.js';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { statusQuery, useMay } from '../../data/session/session.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { whoMay } from '../../data/session/who-may.js';
import { BarredWords } from '../../ui/barred-hint.js';
import { useAll, useEvery } from '../../data/cache/use-view.js';
import { AddressTest } from './shared/address-test.js';
import { BarredFields } from '../../ui/barred-fields.js';
import { Screen, Section } from '../../ui/screen.js';
import { At } from '../../ui/time.js';
import { useForm } from '../../ui/use-form.js';
import { WhenRead, WhenSettled } from '../../ui/when-read.js';
import { CalendarFeedsSwitch } from '../calendar-feeds/shared/calendar-feeds-switch.js';
import { DaysSetting, daysSettings } from './days-setting.js';
import { Holidays } from '../holidays/shared/holidays.js';
import { laterPart } from '../../ui/lazy-part.js';
import { Organisation } from './organisation.js';
import { SavedField } from './saved-field.js';

const ImportedHistorySection = laterPart(() => import('../imported-history/shared/imported-history-section.js'), 'ImportedHistorySection');

/** Settings of the organisation. */
export function SettingsScreen() {
  const reading = useEvery('organisation');
  const calendars = useEvery('holidayCalendars');
  const organisation = useAll('organisation')[0];
  const { data: status } = useQuery(statusQuery);
  return (
    <Screen narrow title="Settings">
      <WhenSettled of={[reading, calendars]} lines={8}>
        <WhenRead of={[reading]} what="The settings" lines={8} />
        {organisation && <Organisation organisation={organisation} />}
        {organisation && <PublicAddress key={organisation.url} organisation={organisation} />}
        {organisation && <Mail isSetUp={status?.mail} />}
        {organisation && <CalendarFeedsSwitch organisation={organisation} />}
        {organisation && <Holidays organisation={organisation} />}
        {organisation &&
          daysSettings.map((words) => (
            <DaysSetting key={`${words.command} ${words.daysOf(organisation)}`} words={words} organisation={organisation} />
          ))}
        {organisation && <ImportedHistorySection />}
        {organisation && (
          <Section title="This installation">
            <dl className="grid grid-cols-[9rem_1fr] gap-y-1.5 pt-1 *:odd:text-muted">
              <dt>Set up</dt>
              <dd>
                <At at={organisation.since} />
              </dd>
              <dt>Version</dt>
              <dd>{status?.version}</dd>
              <dt>Documentation</dt>
              <dd className="flex flex-wrap gap-x-3 gap-y-1.5">
                <a href="/docs" className="link">
                  Guide and API reference
                </a>
                <a href="/docs/changelog" className="link">
                  Changelog
                </a>
              </dd>
              {status?.clock === 'manual' && (
                <>
                  <dt>Clock</dt>
                  <dd className="text-warn">manual: this is a test installation</dd>
                </>
              )}
            </dl>
          </Section>
        )}
      </WhenSettled>
    </Screen>
  );
}

/** Whether there is a mail server, and the way to it. */
function Mail({ isSetUp }: { isSetUp: boolean | undefined }) {
  const may = useMay('owner.configure');
  return (
    <Section title="Mail">
      <p className="flex flex-wrap items-center gap-x-3 pt-1">
        {isSetUp !== undefined && (isSetUp ? 'Mail is set up.' : <span className="text-warn">Mail is not set up yet.</span>)}
        {may ? (
          <Link to="/settings/mail" className="link">
            {isSetUp ? 'Mail settings' : 'Set up mail'}
          </Link>
        ) : (
          <BarredWords>Only {whoMay('owner.configure')} can set it up.</BarredWords>
        )}
      </p>
    </Section>
  );
}

function PublicAddress({ organisation }: { organisation: OrganisationRow }) {
  const may = useMay('owner.configure');
  const change = useCommand('ChangePublicAddress', 'change the public address', { inForm: true });
  const form = useForm({
    initial: { url: organisation.url },
    schema: commands.ChangePublicAddress.data,
    shape: ({ url }) => ({ url }),
    submit: async (request) => {
      await change.mutateAsync(request);
      say({ kind: 'done', title: 'Saved', detail: 'New links start with it.' });
    },
  });
  const { data: status } = useQuery(statusQuery);
  const isElsewhere = new URL(organisation.url).origin !== location.origin;
  return (
    <Section title="Public address">
      <BarredFields why={!may && `Only ${whoMay('owner.configure')} can change this.`}>
        <div className="pt-2">
          <SavedField
            form={form}
            may={may}
            isUnchanged={form.values.url === organisation.url}
            label="Address"
            type="url"
            hint={
              isElsewhere
                ? `Used in every link and snippet. You opened this page at ${location.origin}: make sure that phones can open the public one.`
                : 'Used in every link and snippet. Phones must be able to open it.'
            }
            {...form.field('url')}
          />
        </div>
      </BarredFields>
      {status?.urlFromEnvironment && <p className="mt-2 text-warn">Overridden by TOCSIN_URL: links begin with {status.url}.</p>}
      {may && URL.canParse(form.values.url) && (
        <div className="mt-3">
          <AddressTest key={form.values.url} url={form.values.url} />
        </div>
      )}
    </Section>
  );
}
