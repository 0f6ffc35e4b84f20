import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, dirname } from 'node:path';
import { chromium } from 'playwright-core';

/** Provides web-vitals: `vitals.lcp` and `vitals.inp` of the page so far, in milliseconds. Injected here, never shipped. */
const vitals = `${readFileSync(join(dirname(createRequire(import.meta.url).resolve('web-vitals')), 'web-vitals.iife.js'), 'utf8')}
globalThis.vitals = { lcp: null, inp: null };
webVitals.onLCP(({ value }) => (vitals.lcp = value), { reportAllChanges: true });
webVitals.onINP(({ value }) => (vitals.inp = value), { reportAllChanges: true, durationThreshold: 16 });`;

const flags = ['no-sandbox', 'disable-gpu', 'disable-quic', 'no-first-run', 'disable-background-networking', 'disable-sync'];

/** A browser in which each visit is a first one: nothing is cached from the previous visit. */
export const openBrowser = async (tocsin) => {
  const executablePath = [process.env.CHROME_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path));
  if (!executablePath) throw new Error('install Chromium, or set CHROME_PATH to its path');
  const browser = await chromium.launch({ executablePath, args: flags.map((flag) => `--${flag}`) });
  const visit = async (path) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', locale: 'en-GB' });
    await context.addCookies([{ name: 'tocsin_session', value: tocsin.token, url: tocsin.url, httpOnly: true }]);
    await context.addInitScript({ content: vitals });
    const page = await context.newPage();
    await page.goto(new URL(path, tocsin.url).href);
    await page.getByText('Live', { exact: true }).waitFor();
    return page;
  };
  return { visit, close: () => browser.close() };
};

/** Resolves when the page has painted the change. */
export const waitForPaint = (page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))');

/**
 * Draws 240 frames while `step` runs before each, and returns the share of frames that were drawn: each frame time without a frame
 * counts as a dropped one.
 */
export const measureDrawnShare = (page, step) =>
  page.evaluate(`new Promise((fulfil) => {
    const times = [];
    const frame = (now) => {
      times.push(now);
      if (times.length > 240) {
        const dropped = times.slice(1).reduce((sum, time, n) => sum + Math.max(0, Math.round((time - times[n]) / (1000 / 60)) - 1), 0);
        return fulfil(240 / (240 + dropped));
      }
      ${step}
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  })`);

/** The page’s memory after garbage collection: bytes of JavaScript, and nodes of its documents, including detached ones. */
export const openMemory = async (page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () => {
    for (let times = 0; times < 3; times += 1) await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { metrics } = await session.send('Performance.getMetrics');
    return { bytes: usedSize, nodes: metrics.find(({ name }) => name === 'Nodes').value };
  };
};
