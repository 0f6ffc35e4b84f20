import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { waitForPaint, openBrowser, openMemory, measureDrawnShare } from './browser.mjs';
import { numberRange, openMany, settle, signal } from './many-groups.mjs';
import { runInterleaved, row, informationRow } from './measure.mjs';
import { startTocsin } from './server-under-test.mjs';

/** A manual clock, so that no one is paged repeatedly during the measurement. */
const serverEnv = { NODE_ENV: 'test', TOCSIN_CLOCK: 'manual' };
const groupCount = 10_000;
/** The changes of an hour at ten per second. */
const changes = 36_000;
/** The page of the app with the least content: a few links, and the frame of every screen. */
const emptyPath = '/settings';

/** The list with 10,000 alert groups, on a real server, in a real browser: load time, response times, scrolling, and memory. */
export const list = async ({ rounds }) => {
  const tocsin = await startTocsin(serverEnv);
  const browser = await openBrowser(tocsin);
  try {
    await openMany(tocsin, groupCount);
    return [
      ...(await measureVitals(browser, rounds)),
      await measureScrolling(tocsin, browser, rounds),
      ...(await playHour(tocsin, browser)),
    ];
  } finally {
    await browser.close();
    await tocsin.stop();
  }
};

const openList = async (browser) => {
  const page = await browser.visit('/alerts');
  await page.locator('li[data-id]').first().waitFor();
  return page;
};

/** Alternating visits; returns the browser’s figures for the first view, and for the slowest interaction. */
const measureVitals = async (browser, rounds) => {
  const samples = { list: [], empty: [] };
  const visit = (name, open) => async () => {
    const page = await open();
    await waitForPaint(page);
    await pause(300);
    const lcp = await page.evaluate('vitals.lcp');
    await interact(page, name === 'list');
    samples[name].push(await page.evaluate('vitals.inp'));
    await page.context().close();
    return lcp;
  };
  const contestants = { list: visit('list', () => openList(browser)), empty: visit('empty', () => browser.visit(emptyPath)) };
  const lcp = await runInterleaved(contestants, rounds);
  let [nthList, nthEmpty] = [0, 0];
  const inp = await runInterleaved({ list: async () => samples.list[nthList++], empty: async () => samples.empty[nthEmpty++] }, rounds);
  const toVitalsRow = (title, { medians, ratios }, note) =>
    informationRow(title, `${medians.list.toFixed(0)} ms`, `/settings ${medians.empty.toFixed(0)} ms`, ratios.empty, note);
  return [
    toVitalsRow(
      `Largest contentful paint of the list with ${groupCount.toLocaleString('en')} groups`,
      lcp,
      `a first visit, nothing cached; the load of the machine was ${loadavg()[0].toFixed(0)}`,
    ),
    toVitalsRow('Interaction to next paint there: the slowest of 27', inp, 'j, k, x, typing in the search, opening a row'),
  ];
};

/** The keys are pressed on either page; only the list reacts to them. */
const interact = async (page, isList) => {
  const press = async (key) => {
    await page.keyboard.press(key);
    await waitForPaint(page);
  };
  for (const key of 'jjjjjkkxjxjx') await press(key);
  await press('Escape');
  await press('/');
  for (const letter of 'alert4242') await press(letter);
  if (isList) await page.locator('li[data-id]', { hasText: '#4242' }).waitFor();
  for (const key of ['Escape', 'g', 'Escape']) await press(key);
  await (isList ? page.getByRole('link', { name: /Alert4242/ }) : page.locator('h1')).first().click();
  if (isList) await page.getByRole('heading', { name: /Alert4242/ }).waitFor();
  await waitForPaint(page);
  await pause(100);
};

/** Fifty changes a second, ten every 200 ms, while frames of both pages are counted in turn. */
const measureScrolling = async (tocsin, browser, rounds) => {
  const [page, idlePage] = [await openList(browser), await browser.visit(emptyPath)];
  const storm = stormOf(await listNewest(tocsin, 200), tocsin);
  const measureDuring = async (visiblePage, step) => {
    const abortController = new AbortController();
    const stormy = (async () => {
      while (!abortController.signal.aborted) await Promise.all([storm(10), pause(200)]);
    })();
    await visiblePage.bringToFront();
    const share = await measureDrawnShare(visiblePage, step);
    abortController.abort();
    await stormy;
    return share * 100;
  };
  const { medians, ratios } = await runInterleaved(
    { list: () => measureDuring(page, 'scrollBy(0, 12);'), idle: () => measureDuring(idlePage, '') },
    Math.min(rounds, 5),
  );
  const droppedText = (share) => `${(100 - share).toFixed(1)} % dropped`;
  await Promise.all([page.context().close(), idlePage.context().close()]);
  const beside = `/settings ${droppedText(medians.idle)}`;
  return row('Frames while it scrolls and 50 groups a second change', droppedText(medians.list), beside, ratios.idle, 0.95, {
    note: 'the ratio is that of the frames drawn',
  });
};

const listNewest = async (tocsin, limit) =>
  (await tocsin.get(`/api/views/alertGroups?sort=number&desc=1&limit=${limit}`)).rows.map(({ id }) => id);

/** Acknowledges groups one after the other, and unacknowledges each in the next round. */
const stormOf = (ids, tocsin) => {
  let n = 0;
  return (count) =>
    Promise.all(
      Array.from({ length: count }, () => {
        const act = Math.floor(n / ids.length) % 2 === 0 ? 'AcknowledgeAlertGroup' : 'UnacknowledgeAlertGroup';
        return tocsin.run(act, { groupId: ids[n++ % ids.length] });
      }),
    );
};

/**
 * The changes of an hour, as fast as server and page accept them. Some groups are acknowledged and unacknowledged, others open and
 * resolve.
 */
const playHour = async (tocsin, browser) => {
  const page = await openList(browser);
  const measureMemory = await openMemory(page);
  const watcher = await watchGroups(tocsin);
  const ids = await idsOf(tocsin);
  let step = 0;
  const playUntil = async (targetCount) => {
    while (watcher.told() < targetCount) {
      await playStep(tocsin, ids, step++);
      await waitForPaint(page);
    }
    await settle(tocsin);
    await pause(6_000); // waits until the offline copy is saved and toasts are gone
    return measureMemory();
  };
  await playUntil(1);
  const start = await measureMemory();
  const middle = await playUntil(changes / 2);
  const end = await playUntil(changes);
  watcher.stop();
  await page.context().close();
  const toMegabytes = ({ bytes }) => `${(bytes / 1e6).toFixed(1)} MB`;
  const note = `${watcher.told().toLocaleString('en')} changes of rows were told; at the start ${toMegabytes(start)}, ${start.nodes} nodes`;
  const toMemoryRow = (title, format, ratio) =>
    row(title, `at the end ${format(end)}`, `half-way ${format(middle)}`, ratio, 1.1, { atMost: true, note });
  return [
    toMemoryRow('Memory of the page over an hour of 10 changes a second', toMegabytes, end.bytes / middle.bytes),
    toMemoryRow('Nodes of the page over that hour', ({ nodes }) => `${nodes}`, end.nodes / middle.nodes),
  ];
};

const heldCount = 300;
const batch = 100;
const openedPerStep = 20;

/** Acknowledges the next groups and unacknowledges earlier ones; opens new ones and resolves earlier ones. */
const playStep = async (tocsin, ids, step) => {
  const at = (n) => ids[((n % ids.length) + ids.length) % ids.length];
  const acknowledgements = numberRange(step * batch, batch).map((n) => tocsin.run('AcknowledgeAlertGroup', { groupId: at(n) }));
  const back = step * batch < heldCount ? [] : numberRange(step * batch - heldCount, batch);
  const unacknowledgements = back.map((n) => tocsin.run('UnacknowledgeAlertGroup', { groupId: at(n) }));
  const first = 2 * groupCount + step * openedPerStep;
  await Promise.all([...acknowledgements, ...unacknowledgements, signal(tocsin, 'firing', numberRange(first, openedPerStep))]);
  if (step > 3) await signal(tocsin, 'resolved', numberRange(first - 3 * openedPerStep, openedPerStep));
};

const idsOf = async (tocsin) => {
  const ids = [];
  for (let after = ''; after !== null && ids.length < groupCount;) {
    const { rows, next } = await tocsin.get(
      `/api/views/alertGroups?sort=number&limit=200${after ? `&cursor=${encodeURIComponent(after)}` : ''}`,
    );
    ids.push(...rows.map(({ id }) => id));
    after = next;
  }
  return ids;
};

/** Counts the rows of alert groups that browsers receive. */
const watchGroups = (tocsin) =>
  new Promise((fulfil, reject) => {
    let rowCount = 0;
    const socket = io(tocsin.url, { path: '/live', transports: ['websocket'], auth: { token: tocsin.token } });
    socket.on('row', ({ view }) => (rowCount += view === 'alertGroups' ? 1 : 0));
    socket.on('connect_error', reject);
    socket.on('connect', () =>
      socket.emit('watch', ['alertGroups'], () => fulfil({ told: () => rowCount, stop: () => socket.disconnect() })),
    );
  });
