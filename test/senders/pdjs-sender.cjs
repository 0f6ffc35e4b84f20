// A program that uses pdjs, in its own process, because only it trusts the certificate of the tests. Reads calls from its standard input, `[{ call,
// server, data }]`, and writes the result of each.
const { text } = require('node:stream/consumers');
const pdjs = require('@pagerduty/pdjs');

const send = async ({ call, server, data }) => {
  try {
    const { status, data: body } = await pdjs[call]({ server, data });
    return { status, body };
  } catch (error) {
    return { failed: String(error) };
  }
};

void text(process.stdin).then(async (asked) => {
  const told = [];
  for (const call of JSON.parse(asked)) told.push(await send(call));
  process.stdout.write(JSON.stringify(told));
});
