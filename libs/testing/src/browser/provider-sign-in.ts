import { CookieBrowser } from './cookie-browser.js';
import type { Tocsin } from '../stage/tocsin.js';

export interface ProviderSignIn {
  readonly browser?: CookieBrowser;
  /** The path that they want. */
  readonly to?: string;
  /** Runs while they are at the provider. */
  readonly atProvider?: () => Promise<void>;
}

/** Signs in through the identity provider’s pages, as the account of this subject; returns the final address in Tocsin. */
export const signInThroughProvider = async (tocsin: Tocsin, subject: string, round: ProviderSignIn = {}): Promise<string> => {
  const { browser = new CookieBrowser(), to = '/alerts', atProvider: meanwhile } = round;
  const atTocsin = new RegExp(`^${tocsin.url}/(?!api/)`);
  const login = await browser.go(`${tocsin.url}/api/openid/start?to=${encodeURIComponent(to)}`, {}, atTocsin);
  if (login.page === '') return login.url;
  await meanwhile?.();
  const consent = await browser.submit(login, { login: subject, password: 'any' }, atTocsin);
  const end = consent.page === '' ? consent : await browser.submit(consent, {}, atTocsin);
  await tocsin.settle();
  return end.url.slice(tocsin.url.length);
};

/** The person whose session this browser has; undefined: none. */
export const whoIsIn = async (tocsin: Tocsin, browser: CookieBrowser): Promise<string | undefined> => {
  const cookie = `tocsin_session=${browser.cookie(tocsin.url, 'tocsin_session') ?? ''}`;
  const { status, body } = await tocsin.anonymous.request<{ personId: string }>('GET', '/api/session', undefined, { cookie });
  return status === 200 ? body.personId : undefined;
};
