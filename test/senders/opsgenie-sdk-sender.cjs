// Run as a program: the folder of the SDK, the address, the key, and what to do.
const [, , folder, host, key, act] = process.argv;
const { createRequire } = require('node:module');

const opsgenie = createRequire(`${folder}/`)('opsgenie-sdk');
opsgenie.configure({ api_key: key, host });
const done = (error, answer) => {
  if (error) {
    console.error(error);
    process.exitCode = 1;
  } else console.log(JSON.stringify(answer));
};
if (act === 'create') opsgenie.alertV2.create({ message: 'SDK: disk full', alias: 'sdk/disk', priority: 'P1' }, done);
else opsgenie.alertV2[act]({ identifier: 'sdk/disk', identifierType: 'alias' }, {}, done);
