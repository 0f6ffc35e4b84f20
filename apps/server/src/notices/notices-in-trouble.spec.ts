import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { withReached } from './give-notice.js';
import { createNoticeEffects } from './notice-effects.js';

const method = (kind: string) => ({ kind, contactMethodId: kind, verified: true, disabled: null });
/** Who chose a method hears by it, or else by mail; who chose none hears by mail and by every method. */
const hasAll = (...kinds: readonly string[]) => ({ methods: kinds.map(method) });
const chose = (kind: string) => ({ ...hasAll(kind), notices: [{ kind: 'lost_channel', on: true, contactMethodId: kind }] });

/** Owners, who hear of a lost channel; `away`: what fails now, such as `mail` or `ntfy bo`. */
const setUp = (contacts: Readonly<Record<string, object>>, away: Set<string>, isMailSetUp = true) => {
  const sent: string[] = [];
  const mailed: string[] = [];
  const people = Object.keys(contacts).map((id) => ({ id, name: id, email: `${id}@example.org`, state: 'active', timeZone: 'UTC' }));
  const deliver =
    (kind: string) =>
    async (_: string, { personId }: { readonly personId: string }) => {
      const way = `${kind} ${personId}`;
      if (away.has(way)) return { ok: false, reason: 'delivery.provider_unreachable', detail: '', retry: true };
      return (sent.push(way), { ok: true });
    };
  const send = async ({ to }: { readonly to: string }) => {
    mailed.push(to);
    if (away.has('mail')) throw new OutgoingFailed('delivery.provider_unreachable', '', true);
    if (away.has(to)) throw new OutgoingFailed('delivery.provider_rejected', '', true);
    sent.push(`mail ${to.split('@')[0]}`);
  };
  const state = { name: 'Ops', host: 'h', teamId: null, receiver: 'slack', isLost: true };
  const reads = {
    people: { get: (id: string) => people.find((one) => one.id === id), where: () => people },
    contacts: { get: (id: string) => contacts[id] },
    eventQueues: { get: () => ({ state }) },
  };
  const server = {
    held: false,
    clock: { now: () => '2026-11-28T03:00:00.000Z' },
    vault: { secret: () => null, mac: () => Buffer.alloc(32) },
    reads,
  };
  const channels = new Proxy({}, { get: (_, kind: string) => ({ canSend: () => true, deliver: deliver(kind) }) });
  const address = { url: () => 'https://tocsin.example' };
  const table = createNoticeEffects(withReached({ server, mailer: { isConfigured: isMailSetUp, send }, address, channels } as never));
  const event = { id: 'e1', ordinal: 7, data: { subscriptionId: 's', reason: 'delivery.not_in_channel' } };
  const tell = (): Promise<EffectOutcome | void> => table.EventReceiverLost!(event as never);
  return { tell, sent, mailed };
};

describe('a message that is no page, while ways fail', () => {
  it('goes by every method while the mail server is away, and is done with the first that took it', async () => {
    const { tell, sent } = setUp({ mia: hasAll('push', 'ntfy') }, new Set(['mail', 'ntfy mia']));
    expect([await tell(), sent]).toEqual([{ kind: 'done' }, ['push mia']]);
  });

  it('is tried again for whom it did not reach, and makes no sound for the others', async () => {
    const away = new Set(['mail', 'ntfy bo']);
    const { tell, sent } = setUp({ ana: chose('ntfy'), bo: chose('ntfy') }, away);
    for (let tries = 0; tries < 4; tries += 1) expect(await tell()).toMatchObject({ kind: 'failed', retry: true });
    expect(sent).toEqual(['ntfy ana']);
    away.delete('mail');
    expect([await tell(), sent]).toEqual([{ kind: 'done' }, ['ntfy ana', 'mail bo']]);
  });

  it('is tried again without a mail server, too', async () => {
    const away = new Set(['push mia']);
    const { tell, sent } = setUp({ mia: hasAll('push') }, away, false);
    expect(await tell()).toMatchObject({ kind: 'failed', retry: true });
    away.clear();
    expect([await tell(), sent]).toEqual([{ kind: 'done' }, ['push mia']]);
  });

  it('waits for a mail server that is away once, not once for each reader', async () => {
    const { tell, sent, mailed } = setUp({ ana: hasAll(), bo: hasAll('push'), cleo: hasAll() }, new Set(['mail']));
    expect(await tell()).toMatchObject({ kind: 'failed', retry: true });
    expect([mailed, sent]).toEqual([['ana@example.org'], ['push bo']]);
  });

  it('reaches the others at once where the server refuses one address for now', async () => {
    const { tell, sent } = setUp({ ana: hasAll(), bo: hasAll() }, new Set(['ana@example.org']));
    expect(await tell()).toMatchObject({ kind: 'failed', retry: true });
    expect(sent).toEqual(['mail bo']);
  });
});
