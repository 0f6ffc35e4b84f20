import { story } from '@tocsin/testing/stage/story.js';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { TOTP } from 'otpauth';
import { v7 } from 'uuid';
import type { TwoFactorOffer } from '@tocsin/contracts/access/noun.js';
import { openVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { PushService } from '@tocsin/testing/fakes/push-service.js';
import { eventsOfFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let service: PushService;
beforeAll(async () => {
  service = await PushService.start();
  stage = await Stage.begin();
});
afterAll(async () => {
  await stage.detach();
  await service.close();
});

/** Whether the secrets that these events name are in the vault of the stopped server, in the order of the log. */
const areInVault = async (types: readonly string[], contactMethodId?: string): Promise<readonly boolean[]> => {
  const vault = openVault(join(stage.tocsin.data, 'vault'), undefined);
  try {
    return (await eventsOfFolder(stage.tocsin.data))
      .map((event) => ({ type: event.type, data: event.data as { readonly contactMethodId?: string; readonly secretRef?: string } }))
      .filter(({ type, data }) => types.includes(type) && (contactMethodId === undefined || data.contactMethodId === contactMethodId))
      .map(({ data }) => vault.secret(data.secretRef!) !== null);
  } finally {
    vault.close();
  }
};

type JoinedPerson = { readonly personId: string; readonly passwordRef: string };

/** References of everything in the vault of the stopped server. */
const listRefsInVault = (): readonly string[] => {
  const db = new Database(join(stage.tocsin.data, 'vault', 'vault.db'), { readonly: true });
  try {
    return db.prepare<[], string>('SELECT ref FROM secrets ORDER BY ref').pluck().all();
  } finally {
    db.close();
  }
};

story('the vault', (chapter) => {
  chapter('is given nothing by what is refused, or was so already; and nobody is shown a key that opens nothing', async () => {
    const { api, personId, phone } = stage.ana;
    const { teamId, serviceId } = stage.setUpAnswer;
    const integrationFields = { teamId, serviceId, integrationId: v7(), name: 'Sender', kind: 'generic' as const };
    await api.run('CreateIntegration', integrationFields);
    const [first, repeatAnswer] = [
      await api.run('CreateIntegration', integrationFields, 'twice'),
      await api.run('CreateIntegration', integrationFields, 'twice'),
    ];
    for (const { says } of [first, repeatAnswer])
      expect(says).toEqual({ integrationId: integrationFields.integrationId, nothingNew: true });
    const refusals = [
      await api.expectRefusal('CreateIntegration', { ...integrationFields, integrationId: v7() }),
      await api.expectRefusal('IssueIntegrationKey', { teamId, integrationId: v7() }),
      await api.expectRefusal('AddContactMethod', { kind: 'webhook', personId, address: phone.url }),
    ];
    expect(refusals.map(({ code }) => code)).toEqual(['integration.name_taken', 'integration.not_found', 'contact_method.address_taken']);
  });

  chapter(
    'lets go of the credential of a relay whose integration was removed, and of an old system’s tokens, though Tocsin is killed then',
    async () => {
      const { api } = stage.ana;
      const { teamId, serviceId } = stage.setUpAnswer;
      const { says } = await api.run('CreateIntegration', { teamId, serviceId, name: 'Relayed', kind: 'generic' });
      const ids = { teamId, integrationId: String(says['integrationId']) };
      await api.run('SetRelay', { ...ids, address: 'https://old.example.org/', header: 'X-Key', credential: 'secret of theirs' });
      const relayRefs = () => listRefsInVault().filter((ref) => ref.startsWith('relay:'));
      expect(relayRefs()).toHaveLength(1);
      await api.run('ConnectOldSystem', { system: 'pagerduty', address: 'https://old.example.org', token: 'token of theirs' });
      await api.run('ConnectOldSystem', { system: 'pagerduty', address: 'https://old.example.org', token: 'another of theirs' });
      await api.run('DisconnectOldSystem', { system: 'pagerduty' });
      await api.run('RemoveIntegration', ids);
      await stage.restart('SIGKILL');
      await stage.settleFully();
      expect(relayRefs()).toEqual([]);
      expect(listRefsInVault().filter((ref) => ref.startsWith('old-system:'))).toEqual([]);
    },
  );

  chapter(
    'lets go of what belonged to a removed method, an older subscription, two-factor that was turned off and a password that ended, and of nothing else',
    async () => {
      const { api, personId, methodId } = stage.ana;
      const { body } = await api.request<{ publicKey: string }>('GET', '/api/push');
      const [before, after] = [service.subscribe(body.publicKey), service.subscribe(body.publicKey)];
      const { says } = await api.run('AddContactMethod', { kind: 'push', personId, address: before.address, keys: before.keys });
      const push = String(says['contactMethodId']);
      await api.run('RenewPushSubscription', { personId, contactMethodId: push, address: after.address, keys: after.keys });
      const { methodId: removed } = await stage.addPhone(api);
      const admin = await stage.tocsin.join(api, 'Adam', 'admin');
      // a password set by an admin’s link, and one set by an owner’s
      const [byAdmin, byOwner] = [await stage.tocsin.join(admin, 'Bo'), await stage.tocsin.join(api, 'Cleo')];
      for (const one of [byAdmin, byOwner]) await api.run('ChangePersonRole', { personId: one.personId, role: 'owner' });
      await api.run('RemoveContactMethod', { personId, contactMethodId: removed });

      for (const time of ['first', 'second']) {
        const { secret } = (await api.request<TwoFactorOffer>('POST', '/api/two-factor')).body;
        const generateCode = async () => new TOTP({ secret }).generate({ timestamp: Date.parse(await stage.advance('PT30S')) });
        await api.run('TurnOnTwoFactor', { personId, code: await generateCode() });
        if (time === 'first') await api.run('TurnOffTwoFactor', { personId, code: await generateCode() });
      }
      await stage.settle();

      // remaining parts still work
      await stage.generic({ summary: 'The disk is full', key: 'disk' });
      expect(stage.ana.phone.pages.at(-1)).toMatchObject({ title: 'The disk is full' });
      expect(stage.ana.phone.rings.at(-1)).toMatchObject({ signed: true });

      await stage.tocsin.stop();
      expect(await areInVault(['ContactMethodAdded', 'PushSubscriptionRenewed'], push)).toEqual([false, true]);
      expect(await areInVault(['ContactMethodAdded'], removed)).toEqual([false]);
      expect(await areInVault(['ContactMethodAdded'], methodId)).toEqual([true]);
      expect(await areInVault(['TwoFactorTurnedOn'])).toEqual([false, true]);
      const joinEvents = (await eventsOfFolder(stage.tocsin.data)).flatMap(({ type, data }) =>
        type === 'PersonJoined' ? [data as JoinedPerson] : [],
      );
      const hasPassword = (personId: string) =>
        listRefsInVault().includes(joinEvents.find((one) => one.personId === personId)!.passwordRef);
      expect([byAdmin, byOwner].map((one) => hasPassword(one.personId))).toEqual([false, true]);
      const vault = openVault(join(stage.tocsin.data, 'vault'), undefined);
      expect(vault.secret(`two-factor-offer:${personId}`)).toBeNull();
      vault.close();
    },
  );

  chapter(
    'holds in the end what the log names, and its own keys; what was shown once goes when nobody is answered with it again',
    async () => {
      expect(listRefsInVault().some((ref) => ref.startsWith('shown:'))).toBe(true);
      await stage.restart();
      await stage.settle();
      // unacknowledged groups would be paged for all these days
      for (const { id, status } of await stage.ana.api.list('alertGroups'))
        if (status !== 'resolved') await stage.ana.api.run('ResolveAlertGroup', { groupId: id });
      await stage.advance('P7DT6H');
      await stage.tocsin.stop();
      const eventText = JSON.stringify(await eventsOfFolder(stage.tocsin.data));
      // the event of a sealing key names its id alone
      const named = (ref: string): boolean => eventText.includes(ref.replace('sealing-key:', ''));
      expect(listRefsInVault().filter((ref) => !named(ref))).toEqual(['push-keys']);
    },
  );
});
