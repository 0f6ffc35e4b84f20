import { contactTraits, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import * as connectionLimits from '@tocsin/contracts/connections/limits.js';
import { isErased, readablePersonal } from '@tocsin/contracts/ids.js';
import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import { nightPagesKey } from '@tocsin/domain/operation/alert-groups/views/night-pages.view.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import type { EventEffects } from '../core/event-effect-table.js';
import type { LinkMail } from '../deliveries/link-mail.js';
import { formatWallClock } from '../deliveries/times.js';
import { canMail, sendMails } from './mail-people.js';
import { warn, type TellDependencies } from './tell-person.js';

const unneeded: EffectOutcome = { kind: 'unneeded' };
const quietly = 'No one is paged for this.';

const activeOf = ({ server }: TellDependencies, ids: readonly string[]): readonly PersonRow[] =>
  ids.flatMap((id) => server.reads.people.get(id) ?? []).filter(({ state }) => state === 'active');

type MailTo = (person: PersonRow) => Pick<LinkMail, 'subject' | 'says' | 'press'>;

const isQuiet = (kind: ContactKind): boolean => contactTraits[kind].loudness === 'quiet';

/** By mail, and by each method of theirs that never rings. */
const tell = async (
  dependencies: TellDependencies,
  id: string,
  ids: readonly string[],
  path: string,
  mailTo: MailTo,
): Promise<EffectOutcome> => {
  if (dependencies.server.held) return unneeded;
  const people = activeOf(dependencies, ids);
  const link = `${dependencies.address.url()}${path}`;
  const mailFor = (person: PersonRow) => ({ greeting: `Hello ${readablePersonal(person.name)},`, link, ends: quietly, ...mailTo(person) });
  // first what may be tried again, so that nobody is told twice
  const mailed: EffectOutcome = canMail(dependencies)
    ? await sendMails(dependencies, id, people, mailFor)
    : { kind: people.length > 0 ? 'done' : 'unneeded' };
  if (mailed.kind === 'failed' && mailed.retry) return mailed;
  for (const person of people) {
    const { subject, says } = mailTo(person);
    await warn(dependencies, person.id, { subject, says, link }, isQuiet);
  }
  return mailed;
};

/** Before a silence ends: to who started it, and who has what it covers. */
const tellOfSilence = (
  dependencies: TellDependencies,
  { id, data: { silenceId, people, until } }: RecordedOf<'SilenceEndAnnounced'>,
): Promise<EffectOutcome> | EffectOutcome => {
  const silence = dependencies.server.reads.activeSilences.get(silenceId);
  if (silence?.until !== until) return unneeded;
  const words = isErased(silence.comment) ? '' : textOrErased(silence.comment);
  const name = words === '' ? 'A silence' : `The silence “${words}”`;
  return tell(dependencies, id, people, `/silences`, ({ timeZone }) => ({
    subject: `${name} ends at ${formatWallClock(until, timeZone)}`,
    says: `${name} ends at ${formatWallClock(until, timeZone)}. What it mutes and still fires then pages 5 minutes later.`,
    press: 'Extend it or end it',
  }));
};

type MaintenanceEvent = RecordedOf<'MaintenanceAnnounced'> | RecordedOf<'MaintenanceEnded'>;

/** Before maintenance begins, and at its end: to the people on call. */
const tellOfMaintenance = (
  dependencies: TellDependencies,
  { id, data: { windowId, people } }: MaintenanceEvent,
  mailTo: (name: string, timeZone: string) => Pick<LinkMail, 'subject' | 'says'>,
): Promise<EffectOutcome> | EffectOutcome => {
  const window = dependencies.server.reads.maintenanceWindows.get(windowId);
  if (!window) return unneeded;
  return tell(dependencies, id, people, '/maintenance', ({ timeZone }) => ({
    ...mailTo(window.name, timeZone),
    press: 'Open maintenance',
  }));
};

/** The first night page above the budget of its policy: to the managers of the policy’s team, once a person and week. */
const tellOfNights = (
  dependencies: TellDependencies,
  { id, ordinal, data }: RecordedOf<'NightPageCounted'>,
): Promise<EffectOutcome> | EffectOutcome => {
  const { policies, people, teams, nightPages } = dependencies.server.reads;
  const policy = policies.get(data.policyId);
  if (!policy || nightPages.get(nightPagesKey(data))?.exceededBy !== ordinal) return unneeded;
  const managers = teams.get(policy.teamId)?.members.filter(({ role }) => role === 'manager') ?? [];
  const name = readablePersonal(people.get(data.personId)?.name);
  return tell(
    dependencies,
    id,
    managers.map(({ personId }) => personId),
    '/reports/load',
    () => ({
      subject: `Night budget of “${policy.name}” exceeded for ${name}`,
      says: `The policy “${policy.name}” allows ${data.budget} night pages a person a week. ${name} has had more in the week of ${data.week}. No page is stopped by this.`,
      press: 'Open the load report',
    }),
  );
};

/** Many SMS in a day cost much, or are somebody’s mistake: to the owners. */
const tellOfSmsParts = (
  dependencies: TellDependencies,
  { id, data: { day, parts } }: RecordedOf<'SmsPartsExceeded'>,
): Promise<EffectOutcome> => {
  const owners = [...dependencies.server.reads.people.where('role', 'owner')].map(({ id: personId }) => personId);
  return tell(dependencies, id, owners, '/reports/cost', () => ({
    subject: `${parts} parts of SMS on ${day}`,
    says: `On ${day} (UTC), Tocsin has sent ${parts} parts of SMS so far, which the provider charges. You hear of it at ${connectionLimits.smsPartsTold} a day and at each doubling. Pages go on.`,
    press: 'Open the cost report',
  }));
};

/** Quiet messages about what mutes alerts, about nights, and about costs. */
export const createQuietMessageEffects = (dependencies: TellDependencies): EventEffects => ({
  SmsPartsExceeded: async (event) => tellOfSmsParts(dependencies, event),
  NightPageCounted: async (event) => tellOfNights(dependencies, event),
  SilenceEndAnnounced: async (event) => tellOfSilence(dependencies, event),
  MaintenanceAnnounced: async (event) =>
    tellOfMaintenance(dependencies, event, (name, timeZone) => ({
      subject: `Maintenance “${name}” begins at ${formatWallClock(event.data.from, timeZone)}`,
      says: `From ${formatWallClock(event.data.from, timeZone)} to ${formatWallClock(event.data.until, timeZone)} alerts that “${name}” covers don’t page as usual.`,
    })),
  MaintenanceEnded: async (event) =>
    tellOfMaintenance(dependencies, event, (name) => ({
      subject: `Maintenance “${name}” ended`,
      says: `“${name}” ended. What opened while it lasted and still fires pages after 5 minutes.`,
    })),
});
