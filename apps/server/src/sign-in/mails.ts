import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { isErased, readablePersonal } from '@tocsin/contracts/ids.js';
import * as mailServerLimits from '@tocsin/contracts/mail-server/limits.js';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import type { RecordLinkMail } from '@tocsin/domain/setup/access/commands.js';
import { signInOf } from '@tocsin/domain/setup/sign-in/views.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { Mailer } from '@tocsin/platform/mail/mailer.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { mailedInvitationToken } from '../secrets/hashes.js';
import { readShownSecret } from '../secrets/shown-secrets.js';
import { linkHtml, linkText, type LinkMail } from '../deliveries/link-mail.js';
import { formatWallClock } from '../deliveries/times.js';
import type { ReactorServerParts, DisplayedAddress } from '../core/server-reach.js';
import type { EventEffects } from '../core/event-effect-table.js';

const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

interface MailDependencies {
  readonly server: ReactorServerParts;
  readonly mailer: Mailer;
  readonly address: DisplayedAddress;
}

interface MailedLink {
  readonly of: 'invitation' | 'reset';
  readonly personId: string;
  readonly linkHash: string;
}

type LinkMailOutcome =
  { readonly outcome: 'sent' } | { readonly outcome: 'failed'; readonly reason: DeliveryReason; readonly detail: string };

/** The result is recorded as a fact for each link; a failure is also reported as a trouble. */
const send = async (
  { server, mailer }: MailDependencies,
  event: Recorded,
  mailedLink: MailedLink,
  to: string,
  mail: LinkMail,
): Promise<EffectOutcome> => {
  const { subject } = mail;
  const content = { to, subject, text: linkText(mail), html: linkHtml(mail), headers: automatic };
  const toRecordCommand = (outcome: LinkMailOutcome): RecordLinkMail => ({ type: 'RecordLinkMail', data: { ...mailedLink, ...outcome } });
  try {
    await mailer.send({ ...content, idLeft: event.id, deadlineMs: mailServerLimits.smtpDeadline });
    return { kind: 'done', record: toRecordCommand({ outcome: 'sent' }) };
  } catch (error) {
    server.troubles.note(`${mailedLink.of} mail`, error);
    const { reason, detail, retry } =
      error instanceof OutgoingFailed ? error : { reason: 'delivery.provider_unreachable' as const, detail: '', retry: true };
    const shownDetail = detail.replaceAll(to, '(the address)').slice(0, 500);
    return { kind: 'failed', reason, retry, record: toRecordCommand({ outcome: 'failed', reason, detail: shownDetail }) };
  }
};

const organisationOf = ({ server }: MailDependencies): string => server.reads.organisation.get(organisationKey)?.name ?? 'Tocsin';

/** Without mail, links are handed over in person; a paused store sends nothing. */
const canMail = ({ server, mailer }: MailDependencies): boolean => mailer.isConfigured && !server.held;

const unneededOutcome: EffectOutcome = { kind: 'unneeded' };

/** Null: the token was deleted, so the link is no longer valid. */
const invitationToken = (server: ReactorServerParts, { data, meta }: RecordedOf<'PersonInvited'>): string | null => {
  const { commandId } = meta;
  const ofTable = readShownSecret(server.vault, 'invitations', commandId);
  if (ofTable !== null) return (JSON.parse(ofTable) as Record<string, string>)[data.invitationHash] ?? null;
  return readShownSecret(server.vault, 'invitation', commandId);
};

const resetToken = (server: ReactorServerParts, { meta }: RecordedOf<'PasswordResetLinkMade'>): string | null =>
  readShownSecret(server.vault, 'reset', meta.commandId);

const list = new Intl.ListFormat('en');

/** ` to the team Payments`; empty without a team. */
const teamsIn = ({ server }: MailDependencies, { teams = [] }: RecordedOf<'PersonInvited'>['data']): string => {
  const names = teams.flatMap(({ teamId }) => server.reads.teams.get(teamId)?.name ?? []);
  return names.length === 0 ? '' : ` to the ${names.length === 1 ? 'team' : 'teams'} ${list.format(names)}`;
};

const invite = async (dependencies: MailDependencies, event: RecordedOf<'PersonInvited'>): Promise<EffectOutcome> => {
  const { data, meta } = event;
  const { server, address } = dependencies;
  if (!canMail(dependencies) || isErased(data.email)) return unneededOutcome;
  const token = invitationToken(server, event);
  if (token === null) return unneededOutcome;
  const by = readablePersonal(server.reads.people.get(meta.actor.id)?.name, 'someone');
  const { openId, onlyOpenId } = signInOf(server.reads);
  const mailedLink = { of: 'invitation', personId: data.personId, linkHash: data.invitationHash } as const;
  return send(dependencies, event, mailedLink, data.email, {
    subject: `You are invited to Tocsin at ${organisationOf(dependencies)}`,
    greeting: `Hello ${readablePersonal(data.name)},`,
    says: `${by} invites you${teamsIn(dependencies, data)}: Tocsin pages people at ${organisationOf(dependencies)} when something breaks.`,
    press: openId && onlyOpenId ? `Join with ${openId.label}` : 'Join',
    link: `${address.url()}/invite/${mailedInvitationToken(server, token)}`,
    ends: `The link works once, until ${formatWallClock(data.expiresAt, data.timeZone)}.`,
  });
};

const reset = async (dependencies: MailDependencies, event: RecordedOf<'PasswordResetLinkMade'>): Promise<EffectOutcome> => {
  const { data } = event;
  const { server, address } = dependencies;
  const person = server.reads.people.get(data.personId);
  if (!person || !canMail(dependencies) || isErased(person.email)) return unneededOutcome;
  const token = resetToken(server, event);
  if (token === null) return unneededOutcome;
  const mailedLink = { of: 'reset', personId: data.personId, linkHash: data.linkHash } as const;
  return send(dependencies, event, mailedLink, person.email, {
    subject: 'Choose a new password for Tocsin',
    greeting: `Hello ${readablePersonal(person.name)},`,
    says: 'choose a new password with this link. All your sessions will end.',
    press: 'Choose a password',
    link: `${address.url()}/reset/${token}`,
    ends: `It works once, until ${formatWallClock(data.expiresAt, person.timeZone)}. If you did not request it, ignore this e-mail: your password stays the same.`,
  });
};

/** Mails with a sign-in link. Sent at least once; a failure is recorded, and a new link can be made. */
export const signInMails = (dependencies: MailDependencies): EventEffects => ({
  PersonInvited: (event) => invite(dependencies, event),
  PasswordResetLinkMade: (event) => reset(dependencies, event),
});
