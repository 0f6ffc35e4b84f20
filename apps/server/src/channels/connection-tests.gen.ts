// Written by scripts/lists.mjs
export { testMattermost as mattermost } from '../channels/mattermost/test-connection.js';
export { testGateway as gateway } from '../channels/sms-gateway/test-gateway.js';
export { testPushover as pushover } from '../connections/test-pushover.js';
export { testSlack as slack } from '../connections/test-slack.js';
export { testTelegram as telegram } from '../connections/test-telegram.js';
export { testTwilio as twilio } from '../connections/test-twilio.js';
