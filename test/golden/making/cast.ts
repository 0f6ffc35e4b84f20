import { TOTP } from 'otpauth';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { TwoFactorOffer } from '@tocsin/contracts/access/noun.js';
import type { Client } from '@tocsin/testing/stage/client.js';
import { IdentityProvider } from '@tocsin/testing/fakes/identity-provider.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import type { Profile } from '@tocsin/testing/stage/cluster.js';
import { PushService } from '@tocsin/testing/fakes/push-service.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

/** The start of every golden log’s clock: later than the machine’s clock, which a new log’s clock is never behind. */
const begins = '2031-03-03T08:00:00.000Z';
export const clientOfProvider = { id: 'tocsin', secret: 'the secret of the client' };

/** A running server, the people on call, and all external services. */
export interface Cast {
  readonly stage: Stage;
  readonly mailbox: Mailbox;
  readonly pushService: PushService;
  readonly provider: IdentityProvider;
  readonly bo: Player;
  readonly cleo: Player;
}

export const gather = async (profile: Profile): Promise<Cast> => {
  const mailbox = await Mailbox.start();
  const stage = await Stage.begin({ profile, mailbox, env: { TOCSIN_CLOCK_AT: begins } });
  const [bo, cleo] = [await stage.addPerson('Bo'), await stage.addPerson('Cleo')];
  const provider = await IdentityProvider.start({ ...clientOfProvider, callback: `${stage.tocsin.url}/api/openid/callback` });
  return { stage, mailbox, pushService: await PushService.start(), provider, bo, cleo };
};

/** The maker ends the server and its data folder. */
export const dismiss = async ({ mailbox, pushService, provider, stage }: Cast): Promise<void> => {
  await stage.detach();
  await Promise.all([pushService.close(), provider.close(), mailbox.close().catch(() => undefined)]);
};

/** Adds a verified e-mail address to a person; returns the id of the contact method. */
export const addMail = async ({ stage, mailbox }: Cast, { api, personId }: Player, address: string): Promise<string> => {
  const { says } = await api.run('AddContactMethod', { kind: 'email', personId, address });
  const contactMethodId = String(says['contactMethodId']);
  await stage.settle();
  await mailbox.waitFor((mail) => /is your/.test(mail.subject ?? '') && JSON.stringify(mail.to).includes(address));
  await api.run('VerifyContactMethod', { personId, contactMethodId, code: mailbox.lastCode()! });
  return contactMethodId;
};

/** Adds a phone with push; its messages go to the push service. */
export const addDevice = async ({ pushService }: Cast, { api, personId }: Player) => {
  const { body } = await api.request<{ publicKey: string }>('GET', '/api/push');
  const subscription = pushService.subscribe(body.publicKey);
  const { address, keys } = subscription;
  const { says } = await api.run('AddContactMethod', { kind: 'push', personId, address, keys, label: 'Chrome on Android' });
  return { ...subscription, publicKey: body.publicKey, contactMethodId: String(says['contactMethodId']) };
};

/** An authenticator app; each code is new, because the clock is advanced. */
export const turnOnAuthenticator = async ({ stage }: Cast, client: Client): Promise<() => Promise<string>> => {
  const { secret } = (await client.request<TwoFactorOffer>('POST', '/api/two-factor')).body;
  return async () => new TOTP({ secret }).generate({ timestamp: Date.parse(await stage.advance('PT30S')) });
};

/** The alert group that was opened last. */
export const newestGroup = async ({ stage }: Cast): Promise<AlertGroupRow> => (await stage.listGroups()).at(-1)!;
