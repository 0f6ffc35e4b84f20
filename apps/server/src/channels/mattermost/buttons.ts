import type { Macs } from '../../secrets/macs.js';
import { pressMac } from '../../secrets/purpose-macs.js';
import type { ServerParts } from '../../core/server-parts.js';
import { serverOfHook } from '../../core/hook-server.js';
import type { ChatAct, GroupCard } from '../../deliveries/group-card.js';
import type { ConnectedServer } from '../hook-chat.js';

const styles: Readonly<Record<ChatAct, string>> = { acknowledge: 'primary', resolve: 'default', take_over: 'default' };

interface ButtonsOf {
  readonly macs: Macs;
  readonly connection: string;
  /** This server’s public address. */
  readonly url: string;
}

/** https://developers.mattermost.com/integrate/plugins/interactive-messages/: an id has letters and digits only. */
export const attachmentsOf = ({ macs, connection, url }: ButtonsOf, { groupId: group, buttons }: Pick<GroupCard, 'groupId' | 'buttons'>) =>
  buttons.length === 0
    ? []
    : [
        {
          fallback: '',
          actions: buttons.map(({ act, label }) => ({
            id: act.replaceAll('_', ''),
            type: 'button',
            name: label,
            style: styles[act],
            integration: {
              url: `${url}/api/channels/mattermost`,
              context: { connection, group, act, mac: pressMac(macs, { connection, group, act }) },
            },
          })),
        },
      ];

interface Dependencies {
  readonly server: Pick<ServerParts, 'reads' | 'vault'>;
  readonly address: { readonly url: () => string };
}

export const connectedMattermost =
  ({ server, address }: Dependencies) =>
  (hook: string): ConnectedServer | null => {
    const row = serverOfHook(server, hook);
    if (!row) return null;
    const of = { macs: server.vault, connection: row.id, url: address.url() };
    return { withButtons: (json, group) => ({ ...json, attachments: attachmentsOf(of, group) }) };
  };
