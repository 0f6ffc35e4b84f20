import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import type { LinkMail } from '../deliveries/link-mail.js';
import type { ReactorServerParts } from '../core/server-reach.js';
import { canMail, sendMails, type MailDependencies } from './mail-people.js';

/** The people who may change the subscription: the team’s managers, if it has any, otherwise owners and admins. */
const managersOf = ({ reads }: ReactorServerParts, teamId: string | null): readonly PersonRow[] => {
  const members = (teamId === null ? undefined : reads.teams.get(teamId)?.members) ?? [];
  const managers = members.flatMap(({ personId, role }) => (role === 'manager' ? (reads.people.get(personId) ?? []) : []));
  const active = managers.filter(({ state }) => state === 'active');
  if (active.length > 0) return active;
  return [...reads.people.where('role', 'owner'), ...reads.people.where('role', 'admin')].filter(({ state }) => state === 'active');
};

const mailOf = (name: string, host: string, link: string, greeting: string): LinkMail => ({
  subject: `Tocsin: the event subscription “${name}” was switched off`,
  greeting,
  says: `${host} has not accepted any events for 24 hours, so the event subscription “${name}” was switched off. Events are not sent until it is switched on again.`,
  press: 'Open Tocsin',
  link,
  ends: 'Repair the receiver, send a test event, then switch the subscription on.',
});

/** Mails the people who may change a subscription that it was disabled. If no mail can be sent, only its row shows it. */
export const tellOfDisabled = async (
  { server, mailer, address }: MailDependencies,
  { id, data }: RecordedOf<'EventSubscriptionDisabled'>,
): Promise<EffectOutcome> => {
  const subscription = server.reads.eventQueues.get(data.subscriptionId)?.state;
  if (!canMail({ server, mailer }) || !subscription) return { kind: 'unneeded' };
  const { name, host, teamId } = subscription;
  const link = `${address.url()}${teamId === null ? '/settings/events' : `/teams/${teamId}`}`;
  return sendMails({ mailer }, id, managersOf(server, teamId), ({ name: personName }) =>
    mailOf(name, host, link, `Hello ${readablePersonal(personName)},`),
  );
};
