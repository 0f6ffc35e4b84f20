import type { ServerParts } from '../core/server-parts.js';
import { isCurrentGeneration } from '../http/caller.js';
import { isTokenValid } from '../http/token.js';
import type { SocketData } from './sockets.js';

type Dependencies = Pick<ServerParts, 'clock' | 'reads' | 'side' | 'troubles' | 'vault'>;

/** A session is looked up when its known end is reached, because requests in the meantime extend it. */
const lookedUp = (parts: Dependencies, data: SocketData): boolean => {
  const { token, session } = data.who;
  const now = parts.clock.now();
  if (token) {
    const row = parts.reads.tokens.get(token.id);
    return row !== undefined && isTokenValid(parts, row);
  }
  if (!session || !isCurrentGeneration(parts, session)) return false;
  if (session.expiresAt > now) return true;
  const slid = parts.side.sessions.findLive(session.id, now);
  if (slid) data.who = { ...data.who, session: slid };
  return slid !== undefined;
};

/** Whether the caller of an open socket is still signed in. If a session can’t be looked up now, it counts as valid until the next look. */
export const isStillSignedIn = (parts: Dependencies, data: SocketData): boolean => {
  let isOpen = true;
  parts.troubles.noteErrors('sessions', () => void (isOpen = lookedUp(parts, data)));
  return isOpen;
};

/** Ends sessions of disabled people that a crash left. Checks the few people with sessions, not all people. */
export const endLeftOver = ({ side: { sessions }, reads: { people } }: Pick<Dependencies, 'reads' | 'side'>): void => {
  for (const personId of sessions.people()) if ((people.get(personId)?.state ?? 'active') !== 'active') sessions.revokeAllOf(personId);
};
