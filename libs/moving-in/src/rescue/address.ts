import { RescueRefused } from './rescue-refused.js';
import type { System } from './source.js';

interface Typed {
  readonly url?: string | undefined;
  readonly cloud?: string | undefined;
  readonly user?: string | undefined;
}

/** The address to ask: the one that was typed, or the system’s own. */
export function addressOf(system: System, { url, cloud, user }: Typed): URL {
  const text = url ?? system.address;
  if (text === null) throw new RescueRefused(`${system.title} runs at an address of its own: --url https://…`);
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new RescueRefused('--url needs an address such as https://api.example.org.');
  if (address.username !== '' || address.password !== '' || address.search !== '' || address.hash !== '') {
    throw new RescueRefused('--url needs an address without a password and without parameters. The token is asked for.');
  }
  if (system.name !== 'jsm') return address;
  if (cloud === undefined || user === undefined || !/^[\w-]+$/.test(cloud)) {
    throw new RescueRefused(
      'jsm needs --cloud ID (see https://YOUR-SITE.atlassian.net/_edge/tenant_info) and --user, the mail address of the token’s owner.',
    );
  }
  return new URL(`${address.pathname.replace(/\/+$/, '')}/jsm/ops/api/${cloud}`, address);
}
