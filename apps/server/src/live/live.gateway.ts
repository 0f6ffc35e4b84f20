import type { IncomingMessage } from 'node:http';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
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
import { views, type ViewName } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { PersonRow } from '@tocsin/contracts/people.js';
import type { LiveToBrowser, LiveToServer, RingingPage } from '@tocsin/contracts/live.js';
import type { Existing } from '@tocsin/domain/alert-groups/state.js';
import { couldHave, type Acting } from '@tocsin/domain/rules/permissions.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/uses.js';
import { OpenTabs } from '../deliveries/browser-channel.js';
import { isDeclaredForeign } from '../http/arrival.js';
import { tokenWorks } from '../http/token.js';
import { asNow, isCurrentGeneration, callerOf, type Caller } from '../http/caller.js';
import type { ChangedRow } from '../projector/views-projector.js';
import { personalViews, shownTo } from '../query/shown.js';
import { isViewName, storedRow } from '../query/stored-rows.js';
import { Deliveries } from './deliveries.js';
import { EndedSockets } from './ended-sockets.js';
import { isFarBehind } from './far-behind.js';
import { ringingPage, RingingPages } from './ringing.js';

const dependencies = ['clock', 'config', 'decode', 'log', 'memory', 'reads', 'redactions', 'side', 'troubles', 'vault', 'views'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

interface SocketData {
  who: Caller;
  /** Its sound is unlocked, so it can ring. */
  bell: boolean;
}
/** A changed row, as read for the subscribers. */
type ReadRow = Omit<ChangedRow, 'row' | 'view'> & { readonly view: ViewName; readonly row: unknown };
type Live = Socket<LiveToServer, LiveToBrowser, Record<string, never>, SocketData>;
type LiveServer = Server<LiveToServer, LiveToBrowser, Record<string, never>, SocketData>;

const roomOf = (view: string): string => `view:${view}`;
const personRoom = (personId: string): string => `person:${personId}`;
/** The room with all sockets of one person, or of one service’s token. */
const callerRoom = ({ actor }: Caller): string => `caller:${actor.id}`;

/**
 * A tab on a dead connection must not keep showing “Live”: with these values it notices within 14 s, instead of 45 with socket.io’s
 * defaults.
 */
const heartbeat = { pingInterval: 8_000, pingTimeout: 6_000 };

/** Milliseconds. */
const positionInterval = 1_000;

/** Limits for unknown clients: no large messages, and a client that does not identify itself is disconnected. */
const strangers = {
  maxHttpBufferSize: limits.socketMessageBytes,
  connectTimeout: limits.headersWithin,
};

/** Sends changed rows to the sockets that watch their view. Messages may be lost; a client that missed some reads again. */
@WebSocketGateway({ path: '/live', transports: ['websocket', 'polling'], serveClient: false, ...heartbeat, ...strangers })
export class LiveGateway extends OpenTabs implements OnGatewayInit, OnGatewayConnection, OnModuleInit, OnModuleDestroy {
  @WebSocketServer() private readonly server!: LiveServer;
  /** The ordinal up to which rows have been delivered. */
  private position = 0;
  private telling: NodeJS.Timeout | undefined;
  private readonly ringing = new RingingPages();
  private readonly words = new RateLimiterMemory({ points: limits.socketMessagesPerMinute, duration: 60 });
  private readonly ended = new EndedSockets<Live>(
    () => this.server?.sockets.sockets.values() ?? [],
    ({ data }) => this.isSignedIn(data),
  );

  constructor(@Uses(dependencies) private readonly parts: Dependencies) {
    super();
  }

  onModuleDestroy(): void {
    clearTimeout(this.telling);
  }

  onModuleInit(): void {
    this.parts.views.onSaved((rows) => {
      if (this.server) this.deliveries.add(rows);
    });
    // pages and sessions that a crash may have left
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
      const who = callerOf(this.parts, { headers: { ...headers, authorization }, socket: socket.request.socket });
      if (!who) return next(new Error('session.required'));
      if (!couldHave({ actor: who.actor, reads: this.parts.reads }, 'everything.read')) return next(new Error('token.scope_missing'));
      const tabs = server.sockets.adapter.rooms.get(callerRoom(who))?.size ?? 0;
      if (tabs >= limits.socketsPerPerson) return next(new Error('limit.rate'));
      socket.data = { who, bell: false };
      next();
    });
  }

  /** Refuses sockets from pages of other sites, and limits unknown clients: each counts until its time to identify itself is over. */
  private mayOpen(request: IncomingMessage): boolean {
    if (isDeclaredForeign(request)) return false;
    const strangers = this.server.engine.clientsCount - this.server.sockets.sockets.size;
    return strangers < limits.socketsOfStrangers || callerOf(this.parts, request) !== undefined;
  }

  async handleConnection(socket: Live): Promise<void> {
    socket.use((_event, next) => void this.hear(socket, next));
    const { person, session } = socket.data.who;
    // a program has no bell, so it is not rung
    if (person && session) await socket.join([personRoom(person.id), `session:${session.id}`]);
    await socket.join(callerRoom(socket.data.who));
    if (person && session) await this.tellRinging(person.id, [socket.id]);
  }

  /** A tab sends a few messages a minute: one that sends many is disconnected. */
  private async hear(socket: Live, next: () => void): Promise<void> {
    const isQuiet = await this.words.consume(socket.id).then(
      () => true,
      () => false,
    );
    if (isQuiet) next();
    else socket.disconnect(true);
  }

  @SubscribeMessage('watch')
  async watch(@ConnectedSocket() socket: Live, @MessageBody() requested: unknown): Promise<{ ordinal: number; now: string }> {
    const names = new Set<string>(Array.isArray(requested) ? requested.filter((name) => typeof name === 'string' && isViewName(name)) : []);
    // all joins and leaves start at once: otherwise this message could leave rooms that the next one joins
    await Promise.all(Object.keys(views).map(async (name) => (names.has(name) ? socket.join(roomOf(name)) : socket.leave(roomOf(name)))));
    return { ordinal: this.parts.views.projector.position.ordinal, now: this.parts.clock.now() };
  }

  @SubscribeMessage('bell')
  bell(@ConnectedSocket() socket: Live, @MessageBody() unlocked: unknown): boolean {
    socket.data.bell = unlocked === true;
    return socket.data.bell;
  }

  /** Asks all tabs of a person at once; it is enough if one of them rang. */
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
        // one ring stood for several pages: now the tabs show the others
        if (isOneOfMany) void this.tellRinging(personId);
        return true;
      },
      () => false,
    );
  }

  /**
   * Tells tabs what rings for their person: the given sockets, otherwise all. Tabs with locked sound, or that connect later, learn
   * of a page only this way; a tab that `ring` asks as well recognises the page by its id and rings once.
   */
  private async tellRinging(personId: string, socketIds?: readonly string[]): Promise<void> {
    if (!this.server?.sockets.adapter.rooms.has(personRoom(personId))) return;
    try {
      const known = new Map<string, RingingPage | undefined>();
      const unknown = () => this.ringing.of(personId).filter(([, { pageId }]) => !known.has(pageId));
      for (let some = unknown(); some.length > 0; some = unknown())
        for (const [groupId, page] of some) known.set(page.pageId, await ringingPage(this.parts, groupId, page));
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

  /** Rows of these views, and the history, were rebuilt although no event changed them: open screens reload them. */
  tellMade(views: readonly string[]): void {
    this.server?.emit('madeAnew', { views });
  }

  /** If a session can’t be looked up now, it counts as valid, and is looked up again a second later. */
  private isSignedIn(data: SocketData): boolean {
    let isOpen = true;
    this.parts.troubles.during('sessions', () => void (isOpen = this.isStillSignedIn(data)));
    return isOpen;
  }

  /** A session is looked up when its known end is reached, because requests in the meantime extend it. */
  private isStillSignedIn(data: SocketData): boolean {
    const { token, session } = data.who;
    const now = this.parts.clock.now();
    if (token) {
      const row = this.parts.reads.tokens.get(token.id);
      return row !== undefined && tokenWorks(this.parts, row);
    }
    if (!session || !isCurrentGeneration(this.parts, session)) return false;
    if (session.expiresAt > now) return true;
    const slid = this.parts.side.sessions.findLive(session.id, now);
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

  /** Returns the number of sockets it was sent to. */
  private deliver({ view, id, ordinal, row: rowOf }: ChangedRow): number {
    const watching = this.server.sockets.adapter.rooms.get(roomOf(view));
    if (!watching || !isViewName(view)) return 0;
    const read: ReadRow = { view, id, row: rowOf(), ordinal };
    if (personalViews.has(view)) this.tellEach(watching, read);
    else this.server.to(roomOf(view)).emit('row', this.shown(read, nobody));
    return watching.size;
  }

  private shown({ view, row, ...rest }: ReadRow, who: Acting): ReadRow {
    return { ...rest, view, row: row === null ? null : shownTo(this.parts, view, storedRow(view, row), who) };
  }

  /**
   * Ends the sessions of a disabled person at once, so that old sessions don’t work again when the person is enabled. Driven by
   * memory, which also admits people: a lagging view would sign out a person who has just been enabled.
   */
  private endUnlessActive(person: Pick<PersonRow, 'state'> | null, id: string): void {
    if (person?.state === 'active') return;
    this.parts.troubles.during('sessions', () => this.endSessions(this.parts.side.sessions.revokeAllOf(id)));
  }

  /** For rows that look different to different people: sends each socket its own version. */
  private tellEach(watching: ReadonlySet<string>, read: ReadRow): void {
    for (const socketId of watching) {
      const socket = this.server.sockets.sockets.get(socketId);
      if (socket) socket.emit('row', this.shown(read, asNow(this.parts, socket.data.who)));
    }
  }

  /** At most once a second; the last one is never dropped. */
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
    }, positionInterval).unref();
  }

  /**
   * Messages for a socket that takes nothing pile up in memory: one too far behind is disconnected, reconnects and reads what it
   * missed.
   */
  private closeLate(): void {
    for (const socket of this.server.sockets.sockets.values()) if (isFarBehind(socket.conn)) socket.disconnect(true);
  }
}

/** Ends sessions of disabled people that a crash left. Checks the few people with sessions, not all people. */
const endLeftOver = ({ side: { sessions }, reads: { people } }: Dependencies): void => {
  for (const personId of sessions.people()) if ((people.get(personId)?.state ?? 'active') !== 'active') sessions.revokeAllOf(personId);
};

/** The reader of rows that look the same to everyone. */
const nobody: Acting = { actor: { kind: 'person', id: '', roles: [] } };
