import type { ReceiverKind } from '@tocsin/contracts/event-subscriptions/receivers.js';

export const receiverLabels: Readonly<Record<ReceiverKind, string>> = {
  webhook: 'Webhook',
  slack: 'Slack channel',
  telegram: 'Telegram group',
  mattermost: 'Mattermost channel',
  rocketchat: 'Rocket.Chat channel',
  discord: 'Discord channel',
  teams: 'Teams channel',
};

interface AddressWords {
  readonly label: string;
  readonly placeholder: string;
  readonly hint: string;
}

const hook = (placeholder: string, where: string): AddressWords => ({
  label: 'Webhook address',
  placeholder,
  hint: `${where} Stored as a secret: later only the host is shown.`,
});

/** Where each is found, in the words of its program. */
export const addressWords: Readonly<Record<ReceiverKind, AddressWords>> = {
  webhook: {
    label: 'Address',
    placeholder: 'https://tickets.example.org/hooks/tocsin',
    hint: 'Stored as a secret: later only the host is shown.',
  },
  slack: {
    label: 'Channel ID',
    placeholder: 'C012AB3CD',
    hint: 'At the end of “View channel details”. Invite the app to a private channel first: /invite @Tocsin. Needs the Slack connection.',
  },
  telegram: {
    label: 'Group ID',
    placeholder: '-1001234567890',
    hint: 'Add the bot to the group: it says the ID there. Needs the Telegram connection.',
  },
  mattermost: hook('https://chat.example.org/hooks/…', '“Integrations” › “Incoming Webhooks” › “Add Incoming Webhook”.'),
  rocketchat: hook('https://chat.example.org/hooks/…', '“Workspace” › “Integrations” › “New” › “Incoming”.'),
  discord: hook('https://discord.com/api/webhooks/…', '“Edit Channel” › “Integrations” › “Webhooks” › “Copy Webhook URL”.'),
  teams: hook('https://…', '“Workflows” › “Send webhook alerts to a channel”.'),
};
