import { load, webhooks } from './ingest.mjs';
import { median, percentile, informationRow, sized } from './measure.mjs';
import { createSchedule } from './schedule.mjs';
import { startTocsin } from './server-under-test.mjs';

const month = 28 * 864e5;
/** Requests of each kind and round: fewer than a token’s limit per minute. */
const requestCount = sized(12, 1);

/** The requests of a schedule’s screen: its row, its shifts, and the draft of an edit; on an idle server, and under full ingest. */
export const scheduleAnswers = async ({ rounds }) => {
  const tocsin = await startTocsin();
  try {
    const calls = await callsOf(tocsin);
    const bodies = webhooks(1);
    const times = Object.fromEntries(Object.keys(calls).map((name) => [name, { idle: [], busy: [] }]));
    for (let n = 0; n < rounds; n += 1) {
      for (const [name, call] of Object.entries(calls)) times[name].idle.push(...(await timesOf(call)));
      const ingest = load(tocsin.address, bodies);
      for (const [name, call] of Object.entries(calls)) times[name].busy.push(...(await timesOf(call)));
      await ingest;
    }
    return Object.entries(times).map(([name, { idle, busy }]) =>
      informationRow(
        `${name}, under full ingest`,
        `${median(busy).toFixed(1)} ms`,
        `idle ${median(idle).toFixed(1)} ms`,
        median(busy) / median(idle),
        `95 % within ${percentile(busy, 0.95).toFixed(0)} ms, idle within ${percentile(idle, 0.95).toFixed(0)} ms; 64 senders, one signal a request`,
      ),
    );
  } finally {
    await tocsin.stop();
  }
};

/** The milliseconds of each answer, one after the other. */
async function timesOf(call) {
  const times = [];
  for (let n = 0; n < requestCount; n += 1) {
    const from = performance.now();
    await call();
    times.push(performance.now() - from);
  }
  return times;
}

async function callsOf(tocsin) {
  const id = await createSchedule(tocsin);
  const from = Date.now();
  const interval = { from: new Date(from).toISOString(), to: new Date(from + month).toISOString() };
  const { row } = await tocsin.get(`/api/views/schedules/${id}`);
  const layers = row.versions[0].layers.map((layer) => ({
    ...layer,
    rotation: { ...layer.rotation, slots: layer.rotation.slots.slice(1) },
  }));
  const ask = async (path, body) => {
    const answer = await fetch(`${tocsin.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${tocsin.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  return {
    'The row of a schedule of 5 rotations': () => ask(`/api/views/schedules/${id}`),
    'Its shifts of four weeks': () => ask(`/api/schedules/${id}/shifts?${new URLSearchParams(interval)}`),
    'A draft of them': () => ask(`/api/schedules/${id}/draft`, { timeZone: row.timeZone, layers, ...interval }),
  };
}
