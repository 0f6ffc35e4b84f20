import { z } from 'zod';
import { emailAddress, toAsciiAddress, toAsciiHost, typedEmail } from '../email-address.js';
import { command, event, type Messages } from '../message.js';
import type { Examples } from '../examples.js';

export { refusals } from './refusals.js';

/** Connection security: none, STARTTLS, or TLS from the first byte. */
export const mailSecurities = ['none', 'starttls', 'tls'] as const;
export type MailSecurity = (typeof mailSecurities)[number];
/** Default ports for mail submission. */
export const usualPort: Readonly<Record<MailSecurity, number>> = { none: 25, starttls: 587, tls: 465 };

const aboutHost = 'A host name or an IP address, such as mail.example.org.';
const aboutSender = 'An address such as tocsin@example.org, or with a name: Tocsin <tocsin@example.org>.';
const isHost = (text: string): boolean => /^[a-z\d](?:[a-z\d._-]*[a-z\d])?$|^[\da-f:.]*:[\da-f:.]*$/i.test(text);

/** The address in `Tocsin <tocsin@example.org>`, or the whole where it has no name. */
export const addressOfSender = (from: string): string => /<([^<>]*)>$/.exec(from)?.[1] ?? from;
const isSender = (from: string): boolean =>
  emailAddress.safeParse(toAsciiAddress(addressOfSender(from))).success && /^[^<>"\p{Cc}]*(?:<[^<>\s]+>)?$/u.test(from);

const host = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .overwrite(toAsciiHost)
  .refine((text) => text === '' || isHost(text), aboutHost);
const from = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((text) => text === '' || isSender(text), aboutSender);

const connection = z.strictObject({ host, port: z.number().int().min(1).max(65_535), security: z.enum(mailSecurities), from });

/** Facts of the stream `mailServer`. */
export const events = {
  MailServerConfigured: event(
    1,
    ['settings', 'Mail server set'],
    'The mail server was set.',
    z.object({
      ...connection.shape,
      /** Vault reference of user name and password; null: no login. */
      loginRef: z.string().nullable(),
    }),
  ),
  MailServerRemoved: event(
    1,
    ['settings', 'Mail server removed'],
    'The mail server was removed: mail is sent with the environment variables, or not at all.',
    z.object({}),
  ),
};
export type MailServerFact = Messages<typeof events>;

/** Form input: without `password` the stored one is kept. */
export const typedMailServer = connection.extend({
  /** Null: no login. */
  user: z.string().trim().min(1).max(200).nullable(),
  password: z.string().min(1).max(1_000).optional(),
});
export type TypedMailServer = z.infer<typeof typedMailServer>;

export const commands = {
  ConfigureMailServer: command('Set the mail server', 'owner.configure', typedMailServer),
  RemoveMailServer: command('Remove the mail server', 'owner.configure', z.strictObject({})),
};

export const examples: Examples<typeof commands> = {
  ConfigureMailServer: {
    body: {
      host: 'mail.example.org',
      port: 587,
      security: 'starttls',
      from: 'tocsin@example.org',
      user: 'tocsin',
      password: 'of the mail server',
    },
  },
  RemoveMailServer: { body: {} },
};

/** In memory only: one row, or none. */
export type MailServerRow = z.infer<(typeof events)['MailServerConfigured']['data']>;

/** The answer of `GET /api/settings/mail`, without the password. */
export const mailSettings = z.object({
  /** The configured server; null: none. */
  server: z
    .object({
      host: z.string(),
      port: z.number().int(),
      /** Null: the environment says it in its own words. */
      security: z.enum(mailSecurities).nullable(),
      user: z.string().nullable(),
      from: z.string(),
    })
    .nullable(),
  /** Environment variables that override the settings: those can’t be changed on a screen. */
  setBy: z.object({ server: z.enum(['TOCSIN_SMTP_URL']).nullable(), from: z.enum(['TOCSIN_MAIL_FROM']).nullable() }),
});
export type MailSettings = z.infer<typeof mailSettings>;

/** `POST /api/settings/mail/test`. `server`: as it was typed; left out: the one by which mails are sent now. */
export const mailTest = z.strictObject({ to: typedEmail.max(200), server: typedMailServer.optional() });

const mailSteps = ['connect', 'tls', 'login', 'sender', 'recipient', 'message'] as const;

/** `step`: where it failed; `why`: the error, and the fix. Both null when the server accepted the mail. */
export const mailTestResult = z.object({ ok: z.boolean(), step: z.enum(mailSteps).nullable(), why: z.string().nullable() });
export type MailTestResult = z.infer<typeof mailTestResult>;

/** `POST /api/mail/bounces`: a delivery status notification (RFC 3464) as it was received, with all headers. */
export const mailBounce = z.strictObject({
  message: z
    .string()
    .min(1)
    .max(256 * 1_024),
});
/**
 * `about`: what the mail was, null: not one of this installation’s, or no notification. `result`: `failed`: it can’t be delivered; `delayed`: not yet;
 * `ignored`: nothing follows.
 */
export const mailBounceResult = z.object({
  about: z.enum(['page', 'code']).nullable(),
  result: z.enum(['failed', 'delayed', 'ignored']),
});
export type MailBounceResult = z.infer<typeof mailBounceResult>;
