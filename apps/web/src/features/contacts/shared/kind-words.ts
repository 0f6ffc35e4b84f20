import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';

/** What a working contact method does, as sentences. */
export const aboutKind: Readonly<Record<ContactKind, string>> = {
  browser: 'Plays a sound in every open tab with sound on; not when the laptop is closed.',
  email: 'E-mail won’t wake you. Bounces are seen only if handed over.',
  webhook: 'A signed POST, for example to a phone gateway or a chat bot. What happens next is up to the receiver.',
  ntfy: 'Notifies the ntfy app on a phone, even when it is locked. High urgency has ntfy’s highest priority: allow it to override Do Not Disturb in the app.',
  gotify:
    'Notifies the Gotify app on an Android phone, even when it is locked. High urgency has priority 10: allow it to override Do Not Disturb in the phone’s settings.',
  pushover:
    'Notifies the Pushover app on a phone, even when it is locked. High urgency rings every minute until you confirm it in the app, which acknowledges the page. One purchase per platform after a trial.',
  sms: 'Texts a phone, which also works without mobile data. Reply A to acknowledge. At most 5 in 15 minutes: more are bundled.',
  voice:
    'Calls a phone, and reads the page out. Press 1 to acknowledge, 2 to pass it on, 6 to resolve, if Tocsin has a public https address. At most 3 in 15 minutes: more are bundled.',
  slack:
    'A direct message in Slack. Buttons acknowledge and resolve, and the message is kept up to date. Slack may stay silent at night: add a phone as well.',
  telegram:
    'A message of your organisation’s bot in Telegram. Buttons acknowledge and resolve, and the message is kept up to date. Telegram may stay silent at night: add a phone as well.',
  mattermost:
    'A message in a channel of Mattermost. Create a webhook under “Integrations” › “Incoming Webhooks” › “Add Incoming Webhook”, and paste its address. It costs nothing; anyone in the channel can read it and open its link.',
  discord:
    'A message in a channel of Discord, without mentions. Create a webhook under “Edit Channel” › “Integrations” › “Webhooks” › “New Webhook” › “Copy Webhook URL”. It costs nothing; anyone in the channel can read it and open its link.',
  rocketchat:
    'A message in a channel of Rocket.Chat. Create a webhook under “Workspace” › “Integrations” › “New” › “Incoming”, and paste its Webhook URL. It costs nothing; anyone in the channel can read it and open its link.',
  teams:
    'A card in a channel of Microsoft Teams. Create a webhook in the channel under “Workflows” › “Send webhook alerts to a channel”, name a co-owner, and paste its address. Teams only says that the workflow has started, not that the card appeared.',
  push: 'Notifies a phone or computer, even when it is locked. Push can’t override Do Not Disturb: allow this app there, or turn Do Not Disturb off.',
};
