import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { PushService, type PushedMessage } from '@tocsin/testing/fakes/push-service.js';
import { pushKeysOf } from '../../secrets/push-keys.js';
import { pageRef } from '../../deliveries/sent-refs.js';
import { contactMethod, page } from '../../deliveries/message.fixture.js';
import type { Channel } from '../channel.js';
import { createPushChannel } from './channel.js';
import { bundlesOfEachLine, pagesOfEachKind } from '../../deliveries/push-kinds.fixture.js';
import { tagOf } from '../../deliveries/push-tags.js';

/** The page of a group goes on from step to step: it is one page. */
const ofPage: ReadonlySet<string> = new Set(['escalation', 'holder_first', 'exhausted', 'test']);

describe('messages of every kind to one device', () => {
  let service: PushService;
  let http: OutgoingHttp;
  let channel: Channel;
  /** What each kind sends, as the push service gets it. */
  const sent = new Map<string, PushedMessage>();
  beforeAll(async () => {
    service = await PushService.start();
    http = new OutgoingHttp({ allowLoopback: true });
    const keys = pushKeysOf(new MemoryVault());
    channel = createPushChannel({ http, keys, contact: () => 'mailto:tocsin@example.org', now: () => page().now });
    const device = service.subscribe(keys.publicKey);
    const method = contactMethod({ address: device.address, secret: JSON.stringify(device.keys) });
    const note = async (kind: string, send: () => Promise<unknown>): Promise<void> => {
      expect(await send()).toMatchObject({ ok: true });
      sent.set(kind, service.messages.at(-1)!);
    };
    for (const message of pagesOfEachKind)
      await note(message.cause.kind, () => channel.deliver('page', message, method, { deadlineMs: 5_000 }));
    for (const bundle of bundlesOfEachLine)
      await note(`bundle ${bundle.quiet ? 'quiet' : bundle.urgency}`, () =>
        channel.deliver('bundle', bundle, method, { deadlineMs: 5_000 }),
      );
    const end = { number: 1042, title: 'Disk', groupLink: page().groupLink, says: 'Bo acknowledged.', close: false };
    await note('update of a page', () =>
      channel.deliver('update', { page: pagesOfEachKind[0]!, waiting: 'and 4 more in Payments' }, method, { deadlineMs: 5_000 }),
    );
    for (const bundle of bundlesOfEachLine.filter(({ quiet }) => !quiet))
      await note(`update of bundle ${bundle.urgency}`, () =>
        channel.deliver('update', { bundle, waiting: 'and 4 more in Payments' }, method, { deadlineMs: 5_000 }),
      );
    await note('over', () => channel.deliver('end', { ...end, replaces: pageRef(page()) }, method, { deadlineMs: 5_000 }));
  });
  afterAll(async () => {
    http.close();
    await service.close();
  });

  const mayReplace = (before: string, after: string): boolean =>
    before === after || [before, after].every((kind) => ofPage.has(kind) || kind === 'over');

  it('replace nothing on its screen and at its push service but an earlier state of the same page', () => {
    const kinds = [...sent.keys()];
    const replacing = kinds.flatMap((before) =>
      kinds.flatMap((after) => {
        const [one, two] = [sent.get(before)!, sent.get(after)!];
        return one.topic === two.topic ? [[before, after]] : [];
      }),
    );
    const allowed = kinds.flatMap((before) => kinds.flatMap((after) => (mayReplace(before, after) ? [[before, after]] : [])));
    expect(replacing).toEqual(allowed);
    const onScreen = (kind: string): string => kind.replace(/^update of (?:a page|)/, '').trim() || 'escalation';
    const shown = kinds.flatMap((before) =>
      kinds.flatMap((after) => (sent.get(before)!.message.tag === sent.get(after)!.message.tag ? [[before, after]] : [])),
    );
    const allowedOnScreen = kinds.flatMap((before) =>
      kinds.flatMap((after) => (mayReplace(onScreen(before), onScreen(after)) ? [[before, after]] : [])),
    );
    expect(shown).toEqual(allowedOnScreen);
  });

  it('have topics that push services take: at most 32 characters that are safe in an address', () => {
    for (const { topic } of sent.values()) expect(topic).toMatch(/^[\w-]{1,32}$/);
  });

  it('are other ones for another group, but for a notice about one device', () => {
    const another = page({ groupId: '0197a001-0000-7000-8000-0000000000bb' });
    for (const { cause } of pagesOfEachKind)
      expect([cause.kind, tagOf({ ...another, cause }) === tagOf({ ...page(), cause })]).toEqual([
        cause.kind,
        cause.kind === 'method_gone',
      ]);
  });

  it('leave “Resolved.” to the message that says so, and nothing else', () => {
    const clearing = [...sent].filter(([, { message }]) => message.kind === 'page' && message.endedTag !== undefined);
    expect(clearing.map(([kind, { message }]) => [kind, message])).toEqual([
      ['resolved', expect.objectContaining({ endedTag: page().groupId })],
    ]);
  });
});
