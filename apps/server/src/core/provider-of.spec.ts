import type { ContactKind } from '@tocsin/contracts/contact-kinds.js';
import { ana, Harbour, pages, reachedBy } from '@tocsin/domain/alert-groups/groups.fixture.js';
import { dueInGroup } from '@tocsin/domain/alert-groups/timers.js';
import { alertmanager, alertOf } from '@tocsin/domain/routing/signals.fixture.js';
import { providerOf } from './provider-of.js';

const providers = (kind: ContactKind, address: string): readonly (string | undefined)[] => {
  const facts = reachedBy(ana, [kind], [['high', 0, 2]]).map((fact) =>
    fact.type === 'ContactMethodAdded' ? { ...fact, data: { ...fact.data, address } } : fact,
  );
  const harbour = new Harbour({ steps: [pages([ana])], contacts: { [ana]: facts } });
  harbour.receives(alertmanager([alertOf('Disk')]));
  const timers = dueInGroup(harbour.group(), 1);
  expect(timers.map(({ command }) => command.type)).toContain('TakeEscalationStep');
  return timers.map(({ command }) => providerOf(harbour.world.memory, command)).filter((provider) => provider !== undefined);
};

it('an attempt calls the mail server, or the host of its address with its port; a tab is no provider, nor is any other timer', () => {
  expect(providers('email', 'ana@example.org')).toEqual(['email']);
  expect(providers('webhook', 'https://hooks.example.org:8443/a/b?c')).toEqual(['hooks.example.org:8443']);
  expect(providers('push', 'https://push.example.org/capability')).toEqual(['push.example.org']);
  expect(providers('browser', '')).toEqual([]);
  expect(providers('webhook', 'no address')).toEqual([]);
});
