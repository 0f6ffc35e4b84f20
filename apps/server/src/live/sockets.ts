import type { Server, Socket } from 'socket.io';
import type { LiveToBrowser, LiveToServer } from '@tocsin/contracts/live.js';
import type { Caller } from '../http/caller.js';

/** What is known of a socket. */
export interface SocketData {
  who: Caller;
  /** Whether its sound is on, so that it can play it. */
  bell: boolean;
}
export type LiveSocket = Socket<LiveToServer, LiveToBrowser, Record<string, never>, SocketData>;
export type LiveServer = Server<LiveToServer, LiveToBrowser, Record<string, never>, SocketData>;

export const viewRoom = (view: string): string => `view:${view}`;
export const personRoom = (personId: string): string => `person:${personId}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
/** The room with all sockets of one person, or of one service’s token. */
export const callerRoom = ({ actor }: Caller): string => `caller:${actor.id}`;
