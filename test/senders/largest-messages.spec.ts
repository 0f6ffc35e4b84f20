// senders: full, sixteen megabytes a message
import { integrationKinds } from '@tocsin/contracts/integrations/kinds.js';
import type { ClientAnswer } from '@tocsin/testing/stage/client.js';
import { notReadInTime, sentAgain } from '@tocsin/testing/stage/sent-again.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { largestOf } from '../../apps/server/src/ingest/format.js';
import { formatOf } from '../../apps/server/src/ingest/senders/senders.js';
import { webhookStories, type Sent, type WebhookStory } from './webhook-bodies.js';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.begin();
  stage.expectedErrors = notReadInTime;
});
afterAll(() => stage.close());

/** One of each kind: its JSON, or XML where it sends no other. */
const stories = integrationKinds.flatMap((kind) => {
  const isPadded = ({ opens, resolves }: WebhookStory): boolean =>
    [opens, resolves].every((sent) => typeof sent?.body === 'object' || sent?.text?.endsWith('</monit>'));
  const found = webhookStories.find((one) => one.kind === kind && isPadded(one));
  return found ? [[kind, found] as const] : [];
});

it('are of every kind but those that read another door: mails, and pings', () => {
  expect(integrationKinds.filter((kind) => !stories.some(([one]) => one === kind))).toEqual(['healthchecks', 'mail']);
});

const padded = ({ body, text }: Sent, characters: number): string => {
  const more = 'x'.repeat(characters);
  if (text !== undefined) return text.replace(/<\/monit>$/, `<!--${more}--></monit>`);
  return JSON.stringify(characters > 0 ? { ...(body as object), zz: more } : body);
};

const send = (kind: WebhookStory['kind'], sent: Sent, characters = 0): Promise<ClientAnswer> =>
  sentAgain(async () => {
    const { path, key } = await stage.integration(kind);
    const { at = '', authorization } = sent;
    const target = (at.startsWith('/') ? at : `${path}${at}`).replaceAll('KEY', key);
    const text = padded(sent, characters).replaceAll('KEY', key);
    const headers: Record<string, string> = authorization ? { authorization: `Bearer ${key}` } : {};
    return stage.tocsin.anonymous.request('POST', target, text, headers);
  });

it.each(stories)(
  'the largest message of %s is taken six times, is one group, and is resolved',
  async (kind, { opens, resolves, status = 202 }) => {
    const room = largestOf(formatOf(kind)) - Buffer.byteLength(padded(opens, 0)) - 4_096;
    const before = (await stage.listGroups()).length;
    for (let n = 0; n < 6; n += 1) expect([n, (await send(kind, opens, room)).status]).toEqual([n, status]);
    const groups = await stage.listGroups();
    expect(groups).toHaveLength(before + 1);
    expect((await send(kind, resolves!)).status).toBe(status);
    await stage.settle();
    expect(await stage.ana.api.row('alertGroups', groups.at(-1)!.id)).toMatchObject({ status: 'resolved' });
  },
);
