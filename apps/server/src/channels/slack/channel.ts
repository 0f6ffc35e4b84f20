import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { z } from 'zod';
import { accountAt, accountOf, type Account } from '../../connections/accounts.js';
import { callSlack, readSlack } from '../../connections/slack.js';
import type { AccountVerdict } from '../../core/breaker.js';
import { createChannel, erasedOutcome, failedOutcome, type Call, type Channel, type ChannelOutcome, type Erasing } from '../channel.js';
import type { ChannelDependencies } from '../dependencies.js';
import { besideBreaker, throughBreaker } from '../through-breaker.js';
import type { SlackMessage } from './blocks.js';
import { renderSlack } from './render.js';

export type SlackDependencies = Pick<ChannelDependencies, 'connections'> & {
  readonly server: Pick<ChannelDependencies['server'], 'clock' | 'reads' | 'vault'>;
  readonly calls: { readonly http: Pick<OutgoingHttp, 'post'> };
};

/** Where a message is: a message to a person is in a channel that Slack names, and only that name edits it. */
const posted = z.object({ channel: z.string(), ts: z.string() });
export const messageIdOf = ({ channel, ts }: z.infer<typeof posted>): string => `${channel}:${ts}`;

const paramsOf = ({ text, blocks }: SlackMessage) => ({ text, blocks: JSON.stringify(blocks) });

type Method = 'chat.postMessage' | 'chat.update';

interface MessageCall {
  readonly method: Method;
  readonly to: string;
  readonly more: Readonly<Record<string, string>>;
}

/** Calls Slack with a message. `ok` means that it is in the chat; Slack says it of members who were deactivated, too. */
export const callWithMessage = async (
  { server, calls: { http } }: Pick<SlackDependencies, 'server' | 'calls'>,
  account: Account,
  { method, to, more }: MessageCall,
  message: SlackMessage,
  call: Call,
): Promise<{ readonly outcome: ChannelOutcome; readonly verdict: AccountVerdict }> => {
  const params = { ...more, channel: to, ...paramsOf(message) };
  const read = readSlack(await callSlack(http, account, method, params, call), posted, server.clock.now());
  if (read.ok) return { outcome: { ok: true, state: 'sent', providerId: messageIdOf(read.value) }, verdict: 'works' };
  const { reason, detail, retry, verdict, retryAfter } = read;
  return { outcome: { ok: false, reason, detail, retry, ...(retryAfter === undefined ? {} : { retryAfter }) }, verdict };
};

/** The number of the message in its channel. */
const tsOf = (messageId: string): string => messageId.slice(messageId.indexOf(':') + 1);

/** Addresses of contact methods are `T012AB3CD/U012AB3CD`: workspace and member. */
const memberOf = (address: string): string => address.slice(address.indexOf('/') + 1);

/** `address`: of a contact method, or a channel. `below`: the message in whose thread it is, shown in the channel, too. */
export const sendToSlack = async (
  dependencies: SlackDependencies,
  address: string,
  message: SlackMessage,
  call: Call,
  below: string | null = null,
): Promise<ChannelOutcome> => {
  const account = accountOf(dependencies.server, 'slack');
  if (!account) return failedOutcome('delivery.connection_removed', '', false);
  const to = memberOf(address);
  const inThread: MessageCall['more'] = below === null ? {} : { thread_ts: tsOf(below), reply_broadcast: 'true' };
  const sending: MessageCall = { method: 'chat.postMessage', to, more: { unfurl_links: 'false', ...inThread } };
  return throughBreaker(dependencies.connections, account, to, () => callWithMessage(dependencies, account, sending, message, call));
};

const eraseInSlack =
  ({ server, calls: { http }, connections }: SlackDependencies): Erasing =>
  async ({ providerId, sentAt }, call) => {
    const account = accountAt(server, 'slack', sentAt);
    if (!account) return failedOutcome('delivery.connection_removed', '', false);
    const [channel = '', ts = ''] = providerId.split(':');
    return besideBreaker(connections, account, async () => {
      const read = readSlack(await callSlack(http, account, 'chat.delete', { channel, ts }, call), z.object({}), server.clock.now());
      if (read.ok || read.error === 'message_not_found') return erasedOutcome;
      return failedOutcome(read.reason, read.detail, read.retry);
    });
  };

/** A direct message of the organisation’s app to a member of the workspace. */
export const slackChannel = (dependencies: SlackDependencies): Channel =>
  createChannel<SlackMessage>({
    kind: 'slack',
    render: renderSlack,
    preview: ({ text, blocks }) => ({ title: text, text: plainText(blocks), isJson: false, acts: [...labelsOf(blocks)] }),
    send: (message, { address }, call) => sendToSlack(dependencies, address, message, call),
    erase: eraseInSlack(dependencies),
  });

const sectionBlock = z.object({ type: z.literal('section'), text: z.object({ text: z.string() }) });
const actionsBlock = z.object({ type: z.literal('actions'), elements: z.array(z.object({ text: z.object({ text: z.string() }) })) });

const plainText = (blocks: readonly object[]): string =>
  blocks.flatMap((block) => sectionBlock.safeParse(block).data?.text.text ?? []).join('\n');
const labelsOf = (blocks: readonly object[]): readonly string[] =>
  blocks.flatMap((block) => actionsBlock.safeParse(block).data?.elements.map(({ text }) => text.text) ?? []);
