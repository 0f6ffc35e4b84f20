import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import { tellOfLinked } from './tell-of-linked.js';

it('warns by no other method while the mail is tried again, so that nobody is warned twice', async () => {
  const warned: string[] = [];
  const method = { kind: 'ntfy', contactMethodId: 'm1', address: 'a', verified: true, disabled: null };
  const linked = { ...method, kind: 'slack', contactMethodId: 'm2', label: '@ana of Acme' };
  const person = { id: 'ana', name: 'Ana', email: 'ana@example.org' };
  let isMailAway = true;
  const dependencies = {
    server: {
      held: false,
      clock: { now: () => '2026-11-28T03:00:00.000Z' },
      reads: { people: { get: () => person }, contacts: { get: () => ({ methods: [method, linked] }) } },
      vault: { secret: () => null },
    },
    mailer: {
      isConfigured: true,
      send: async () => {
        if (isMailAway) throw new OutgoingFailed('delivery.provider_unreachable', '', true);
      },
    },
    address: { url: () => 'https://tocsin.example' },
    channels: new Proxy({}, { get: () => ({ canSend: () => true, deliver: async () => (warned.push('m'), { ok: true }) }) }),
  };
  const event = { id: 'e1', data: { personId: 'ana', contactMethodId: 'm2' } };
  const tell = () => tellOfLinked(dependencies as never, event as never);
  expect(await tell()).toMatchObject({ kind: 'failed', retry: true });
  expect(warned).toEqual([]);
  isMailAway = false;
  expect(await tell()).toMatchObject({ kind: 'done' });
  expect(warned.length).toBeGreaterThan(0);
});
