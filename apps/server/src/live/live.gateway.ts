import type { IncomingMessage } from 'node:http';
import type { OnModuleInit } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  SubscribeMessage,
  WebSocketGateway,
  WebSocketServer,
  type OnGatewayConnection,
  type OnGatewayInit,
} from '@nestjs/websockets';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Server, Socket } from 'socket.io';
import { views } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { PersonRow } from '@tocsin/contracts/people.js';
import type { LiveToBrowser, LiveToServer, RingingPage } from '@tocsin/contracts/live.js';
import type { Existing } from '@tocsin/domain/alert-groups/state.js';
import { mightHave, type Acting } from '@tocsin/domain/rules/permissions.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/uses.js';
import { OpenTabs } from '../deliveries/browser-channel.js';
import { isSaidForeign } from '../http/arrival.js';
import { tokenWorks } from '../http/token.js';
import { asNow, isCurrentGeneration, whoAsks, type Who } from '../http/who.js';
import type { ChangedRow } from '../projector/views-projector.js';
import { personalViews, shownTo } from '../query/shown.js';
import { Deliveries } from './deliveries.js';
import { EndedSockets } from './ended-sockets.js';
import { isFarBehind } from './far-behind.js';
import { rungPage, RingingPages } from './ringing.js';

const needs = ['clock', 'config', 'decode', 'log', 'memory', 'reads', 'redactions', 'side', 'troubles', 'vault', 'views'] as const;
type Needs = Pick<ServerParts, (typeof needs)[number]>;

interface SocketData {
  who: Who;
  /** Its sound is unlocked: it may be rung. */
  bell: boolean;
}
/** A row, read for whoever watches it. */
type Shown = Omit<ChangedRow, 'row'> & { readonly row: unknown };
type Live = Socket<LiveToServer, LiveToBrowser, Record<string, never>, SocketData>;
type LiveServer = Server<LiveToServer, LiveToBrowser, Record<string, never>, SocketData>;

const roomOf = (view: string): string => `view:${view}`;
const personRoom = (personId: string): string => `person:${personId}`;
/** All sockets of one person, or of one service’s token. */
const callerRoom = ({ actor }: Who): string => `caller:${actor.id}`;

/** A tab whose line is dead must not go on saying “Live”: it knows within 14 s, instead of socket.io’s 45. */
const heartbeat = { pingInterval: 8_000, pingTimeout: 6_000 };

/** Milliseconds. */
const positionEvery = 1_000;

/** Nothing large is listened to, and whoever does not say who they are is hung up on. */
const strangers = {
  maxHttpBufferSize: limits.socketMessageBytes,
  connectTimeout: limits.headersWithin,
};

/** The loudspeaker: rows that changed go to whoever watches their view. What it says may be lost; a client that missed it asks again. */
@WebSocketGateway({ path: '/live', transports: ['websocket', 'polling'], serveClient: false, ...heartbeat, ...strangers })
export class LiveGateway extends OpenTabs implements OnGatewayInit, OnGatewayConnection, OnModuleInit {
  @WebSocketServer() private readonly server!: LiveServer;
  /** How far rows have been handed over. */
  private position = 0;
  private telling: NodeJS.Timeout | undefined;
  private readonly ringing = new RingingPages();
  private readonly words = new RateLimiterMemory({ points: limits.socketMessagesPerMinute, duration: 60 });
  private readonly ended = new EndedSockets<Live>(
    () => this.server?.sockets.sockets.values() ?? [],
    ({ data }) => this.isSignedIn(data),
  );

  constructor(@Uses(needs) private readonly parts: Needs) {
    super();
  }

  onModuleInit(): void {
    this.parts.views.onSaved((rows) => {
      if (this.server) this.deliveries.add(rows);
    });
    // what a crash may have left standing
    for (const [id, group] of this.parts.memory.rows<Existing>('groups').entries()) this.ringing.change(id, group);
    this.parts.troubles.during('sessions', () => endLeftOver(this.parts));
    this.parts.memory.onChange((view, id, row) => {
      if (view === 'groups') for (const personId of this.ringing.change(id, row as Existing | null)) void this.tellRinging(personId);
      if (view === 'people') this.endUnlessActive(row as PersonRow | null, id);
      if (view === 'tokens' || view === 'people' || view === 'access') this.ended.closeSoon();
    });
  }

  afterInit(server: LiveServer): void {
    server.engine.opts.allowRequest = (request, answer) => answer(null, this.mayOpen(request));
    server.use((socket, next) => {
      const { headers } = socket.handshake;
      const token = (socket.handshake.auth as { token?: unknown }).token;
      const authorization = typeof token === 'string' ? `Bearer ${token}` : headers.authorization;
      const who = whoAsks(this.parts, { headers: { ...headers, authorization }, socket: socket.request.socket });
      if (!who) return next(new Error('session.required'));
      if (!mightHave({ actor: who.actor, reads: this.parts.reads }, 'everything.read')) return next(new Error('token.scope_missing'));
      const tabs = server.sockets.adapter.rooms.get(callerRoom(who))?.size ?? 0;
      if (tabs >= limits.socketsPerPerson) return next(new Error('limit.rate'));
      socket.data = { who, bell: false };
      next();
    });
  }

  /** Pages elsewhere open no socket, and strangers only so many: each is held until it has had its time to say who it is. */
  private mayOpen(request: IncomingMessage): boolean {
    if (isSaidForeign(request)) return false;
    const strangers = this.server.engine.clientsCount - this.server.sockets.sockets.size;
    return strangers < limits.socketsOfStrangers || whoAsks(this.parts, request) !== undefined;
  }

  async handleConnection(socket: Live): Promise<void> {
    socket.use((_event, next) => void this.hear(socket, next));
    const { person, session } = socket.data.who;
    // a program is not rung: it has no bell
    if (person && session) await socket.join([personRoom(person.id), `session:${session.id}`]);
    await socket.join(callerRoom(socket.data.who));
    if (person && session) await this.tellRinging(person.id, [socket.id]);
  }

  /** A tab says a few words a minute: whoever shouts is hung up on. */
  private async hear(socket: Live, next: () => void): Promise<void> {
    const isQuiet = await this.words.consume(socket.id).then(
      () => true,
      () => false,
    );
    if (isQuiet) next();
    else socket.disconnect(true);
  }

  @SubscribeMessage('watch')
  async watch(@ConnectedSocket() socket: Live, @MessageBody() wanted: unknown): Promise<{ ordinal: number; now: string }> {
    const names = new Set(Array.isArray(wanted) ? wanted.filter((name) => typeof name === 'string' && Object.hasOwn(views, name)) : []);
    // all at once: what the next message joins must not be left by this one
    await Promise.all(Object.keys(views).map(async (name) => (names.has(name) ? socket.join(roomOf(name)) : socket.leave(roomOf(name)))));
    return { ordinal: this.parts.views.projector.position.ordinal, now: this.parts.clock.now() };
  }

  @SubscribeMessage('bell')
  bell(@ConnectedSocket() socket: Live, @MessageBody() unlocked: unknown): boolean {
    socket.data.bell = unlocked === true;
    return socket.data.bell;
  }

  /** Asks all tabs of a person at once; one that rang is enough. */
  override async ring(personId: string, page: RingingPage, timeoutMs: number): Promise<boolean> {
    const tabs = [...(this.server.sockets.adapter.rooms.get(personRoom(personId)) ?? [])].flatMap((id) => {
      const socket = this.server.sockets.sockets.get(id);
      return socket && (socket.data.bell || page.quiet) ? [socket] : [];
    });
    const answers = tabs.map(async (socket) => {
      if (!(await socket.timeout(timeoutMs).emitWithAck('page', page))) throw new Error('it did not ring');
    });
    const isOneOfMany = page.ring !== undefined && !page.quiet;
    return Promise.any(answers).then(
      () => {
        // it rang once for all of them: now the tabs show the others
        if (isOneOfMany) void this.tellRinging(personId);
        return true;
      },
      () => false,
    );
  }

  /**
   * Tells tabs what rings for their person: the named ones, else all. Tabs whose sound is locked, or that connect later, hear of a page
   * only here; a tab that `ring` asks as well knows the page by its id and rings once.
   */
  private async tellRinging(personId: string, socketIds?: readonly string[]): Promise<void> {
    if (!this.server?.sockets.adapter.rooms.has(personRoom(personId))) return;
    try {
      const known = new Map<string, RingingPage | undefined>();
      const unknown = () => this.ringing.of(personId).filter(([, { pageId }]) => !known.has(pageId));
      for (let some = unknown(); some.length > 0; some = unknown())
        for (const [groupId, page] of some) known.set(page.pageId, await rungPage(this.parts, groupId, page));
      const pages = this.ringing.of(personId).flatMap(([, { pageId }]) => known.get(pageId) ?? []);
      this.server.to(socketIds ? [...socketIds] : personRoom(personId)).emit('ringing', pages);
    } catch (error) {
      this.parts.troubles.note('sockets', error);
    }
  }

  /** Closes the sockets of ended sessions. */
  endSessions(ids: readonly string[]): void {
    if (!this.server) return;
    for (const id of ids) {
      this.server.to(`session:${id}`).emit('signedOut');
      this.server.in(`session:${id}`).disconnectSockets(true);
    }
  }

  /** Rows of these views, and the history, are not what they were, though nothing happened to them: whoever shows them reads them again. */
  tellMade(views: readonly string[]): void {
    this.server?.emit('madeAnew', { views });
  }

  /** What can’t be looked up now is looked up again a second later. */
  private isSignedIn(data: SocketData): boolean {
    let goesOn = true;
    this.parts.troubles.during('sessions', () => void (goesOn = this.goesOn(data)));
    return goesOn;
  }

  /** A session is looked up when it would be over, since what is read meanwhile slides its end. */
  private goesOn(data: SocketData): boolean {
    const { token, session } = data.who;
    const now = this.parts.clock.now();
    if (token) {
      const row = this.parts.reads.tokens.get(token.id);
      return row !== undefined && tokenWorks(this.parts, row);
    }
    if (!session || !isCurrentGeneration(this.parts, session)) return false;
    if (session.expiresAt > now) return true;
    const slid = this.parts.side.sessions.living(session.id, now);
    if (slid) data.who = { ...data.who, session: slid };
    return slid !== undefined;
  }

  /** Sockets that are connected now. */
  get connected(): number {
    return this.server?.sockets.sockets.size ?? 0;
  }

  private readonly deliveries = new Deliveries<ChangedRow>({
    deliver: (row) => this.deliver(row),
    leaveOut: (views) => this.tellMade(views),
    onDelivered: (ordinal) => this.tellPosition(ordinal ?? this.parts.views.projector.position.ordinal),
  });

  /** Answers to how many sockets it went. */
  private deliver({ view, id, ordinal, row: rowOf }: ChangedRow): number {
    const watching = this.server.sockets.adapter.rooms.get(roomOf(view));
    if (!watching) return 0;
    const row = rowOf();
    if (personalViews.has(view)) this.tellEach(watching, { view, id, row, ordinal });
    else this.server.to(roomOf(view)).emit('row', { view, id, row: shownTo(this.parts, view, row, nobody), ordinal });
    return watching.size;
  }

  /**
   * Who was disabled is out at once, and does not come back with an old session when they are enabled again. Told by memory, which lets
   * them in too: a view that is behind would put out whoever has just come.
   */
  private endUnlessActive(person: Pick<PersonRow, 'state'> | null, id: string): void {
    if (person?.state === 'active') return;
    this.parts.troubles.during('sessions', () => this.endSessions(this.parts.side.sessions.revokeAllOf(id)));
  }

  /** Rows that look different to different people. */
  private tellEach(watching: ReadonlySet<string>, { view, id, row, ordinal }: Shown): void {
    for (const socketId of watching) {
      const socket = this.server.sockets.sockets.get(socketId);
      if (socket) socket.emit('row', { view, id, row: shownTo(this.parts, view, row, asNow(this.parts, socket.data.who)), ordinal });
    }
  }

  /** Once a second at most; the last one is never left out. */
  private tellPosition(ordinal: number): void {
    this.position = ordinal;
    if (this.telling) return;
    const tell = (): void => {
      this.ended.closeSoon();
      this.closeLate();
      this.server.emit('position', { ordinal: this.position, now: this.parts.clock.now() });
    };
    tell();
    const before = this.position;
    this.telling = setTimeout(() => {
      this.telling = undefined;
      if (this.position !== before) this.tellPosition(this.position);
    }, positionEvery).unref();
  }

  /** What waits for a socket that takes nothing is kept in memory: one so far behind connects anew, and reads what it missed. */
  private closeLate(): void {
    for (const socket of this.server.sockets.sockets.values()) if (isFarBehind(socket.conn)) socket.disconnect(true);
  }
}

/** What a crash left of sessions of those who have been disabled: asked of the few who have one, not of all people. */
const endLeftOver = ({ side: { sessions }, reads: { people } }: Needs): void => {
  for (const personId of sessions.people()) if ((people.get(personId)?.state ?? 'active') !== 'active') sessions.revokeAllOf(personId);
};

/** For rows that are the same to everybody. */
const nobody: Acting = { actor: { kind: 'person', id: '', roles: [] } };
