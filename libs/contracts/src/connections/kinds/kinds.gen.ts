// Written by scripts/lists.mjs
export { gatewayConnection as gateway } from './gateway.js';
export { mattermostConnection as mattermost } from './mattermost.js';
export { pushoverConnection as pushover } from './pushover.js';
export { slackConnection as slack } from './slack.js';
export { telegramConnection as telegram } from './telegram.js';
export { twilioConnection as twilio } from './twilio.js';
