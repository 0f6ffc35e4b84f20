// A program that uses node-pagerduty: `node node-pagerduty-sender.cjs FOLDER KEY trigger|resolve`. Its address is fixed: HTTPS_PROXY leads it to us.
const path = require('node:path');
const [, , folder, routingKey, action] = process.argv;
const PagerDuty = require(path.join(folder, 'node_modules/node-pagerduty'));

const payload = { summary: 'Node: disk full', source: 'db-node', severity: 'critical' };
new PagerDuty('a token of its REST API').events
  .sendEvent({ routing_key: routingKey, event_action: action, dedup_key: 'node/disk', ...(action === 'trigger' ? { payload } : {}) })
  .catch((error) => {
    console.error(error);
    process.exitCode = 1;
  });
