// Written by scripts/lists.mjs
export { browserChannel as browser } from './browser/channel.js';
export { discordChannel as discord } from './discord/channel.js';
export { emailChannel as email } from './email/channel.js';
export { gotifyChannel as gotify } from './gotify/channel.js';
export { mattermostChannel as mattermost } from './mattermost/channel.js';
export { ntfyChannel as ntfy } from './ntfy/channel.js';
export { pushChannel as push } from './push/channel.js';
export { pushoverChannel as pushover } from './pushover/channel.js';
export { rocketchatChannel as rocketchat } from './rocketchat/channel.js';
export { slackChannel as slack } from './slack/channel.js';
export { smsChannel as sms } from './sms/channel.js';
export { teamsChannel as teams } from './teams/channel.js';
export { telegramChannel as telegram } from './telegram/channel.js';
export { voiceChannel as voice } from './voice/channel.js';
export { webhookChannel as webhook } from './webhook/channel.js';
