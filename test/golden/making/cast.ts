import { TOTP } from 'otpauth';
import type { AlertGroupRow } from '@tocsin/contracts/alert-group-rows.js';
import type { TwoFactorOffered } from '@tocsin/contracts/access.js';
import type { Client } from '@tocsin/testing/stage/client.js';
import { IdentityProvider } from '@tocsin/testing/fakes/identity-provider.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import type { Profile } from '@tocsin/testing/stage/cluster.js';
import { PushService } from '@tocsin/testing/fakes/push-service.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

/** Where the clock of every golden log begins: ahead of that of the machine, behind which a new log’s never stands. */
const begins = '2031-03-03T08:00:00.000Z';
export const clientOfProvider = { id: 'tocsin', secret: 'the secret of the client' };

/** A running server, those on call, and everybody outside whom it talks to. */
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
  const [bo, cleo] = [await stage.person('Bo'), await stage.person('Cleo')];
  const provider = await IdentityProvider.start({ ...clientOfProvider, callback: `${stage.tocsin.url}/api/openid/callback` });
  return { stage, mailbox, pushService: await PushService.start(), provider, bo, cleo };
};

/** The server and its data folder are the maker’s to end. */
export const dismiss = async ({ mailbox, pushService, provider, stage }: Cast): Promise<void> => {
  await stage.leave();
  await Promise.all([pushService.close(), provider.close(), mailbox.close().catch(() => undefined)]);
};

/** A verified e-mail address of somebody; the id of the contact method. */
export const addMail = async ({ stage, mailbox }: Cast, { api, personId }: Player, address: string): Promise<string> => {
  const { says } = await api.run('AddContactMethod', { kind: 'email', personId, address });
  const contactMethodId = String(says['contactMethodId']);
  await stage.settle();
  await mailbox.waitFor((mail) => /is your/.test(mail.subject ?? '') && JSON.stringify(mail.to).includes(address));
  await api.run('VerifyContactMethod', { personId, contactMethodId, code: mailbox.lastCode()! });
  return contactMethodId;
};

/** A phone that push rings; what is posted to it goes to the push service. */
export const addDevice = async ({ pushService }: Cast, { api, personId }: Player) => {
  const { body } = await api.request<{ publicKey: string }>('GET', '/api/push');
  const subscribed = pushService.subscribe(body.publicKey);
  const { address, keys } = subscribed;
  const { says } = await api.run('AddContactMethod', { kind: 'push', personId, address, keys, label: 'Chrome on Android' });
  return { ...subscribed, publicKey: body.publicKey, contactMethodId: String(says['contactMethodId']) };
};

/** An authenticator app; each code is a new one, because the clock moves on. */
export const authenticator = async ({ stage }: Cast, client: Client): Promise<() => Promise<string>> => {
  const { secret } = (await client.request<TwoFactorOffered>('POST', '/api/two-factor')).body;
  return async () => new TOTP({ secret }).generate({ timestamp: Date.parse(await stage.advance('PT30S')) });
};

/** The alert group that was opened last. */
export const newest = async ({ stage }: Cast): Promise<AlertGroupRow> => (await stage.groups()).at(-1)!;
