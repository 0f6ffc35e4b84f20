import { randomUUID } from 'node:crypto';
import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';
import { isSameText } from '@tocsin/platform/signatures/same-bytes.js';
import { z } from 'zod';
import { attachmentsOf } from '../../channels/mattermost/buttons.js';
import { pressMac } from '../../secrets/purpose-macs.js';
import { mattermost } from '../../channels/mattermost/channel.js';
import { parseJson } from '../../connections/verdicts.js';
import { connectionOf } from '../../core/connection-of.js';
import type { DisplayedAddress, ReactorServerParts } from '../../core/server-reach.js';
import { cardOfGroup } from '../../deliveries/channel-post.js';
import { chatActs, stateOf } from '../../deliveries/group-card.js';
import { makeLinkCode } from '../../secrets/chat-links.js';
import type { ChatActs, PressResult } from '../chat-acts.js';
import { emptyAnswer, type ChatDoor } from '../../channels/chat-door.js';

interface Dependencies {
  readonly server: ReactorServerParts;
  readonly address: DisplayedAddress;
  readonly acts: Pick<ChatActs, 'press'>;
}

const pressed = z.object({
  user_id: z.string().min(1).max(100),
  user_name: z.string().max(200).default(''),
  trigger_id: z.string().max(500).optional(),
  context: z.object({ connection: z.string(), group: z.uuid(), act: z.enum(chatActs), mac: z.string() }),
});
type Pressed = z.infer<typeof pressed>;

const isOurs = ({ server }: Dependencies, { context }: Pressed): boolean =>
  context.connection === connectionOf(server, 'mattermost')?.id && isSameText(pressMac(server.vault, context), context.mac);

/** For the presser alone. */
const howToLink = ({ server, address }: Dependencies, account: string, name: string): string => {
  const label = `@${name} of ${new URL(account).host}`;
  const code = makeLinkCode(server.vault, { chat: 'mattermost', account, label }, server.clock.now());
  return `This Mattermost account isn’t linked to a person in Tocsin, so nothing was done. To link it, paste this code in ${address.url()}/me under “Chat accounts”:\n\`\`\`\n${code}\n\`\`\``;
};

/** The message as it is now: only this answer changes one that a webhook posted. */
const update = async (dependencies: Dependencies, { group: groupId, connection }: Pressed['context']): Promise<object> => {
  const { server, address } = dependencies;
  const group = await server.runner.readState(alertGroupDecider, groupId);
  if (group.status === 'none') return {};
  const card = await cardOfGroup({ server, address }, group, stateOf(server, group));
  const { shown } = mattermost.bodyOf({
    title: card.title,
    lines: [...card.lines, card.state].filter(Boolean),
    link: card.link,
    isQuiet: true,
  });
  const attachments = attachmentsOf({ macs: server.vault, connection, url: address.url() }, card);
  return { update: { message: shown, props: { attachments } } };
};

const saysOf = (dependencies: Dependencies, result: PressResult, account: string, name: string): string | undefined =>
  result.kind === 'stranger' ? howToLink(dependencies, account, name) : result.says;

const carryOut = async (
  dependencies: Dependencies,
  { user_id: user, user_name: name, trigger_id: id, context }: Pressed,
): Promise<object> => {
  const { server, acts } = dependencies;
  if (server.held) return { ephemeral_text: 'Tocsin is paused after a restore: nothing was done.' };
  const account = `${connectionOf(server, 'mattermost')!.fields['baseUrl']}/${user}`;
  const { act, group: groupId } = context;
  const press = { kind: 'mattermost', account, act, groupId, messageId: '', key: `mattermost ${user} ${id ?? randomUUID()}` } as const;
  const result = await acts.press(press);
  const says = saysOf(dependencies, result, account, name);
  return {
    ...(result.kind === 'stranger' ? {} : await update(dependencies, context)),
    ...(says === undefined ? {} : { ephemeral_text: says }),
  };
};

/** Presses below messages of webhooks. The answer changes the message, so it comes after the act. */
export const mattermostDoor = (dependencies: Dependencies): ChatDoor => ({
  kind: 'mattermost',
  path: '',
  take: async ({ body }) => {
    const { data } = pressed.safeParse(parseJson(body));
    if (!data || !isOurs(dependencies, data)) return null;
    return { ...emptyAnswer, contentType: 'application/json', body: JSON.stringify(await carryOut(dependencies, data)) };
  },
});
