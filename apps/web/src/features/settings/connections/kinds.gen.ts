// Written by scripts/lists.mjs
export { gateway } from './gateway.js';
export { mattermost } from './mattermost.js';
export { pushover } from './pushover.js';
export { slack } from './slack.js';
export { telegram } from './telegram.js';
export { twilio } from './twilio.js';
