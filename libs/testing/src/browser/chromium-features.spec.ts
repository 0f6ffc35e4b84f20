import { chromium } from 'playwright-core';
import { disabledFeatures } from './chromium-features.js';

/** Playwright’s command line, from the error of a browser that fails to start. */
const commandLine = async (): Promise<string> => {
  const launched = chromium.launch({ executablePath: process.execPath });
  return launched.then(
    () => Promise.reject(new Error('node started as a browser')),
    (error: Error) => error.message,
  );
};

describe('the disabled features of Chromium', () => {
  it('contain those that Playwright disables, whose list ours replaces', async () => {
    const [, list] = /--disable-features=(\S+)/.exec(await commandLine())!;
    expect(list!.split(',').filter((feature) => !disabledFeatures.includes(feature))).toEqual([]);
  });
});
