import type { IncomingMessage } from 'node:http';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { limits } from '@tocsin/contracts/limits.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import { canEverHave } from '@tocsin/domain/rules/permissions.js';
import type { ServerParts } from '../core/server-parts.js';
import { isDeclaredForeign } from '../http/client-origin.js';
import { callerOf, type Caller } from '../http/caller.js';
import { callerRoom, type LiveServer, type LiveSocket } from './sockets.js';

type Dependencies = Pick<ServerParts, 'clock' | 'config' | 'reads' | 'side' | 'troubles' | 'vault'>;

/** Decides who may connect, and how much a socket may say. */
export class Admission {
  private readonly words = new RateLimiterMemory({ points: limits.socketMessagesPerMinute, duration: 60 });
  /** However many sockets a person has. */
  private readonly wordsOfPerson = new RateLimiterMemory({ points: limits.socketMessagesOfPersonPerMinute, duration: 60 });

  constructor(private readonly parts: Dependencies) {}

  /** From now on, sockets of this server are admitted here. */
  guard(server: LiveServer): void {
    server.engine.opts.allowRequest = (request, answer) => answer(null, this.mayOpen(server, request));
    server.use((socket, next) => {
      const who = this.callerOf(socket);
      const refusal = this.refusalOf(server, who);
      if (refusal !== null || !who) return next(new Error(refusal ?? 'session.required'));
      socket.data = { who, bell: false };
      next();
    });
  }

  /** A tab sends a few messages a minute: one that sends many is disconnected. */
  async hear(socket: LiveSocket, startNext: () => void): Promise<void> {
    const counted = [this.words.consume(socket.id), this.wordsOfPerson.consume(callerRoom(socket.data.who))];
    const isQuiet = await Promise.all(counted).then(
      () => true,
      () => false,
    );
    if (isQuiet) startNext();
    else socket.disconnect(true);
  }

  /** Refuses sockets from pages of other sites, and limits unknown clients: each counts until its time to identify itself is over. */
  private mayOpen({ engine, sockets }: LiveServer, request: IncomingMessage): boolean {
    if (isDeclaredForeign(request)) return false;
    const strangers = engine.clientsCount - sockets.sockets.size;
    return strangers < limits.socketsOfStrangers || callerOf(this.parts, request) !== undefined;
  }

  private callerOf({ handshake, request }: LiveSocket): Caller | undefined {
    const { headers } = handshake;
    const token = (handshake.auth as { token?: unknown }).token;
    const authorization = typeof token === 'string' ? `Bearer ${token}` : headers.authorization;
    return callerOf(this.parts, { headers: { ...headers, authorization }, socket: request.socket });
  }

  private refusalOf(server: LiveServer, who: Caller | undefined): RefusalCode | null {
    if (!who) return 'session.required';
    if (!canEverHave({ actor: who.actor, reads: this.parts.reads }, 'everything.read')) return 'token.scope_missing';
    if (who.token?.asOf !== undefined) return 'token.bound_to_past';
    const tabs = server.sockets.adapter.rooms.get(callerRoom(who))?.size ?? 0;
    return tabs >= limits.socketsPerPerson ? 'limit.rate' : null;
  }
}
