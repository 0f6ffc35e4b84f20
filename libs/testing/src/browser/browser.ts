import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import type { CommandType } from '@tocsin/contracts/catalogue.js';
import type { Client } from '../stage/client.js';
import { tellInOneTest, type Chapter } from '../stage/story.js';
import { disabledFeatures } from './chromium-features.js';

export const desktop = { width: 1440, height: 900 } as const;
export const phone = { width: 390, height: 844 } as const;

const tellsOfBrokenPolicy = `document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
  console.error('the policy is broken: ' + effectiveDirective + ' by ' + blockedURI))`;

/** A name of this machine that browsers don’t trust as they trust localhost, like a server on the local network. */
export const untrustedName = 'tocsin.test';

const flags = [
  // no test reaches beyond this machine: all other names fail to resolve
  `host-resolver-rules=MAP ${untrustedName} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
  'no-sandbox',
  'disable-gpu',
  'disable-quic',
  'no-first-run',
  'disable-background-networking',
  'disable-component-update',
  `disable-features=${disabledFeatures.join(',')}`,
];

/** CHROME_PATH, or Debian’s Chromium; undefined when there is none. */
const chromiumPath = (): string | undefined => [process.env['CHROME_PATH'], '/usr/bin/chromium'].find((path) => path && existsSync(path));

/**
 * Which Chromium opens the screens. `light`: the headless shell of the same version, which has no windows and no notifications, where `npm test` has
 * found it; the whole one elsewhere, and in the deep run.
 */
export type Chromium = 'light' | 'whole';

/** The path of it; undefined when there is no Chromium. */
export const chromiumFor = (variant: Chromium): string | undefined => {
  const shell = process.env['CHROME_SHELL_PATH'];
  return variant === 'light' && shell && existsSync(shell) ? shell : chromiumPath();
};

const skipWithoutChromium = (): void =>
  it('has no Chromium here, which the end of the run says', () => expect(chromiumPath()).toBeUndefined());

/** Errors in this file’s browsers that no test expected. */
const complained: string[] = [];

/**
 * `describe` with a browser; checks at the end that no browser reported an error. Without a browser `npm test` reports that the
 * tests were not run, and jest alone fails.
 */
export function describeInBrowser(name: string, body: () => void): void {
  const withoutComplaints = (): void => {
    body();
    // after the hooks that end the servers: open handles of a failing hook would keep the run from ending
    afterAll(() => expect(complained.splice(0)).toEqual([]));
  };
  if (chromiumPath()) return describe(name, withoutComplaints);
  if (!process.env['TOCSIN_NOT_RUN_FILE']) throw new Error('Install Chromium, or set CHROME_PATH to its path.');
  describe(name, skipWithoutChromium);
}

/** A story with a browser; its hooks stand beside the chapters, and so may tests that need none of them. */
export const storyInBrowser = (name: string, tell: (chapter: Chapter) => void): void => describeInBrowser(name, () => tellInOneTest(tell));

/** A refusal by the API is allowed; Chromium logs each on the console. */
const refusal = /^Failed to load resource: the server responded with a status of 4\d\d .*\/api\//;

/** Chromium’s log while a server is gone, including pending loads. Behind a service worker, all of it is ERR_FAILED. */
export const serverIsGone = /ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|FAILED)|\/live\/|closed before/;

export interface Visit {
  /** The session to use; none when absent. */
  readonly as?: Client;
  readonly size?: { readonly width: number; readonly height: number };
  readonly isDark?: boolean;
}

/** Milliseconds for a screen to show the text that a test waits for. */
const timeout = 60_000;

/** In the page: the app’s router goes to a path; fulfilled once that screen, or where it leads, has been rendered. */
const goInTheApp = (path: string): string => `new Promise((fulfil, reject) => {
  const router = globalThis.__TSR_ROUTER__;
  const late = setTimeout(() => reject(new Error('the app did not come to ' + ${JSON.stringify(path)})), ${timeout});
  const stop = router.subscribe('onResolved', () => {
    stop();
    clearTimeout(late);
    fulfil();
  });
  router.history.push(${JSON.stringify(path)});
})`;

/** Browsers on the screens of one server. Records errors in them, which fail the tests at the end. */
export class Screens {
  readonly complaints: string[] = [];
  /** Errors that a test provokes. */
  expectedErrors: RegExp | null = null;
  /** Origins that the server had: it may start again at another port, while a page of before still loads its parts. */
  private readonly ownOrigins = new Set<string>();

  private constructor(
    private readonly browser: Browser,
    private readonly url: () => string,
  ) {}

  /**
   * `url`: returns the server’s address, called at each visit. A test of what the browser itself does for its user (notifications, push, sound, a lost
   * network, the keyboard) or of the main job asks for the whole one.
   */
  static async open(url: () => string, variant: Chromium = 'light'): Promise<Screens> {
    const args = [...flags, 'disable-sync'].map((flag) => `--${flag}`);
    const browser = await chromium.launch({ executablePath: chromiumFor(variant)!, args });
    return new Screens(browser, url);
  }

  /** Opens a separate browser at this path. For a signed-in person it waits until the page is live. */
  async visit(path: string, { as, size = desktop, isDark: dark = false }: Visit = {}): Promise<Page> {
    const isTelephone = size.width < 500;
    const context = await this.browser.newContext({
      viewport: size,
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      locale: 'en-GB',
      isMobile: isTelephone,
      hasTouch: isTelephone,
    });
    context.setDefaultTimeout(timeout);
    if (as) await context.addCookies([{ name: 'tocsin_session', value: as.token, url: this.url(), httpOnly: true }]);
    await context.addInitScript({ content: tellsOfBrokenPolicy });
    const page = await context.newPage();
    this.listen(context, page);
    await page.goto(this.at(path));
    if (as) await waitForLive(page);
    return page;
  }

  /**
   * Navigates like the app’s links, without a page load, which costs a quarter of the time and keeps cached data. For tests that visit many screens,
   * each of which is loaded by another test.
   */
  async go(page: Page, path: string): Promise<void> {
    await page.evaluate(goInTheApp(path));
  }

  /** The whole address of a path. */
  at(path: string): string {
    return new URL(path, this.url()).href;
  }

  /** Closes all browsers. Errors are: a console error, a violation of the page’s policy, a call to another origin. */
  async close(): Promise<void> {
    await this.browser.close();
    complained.push(...this.complaints.filter((complaint) => !this.expectedErrors?.test(complaint)));
  }

  private listen(context: BrowserContext, page: Page): void {
    page.on('console', (message) => {
      const complaint = `${message.text()} (${message.location().url})`;
      if (/error|warning/.test(message.type()) && !refusal.test(complaint)) this.complaints.push(complaint);
    });
    page.on('pageerror', (error) => this.complaints.push(String(error.stack)));
    this.ownOrigins.add(new URL(this.url()).origin);
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      this.ownOrigins.add(new URL(this.url()).origin);
      if (protocol.startsWith('http') && !this.ownOrigins.has(origin)) this.complaints.push(`a call to ${request.url()}`);
    });
  }
}

/** Resolves when the screen receives live changes. */
export const waitForLive = (page: Page): Promise<void> => page.getByText('Live', { exact: true }).waitFor();

/** The row of the list that names this alert group. */
export const rowOf = (page: Page, number: number): Locator => page.locator('li[data-id]', { hasText: `#${number}` });

/** Resolves when the text is shown there. */
export const waitForText = (scope: Page | Locator, text: string | RegExp): Promise<void> => scope.getByText(text).first().waitFor();

/** Chooses from a list that can be typed into. */
export async function chooseTyped(scope: Page | Locator, label: string, text: string): Promise<void> {
  const box = scope.getByRole('combobox', { name: label });
  // scrolled to before: a list that is open closes when the page scrolls
  await box.click();
  await box.fill(text);
  const page = 'page' in scope ? scope.page() : scope;
  await page.getByRole('option', { name: text }).first().click();
}

/**
 * Presses, and resolves when the server has recorded the command that this sends: a message on the screen may be that of an earlier press. What
 * follows from the command is there after `stage.settle()`.
 */
export async function sendCommand(page: Page, type: CommandType, press: () => Promise<unknown>): Promise<void> {
  const response = page.waitForResponse((answer) => answer.url().endsWith(`/api/commands/${type}`));
  await press();
  expect((await response).status()).toBe(202);
}

/** Resolves when the text is no longer shown there. */
export const waitForNoText = (scope: Page | Locator, text: string | RegExp): Promise<void> =>
  scope.getByText(text).first().waitFor({ state: 'hidden' });

/** Resolves when there is no such element, or no longer. */
export const waitForGone = (element: Locator): Promise<void> => element.first().waitFor({ state: 'detached' });

/**
 * Resolves when these expectations hold: for changes without an element to wait for, such as a field’s value or a position. They
 * are checked with every frame, and after a second four times a second; at the timeout the last error is thrown.
 */
export async function eventually(page: Page, expectations: () => Promise<void>): Promise<void> {
  const began = Date.now();
  for (;;) {
    try {
      return await expectations();
    } catch (error) {
      if (Date.now() > began + timeout) throw error;
    }
    await (Date.now() < began + 1_000 ? page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))') : pause(250));
  }
}

/** Resolves when the field has this value: a request may fill or empty it a moment after the visible text. */
export const waitForValue = (field: Locator, value: string): Promise<void> =>
  eventually(field.page(), async () => expect(await field.inputValue()).toBe(value));

/** Unlocks the sound: a first press does that, and is complete when the server knows it. */
export const press = async (page: Page): Promise<void> => {
  await waitForLive(page);
  await page.locator('h1').first().click();
  await waitForNoText(page, /Turn on sound/);
};

/** Whether all of it is visible without scrolling. */
export async function isAboveTheFold(locator: Locator): Promise<boolean> {
  const [box, size] = [await locator.boundingBox(), locator.page().viewportSize()!];
  return box !== null && box.y >= 0 && box.y + box.height <= size.height && box.x >= 0 && box.x + box.width <= size.width;
}
