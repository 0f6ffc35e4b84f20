import { randomUUID } from 'node:crypto';
import { openBrowser } from './browser.mjs';
import { median, percentile, row } from './measure.mjs';
import { startTocsin } from './server-under-test.mjs';

const layers = 5;
const people = ['Bo', 'Cleo', 'Dan', 'Eve'];
const targetMs = 100;

/**
 * A schedule with five monthly rotations, on a real server, in a real browser: from the press that edits a rotation to the updated
 * strips.
 */
export const schedule = async ({ rounds }) => {
  const tocsin = await startTocsin();
  const browser = await openBrowser(tocsin);
  try {
    const times = await measureRedraws(await browser.visit(`/schedules/${await createSchedule(tocsin)}?span=month`), 4 * rounds);
    const figure = `${median(times).toFixed(0)} ms`;
    const p95 = percentile(times, 0.95);
    return [
      row(`Redraw of a schedule of ${layers} rotations, by month`, figure, `${targetMs} ms`, median(times) / targetMs, 1, {
        atMost: true,
        note: `from the press to the strips of the draft; 95 % within ${p95.toFixed(0)} ms`,
      }),
    ];
  } finally {
    await browser.close();
    await tocsin.stop();
  }
};

/** Each rotation has a person for each day, and a share of the day. */
export async function createSchedule({ run, get }) {
  const [team] = (await get('/api/views/teams')).rows;
  for (const name of people) await run('InvitePerson', { name, email: `${name.toLowerCase()}@example.org`, role: 'member' });
  await get('/api/views/people?limit=1');
  const { rows } = await get('/api/views/people');
  const createSlots = () => rows.map(({ row: { id } }) => ({ slotId: randomUUID(), people: [id] }));
  const anchor = new Date(Date.now() - 864e5).toISOString();
  const createRotation = (n) => ({
    layerId: randomUUID(),
    name: `Rotation ${n + 1}`,
    priority: n,
    rotation: { slots: createSlots(), length: { unit: 'days', count: 1, time: '09:00' }, anchor },
    restrictions: [{ weekdays: [], times: { from: `0${n}:00`, to: `1${n}:00` } }],
  });
  const { says } = await run('CreateSchedule', {
    teamId: team.row.id,
    name: 'Payments primary',
    timeZone: 'Europe/Berlin',
    layers: Array.from({ length: layers }, (_, n) => createRotation(n)),
  });
  return says.scheduleId;
}

/** Milliseconds of each: a person is removed from a rotation, the strips are redrawn, and the edit is discarded. */
async function measureRedraws(page, times) {
  const chip = page.getByRole('button', { name: 'Remove Bo from Rotation 1', exact: true });
  await chip.waitFor();
  await page.getByRole('group', { name: 'On call', exact: true }).locator('li').first().waitFor();
  const durations = [];
  for (let n = 0; n < times; n += 1) {
    durations.push(await chip.evaluate(waitUntilRedrawn));
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await chip.waitFor();
  }
  return durations;
}

/** Runs in the browser: presses, and returns how long it took until the rotation’s strip was redrawn. */
const waitUntilRedrawn = (button) =>
  new Promise((resolve) => {
    const strip = document.querySelector('fieldset[aria-label="Rotation 1"] ul');
    const before = strip.innerHTML;
    const from = performance.now();
    const checkFrame = () =>
      document.querySelector('fieldset[aria-label="Rotation 1"] ul').innerHTML === before
        ? requestAnimationFrame(checkFrame)
        : resolve(performance.now() - from);
    button.click();
    requestAnimationFrame(checkFrame);
  });
