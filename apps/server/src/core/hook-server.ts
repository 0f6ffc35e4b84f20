import { connectionOf } from './connection-of.js';
import type { ServerParts } from './server-parts.js';

/** Whether an address leads to a server, beneath the address that an admin typed. */
export const isBeneath = (base: string, address: string): boolean => {
  if (!URL.canParse(base) || !URL.canParse(address)) return false;
  const [parent, child] = [new URL(base), new URL(address)];
  return parent.origin === child.origin && child.pathname.startsWith(`${parent.pathname.replace(/\/+$/, '')}/`);
};

/** The server that an admin typed, if the webhook is beneath it. */
export const serverOfHook = ({ reads }: Pick<ServerParts, 'reads'>, hook: string) => {
  const row = connectionOf({ reads }, 'mattermost');
  return row && isBeneath(row.fields['baseUrl']!, hook) ? row : undefined;
};
